package eval

import (
	"context"

	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// Read reads a reply and runs the rules of stage shape on its actions, and no
// others: nothing is accepted or decided, and there are neither calls nor
// verdicts in the result. Of the context only the tools matter; they settle
// namespaces. It always returns a result; our own failure is in its Failure.
func (e *Engine) Read(ctx context.Context, c *Context, t *Turn) *Result {
	return e.judge(ctx, c, t, (*judge).readOnly)
}

func (j *judge) readOnly(t *Turn) error {
	if err := j.read(t); err != nil {
		return err
	}
	j.prepare(schema.RuleStageShape)
	for i := range j.reply.Actions {
		a := j.newAction(i)
		if err := j.shape(a); err != nil {
			return err
		}
		for k := range j.reply.Actions[i].Findings {
			f := j.found(&j.reply.Actions[i].Findings[k])
			f.Path = pathOf(i) + f.Path
			j.result.Findings = append(j.result.Findings, f)
		}
	}
	return nil
}

// found is a finding with its place in the reply.
func (j *judge) found(f *reply.Finding) Finding {
	return Finding{
		Code: f.Code, Path: f.Path, Message: f.Message,
		Position: schema.Position{File: j.file, Line: int64(f.Position.Line), Column: int64(f.Position.Column)},
	}
}
