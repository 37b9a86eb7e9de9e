package outputcontract

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// exampleText is the reply of an example as a text.
func exampleText(e *schema.OutputExample) string {
	if text, ok := e.Reply.Value.(string); ok {
		return text
	}
	return compact(e.Reply.Value)
}

// exampleLimits bound what stands in a file that was read within its own limits.
func exampleLimits() Limits {
	return Limits{Bytes: math.MaxInt32, Depth: 128, Values: 1 << 20, Problems: 1000}
}

// Example is an example, a counter-example or the fallback of a contract.
type Example struct {
	// Kind is example, counter-example or fallback.
	Kind string
	At   diag.Range
	// Check returns what is not as the contract says.
	Check func() diag.List
}

// Examples returns the examples, counter-examples and the fallback of the
// contract. The file and its tree are for their places.
func (c *Contract) Examples(file string, n *doc.Node, repairs *Repairs) []Example {
	var list []Example
	e := exampleJudge{c, file, repairs}
	for i := range c.Written.Examples {
		at := item(n.Get("examples"), i)
		list = append(list, Example{"example", at.Range, func() diag.List { return e.example(at, &c.Written.Examples[i]) }})
	}
	for i := range c.Written.CounterExamples {
		at := item(n.Get("counter_examples"), i)
		list = append(list, Example{"counter-example", at.Range, func() diag.List { return e.counterExample(at, &c.Written.CounterExamples[i]) }})
	}
	if c.Written.Fallback != nil {
		at, fallback := n.Get("fallback"), &schema.OutputExample{Reply: schema.Any{Value: *c.Written.Fallback}}
		list = append(list, Example{"fallback", at.Range, func() diag.List { return e.example(at, fallback) }})
	}
	return list
}

// CheckExamples holds all of [Contract.Examples] against the contract.
func (c *Contract) CheckExamples(file string, n *doc.Node, repairs *Repairs) diag.List {
	var list diag.List
	for _, e := range c.Examples(file, n, repairs) {
		list.Add(e.Check()...)
	}
	return list
}

// exampleJudge holds the examples of a file against its contract.
type exampleJudge struct {
	*Contract
	file    string
	repairs *Repairs
}

func (c *exampleJudge) judge(e *schema.OutputExample) *Result {
	reply := Reply{Text: exampleText(e)}
	if e.StopReason != nil {
		reply.StopReason = *e.StopReason
	}
	return c.Check(context.Background(), reply, exampleLimits(), c.repairs)
}

// example reports an example that does not conform.
func (c *exampleJudge) example(n *doc.Node, e *schema.OutputExample) diag.List {
	result := c.judge(e)
	at := diag.Range{Start: n.Range.Start, End: n.Range.Start}
	switch {
	case result.Failure != nil:
		return diag.List{exampleFailed(c.file, at, result)}
	case !result.Conforms():
		d := diag.Errorf(c.file, at, "output.example", "it does not conform to the contract: %s", strings.Join(said(result.Problems), "; "))
		return diag.List{d.WithDetail("change the example or the contract")}
	}
	return nil
}

// counterExample reports a counter-example that conforms, or that has other
// problems than it says.
func (c *exampleJudge) counterExample(n *doc.Node, e *schema.OutputExample) diag.List {
	result := c.judge(e)
	at := diag.Range{Start: n.Range.Start, End: n.Range.Start}
	found := codes(result.Problems)
	switch {
	case result.Failure != nil:
		return diag.List{exampleFailed(c.file, at, result)}
	case result.Conforms():
		return diag.List{diag.Errorf(c.file, at, "output.counter-example", "the counter-example conforms to the contract").WithDetail("change it or the contract")}
	case e.Problems != nil && !slices.Equal(found, e.Problems):
		d := diag.Errorf(c.file, at, "output.counter-example", "it has the problems %s, not %s", strings.Join(found, ", "), strings.Join(e.Problems, ", "))
		return diag.List{d.WithDetail("found: %s", strings.Join(said(result.Problems), "; "))}
	}
	return nil
}

func exampleFailed(file string, at diag.Range, result *Result) diag.Diagnostic {
	return diag.Errorf(file, at, "output.example", "it cannot be held against the contract: %s", diag.Neutralise(result.Failure.Error())).
		WithDetail("change the rule so that it has an answer, for example with has(…)")
}

func codes(problems []Problem) []string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = string(p.Code)
	}
	return list
}

// said writes problems without the words of a table: codes and what belongs to
// them.
func said(problems []Problem) []string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = string(p.Code)
		if p.Pointer != nil && *p.Pointer != "" {
			list[i] += " " + *p.Pointer
		}
		for _, s := range p.Slots {
			list[i] += " " + s.Text
		}
	}
	return list
}
