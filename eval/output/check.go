package output

import (
	"context"
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// Reply is a reply as it came from a model.
type Reply struct {
	// Text is the text, or a provider's message.
	Text []byte
	// From is the envelope: auto where it is empty, text for a text.
	From string
	// StopReason is why the model stopped, where that is known and the reply does
	// not say it; empty otherwise.
	StopReason schema.StopReason
	// Printed is what a model command printed beside the reply; a loop keeps it.
	Printed string
}

// Check holds a reply against the contract and lists everything by which it does
// not conform. Our own failure is in Error; the reply then does not conform.
func (c *Contract) Check(ctx context.Context, r Reply) *schema.OutputFindings {
	f, _ := c.read(ctx, r)
	return f
}

// reading is a reply out of its envelope.
type reading struct {
	text string
	// taken is what a reply that conforms is used for: its JSON value where the
	// contract asks for no more, as it is written, and otherwise the text.
	taken string
}

// read is Check with the text of the reply.
func (c *Contract) read(ctx context.Context, r Reply) (*schema.OutputFindings, reading) {
	f := &schema.OutputFindings{Problems: []schema.OutputProblem{}, Edits: []schema.Edit{}, Completeness: schema.CompletenessUnknown}
	found, err := c.check(ctx, r, f)
	if err != nil {
		failure := diag.Neutralise(err.Error())
		f.Error = &failure
	}
	f.Conforms = f.Error == nil && len(f.Problems) == 0
	f.Feedback = c.feedback(f)
	return f, found
}

func (c *Contract) check(ctx context.Context, r Reply, f *schema.OutputFindings) (found reading, err error) {
	defer recovered(&err)
	ctx, stop := context.WithTimeout(ctx, c.limits.deadline())
	defer stop()
	m, err := c.open(r)
	if err != nil {
		return found, err
	}
	found.text, found.taken = m.Text, m.Text
	f.Completeness = m.Completeness
	if m.StopReason != "" {
		f.StopReason = &m.StopReason
	}
	envelope := string(m.Envelope)
	f.Envelope = &envelope
	if m.Unusable {
		f.Problems = append(f.Problems, c.problem(outputcontract.Problem{Code: outputcontract.ReplyEnvelope, Offset: -1, Slots: []outputcontract.Slot{{Name: "envelope", Text: envelope}}}, m))
		return found, nil
	}
	result := c.compiled.Check(ctx, outputcontract.Reply{Text: m.Text, StopReason: m.StopReason}, c.limits.Limits, c.repairs)
	c.record(result, m, f)
	if c.compiled.Written.Sections == nil && result.Value != nil {
		found.taken = valueText(m.Text, result)
	}
	return found, result.Failure
}

// open takes the text out of an envelope.
func (c *Contract) open(r Reply) (*reply.Message, error) {
	from := reply.Envelope(r.From)
	if from == "" {
		from = reply.Auto
	}
	return reply.ReadText(string(r.Text), from, reply.TextOptions{Limits: reply.Limits{
		Bytes: c.limits.Bytes, Depth: c.limits.Depth, Values: c.limits.Values, ValuesPerKilobyte: c.limits.ValuesPerKilobyte, Actions: 1,
	}, StopReason: r.StopReason})
}

// valueText is the JSON value as it is written, or where it was repaired as it was
// read.
func valueText(text string, result *outputcontract.Result) string {
	if !result.Repaired {
		return text[result.Value.Offset:result.Value.EndOffset]
	}
	written, err := result.Value.MarshalJSON()
	if err != nil {
		return text
	}
	return string(written)
}

// recovered turns a panic into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("a fault of contractc: %v", p)
	}
}

// record writes a result with the words of the table.
func (c *Contract) record(result *outputcontract.Result, m *reply.Message, f *schema.OutputFindings) {
	for _, p := range result.Problems {
		f.Problems = append(f.Problems, c.problem(p, m))
	}
	if more := int64(result.More); more > 0 {
		f.More = &more
	}
	f.Unchecked = result.Unchecked
	for _, e := range result.Edits {
		e.Offset = int64(m.Offset(int(e.Offset)))
		f.Edits = append(f.Edits, e)
	}
	if result.Value != nil {
		f.Value = &schema.Any{Value: result.Value.Plain()}
	}
}

// problem says a problem in words.
func (c *Contract) problem(p outputcontract.Problem, m *reply.Message) schema.OutputProblem {
	var pairs []string
	for _, s := range p.Slots {
		pairs = append(pairs, s.Name, s.Text)
	}
	out := schema.OutputProblem{Code: string(p.Code), Message: fill(c.words.Problems[string(p.Code)], pairs...), Pointer: p.Pointer}
	if p.Heading != "" {
		out.Heading = &p.Heading
	}
	if p.Rule != "" {
		out.Rule = &p.Rule
	}
	if p.Position.Known() {
		line, column := int64(p.Position.Line), int64(p.Position.Column)
		out.Line, out.Column = &line, &column
	}
	if p.Offset >= 0 {
		offset := int64(m.Offset(p.Offset))
		out.Offset = &offset
	}
	return out
}
