package eval

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Bounds of what is shown of one rule.
const (
	maxExplainedSteps   = 12
	maxExplainedReasons = 3   // of several rules of one name
	maxExplainedText    = 160 // code points of an expression or a value
)

// celRule asks a rule in CEL. It is compiled from its source, of which every
// part is then known.
func (x *explainer) celRule(l *look, r *index.Rule, out *schema.ExplainedRule) error {
	rule := x.inCEL[r]
	if rule == nil {
		text, err := x.engine.catalog.Text(x.engine.catalog.Library(r.Library), r.File)
		if err != nil {
			return err
		}
		n, problems := doc.ReadYAML(r.File, text, doc.DefaultLimits())
		if !problems.HasErrors() {
			rule, problems = x.engine.rules.env.PrepareRuleAs(r.File, n, r.Metadata)
		}
		if problems.HasErrors() {
			return problems
		}
		x.inCEL[r] = rule
	}
	steps, fired, err := rule.Explain(l.bound)
	for _, f := range fired {
		out.Messages = append(out.Messages, l.hide.text(f.Message))
	}
	for _, s := range steps {
		step := schema.ExplainedStep{
			File: r.File, Line: int64(s.At.Line), Column: int64(s.At.Column), Expression: l.hide.text(s.Expression), Value: l.hide.ofCEL(s.Value),
		}
		for _, p := range s.Parts {
			step.Values = append(step.Values, schema.ExplainedValue{Expression: l.hide.text(p.Expression), Value: l.hide.ofCEL(p.Value)})
		}
		out.Steps = append(out.Steps, step)
		if s.Reason != "" && (out.Reason == "" || len(s.Reason) < len(out.Reason)) {
			out.Reason = l.hide.text(s.Reason)
		}
	}
	shorten(out)
	return err
}

// regoTurn is a turn of an engine that knows one rule.
func (x *explainer) regoTurn(l *look, r *index.Rule) (*regorules.Turn, error) {
	if turn := x.turns[r]; turn != nil {
		return turn, nil
	}
	alone := x.inRego[r]
	if alone == nil {
		sources, modules, err := regoOf(x.engine.catalog)
		if err != nil {
			return nil, err
		}
		if alone, err = regorules.New(sources, modules, regorules.Options{Sets: x.engine.sets, Only: []string{r.ID}, Deadline: explainDeadline}); err != nil {
			return nil, err
		}
		x.inRego[r] = alone
	}
	turn, err := alone.NewTurn(l.judge.context.plainShared())
	x.turns[r] = turn
	return turn, err
}

// regoRule asks a rule in Rego, with an engine that asks no other.
func (x *explainer) regoRule(l *look, r *index.Rule, out *schema.ExplainedRule) error {
	turn, err := x.regoTurn(l, r)
	if err != nil {
		return err
	}
	result, steps, guard, err := turn.Explain(l.judge.ctx, regorules.Query{Stage: l.stage, Type: l.action.Type, Fields: l.own()})
	for _, f := range result.Fired {
		out.Messages = append(out.Messages, l.hide.text(f.Message))
	}
	addSteps(l, steps, out)
	if guard != "" {
		out.Reason = l.hide.text(guard + " is not so")
	} else if last := regorules.LastFailed(steps, r.File, r.Line, x.bodyEnd(r)); last != nil {
		out.Reason = l.hide.text(fmt.Sprintf("%s %s, line %d", last.Expression, notSo(last), last.At.Line))
	}
	shorten(out)
	return err
}

// folderSteps asks a rule of a rule folder, whose rules are compiled together.
func (x *explainer) folderSteps(l *look, f *folder, lib *index.Library, r *index.Rule, out *schema.ExplainedRule, whole func() object, action object) error {
	input, _, reason := f.document(whole, action)
	if reason != "" {
		out.Reason = l.hide.text(reason)
		return nil
	}
	compiled, err := f.compiled()
	if err != nil {
		return err
	}
	found, steps, stopped, err := compiled.Explain(l.judge.ctx, input, r.ID)
	root := strings.TrimSuffix(x.engine.catalog.Display(lib, lib.ID), lib.ID)
	for i := range steps {
		steps[i].File = strings.TrimPrefix(steps[i].File, root)
	}
	addSteps(l, steps, out)
	shorten(out)
	var reasons []string
	for _, hit := range found {
		out.Messages = append(out.Messages, l.hide.text(hit.Message))
		if hit.Severity == schema.SeverityObserve {
			out.Reason = "all that it demands is so, and an exception of its package takes it back"
		}
	}
	for i, s := range stopped {
		if i == maxExplainedReasons {
			reasons = append(reasons, fmt.Sprintf("so on in %d more rules of its name", len(stopped)-i))
			break
		}
		reasons = append(reasons, fmt.Sprintf("%s %s, line %d", s.Expression, notSo(&s), s.At.Line))
	}
	if len(found) == 0 {
		out.Reason = l.hide.text(strings.Join(reasons, ", and "))
	}
	return err
}

// addSteps adds the statements of a rule in Rego with what came of them.
func addSteps(l *look, steps []regorules.Step, out *schema.ExplainedRule) {
	for _, s := range steps {
		step := schema.ExplainedStep{
			File: s.File, Line: int64(s.At.Line), Column: int64(s.At.Column), Expression: l.hide.text(s.Expression), Value: heldOrNot(&s),
		}
		for _, v := range s.Values {
			step.Values = append(step.Values, schema.ExplainedValue{Expression: l.hide.text(v.Expression), Value: l.hide.ofRego(v.Value)})
		}
		out.Steps = append(out.Steps, step)
	}
}

// reference is a path below the input without variables.
var reference = regexp.MustCompile(`^input(\.\w+|\["[^"]*"\])+$`)

// notSo says what is the matter with a statement that did not hold: of a path that
// leads to nothing, that it has no value.
func notSo(s *regorules.Step) string {
	known := slices.ContainsFunc(s.Values, func(v regorules.StepValue) bool { return v.Value != nil })
	if !known && reference.MatchString(s.Expression) {
		return "has no value"
	}
	return "is not so"
}

// heldOrNot says what came of a statement, which may be evaluated several times.
func heldOrNot(s *regorules.Step) string {
	switch {
	case s.Failed == 0:
		return "so"
	case s.Failed < s.Tried:
		return "so of some"
	}
	return "not so"
}

// bodyEnd is the last line of a rule in Rego: the next one that is a brace alone,
// or before one that is empty.
func (x *explainer) bodyEnd(r *index.Rule) int {
	text, err := x.engine.catalog.Text(x.engine.catalog.Library(r.Library), r.File)
	if err != nil {
		return r.Line
	}
	lines := strings.Split(string(text), "\n")
	for i := r.Line - 1; i < len(lines); i++ {
		if lines[i] == "}" || lines[i] == "" {
			return i + 1
		}
	}
	return len(lines)
}

// shorten leaves the last steps, which are the furthest that a rule got.
func shorten(out *schema.ExplainedRule) {
	if more := len(out.Steps) - maxExplainedSteps; more > 0 {
		left := int64(more)
		out.Steps, out.LeftOut = out.Steps[:maxExplainedSteps], &left
	}
}
