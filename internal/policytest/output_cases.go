package policytest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// OutputCase is a reply to hold against an output contract, with its place.
type OutputCase struct {
	schema.OutputTestCase
	Contract string // its id
	File     string // as diagnostics name it
	Range    diag.Range

	reply []byte
}

// OutputCases returns the cases of output contracts in files of tests, in their
// order. The list has what is wrong with those files.
func OutputCases(from *catalog.Catalog, files []*File) ([]*OutputCase, diag.List) {
	var cases []*OutputCase
	var problems diag.List
	for _, f := range files {
		if !f.is(schema.OutputTestsKind) {
			continue
		}
		list, found := readOutputCases(from, f.Name, f.Node)
		cases = append(cases, list...)
		problems.Add(found...)
	}
	return cases, problems
}

func readOutputCases(from *catalog.Catalog, file string, n *doc.Node) ([]*OutputCase, diag.List) {
	var w schema.OutputTests
	problems := w.Decode(file, n)
	if problems.HasErrors() {
		return nil, problems
	}
	if from.Output(w.Contract) == nil {
		problems.Errorf(file, n.Get("contract").Range, "tests.output", "there is no output contract %q", w.Contract)
	}
	seen := map[string]bool{}
	list := make([]*OutputCase, len(w.Cases))
	for i, c := range w.Cases {
		at := n.Get("cases").Items[i]
		list[i] = &OutputCase{OutputTestCase: c, Contract: w.Contract, File: file, Range: at.Range}
		if seen[c.Name] {
			problems.Errorf(file, at.Get("name").Range, "tests.duplicate", "the name %q stands twice", c.Name)
		}
		seen[c.Name] = true
		var err error
		if list[i].reply, err = replyText(c.Reply.Value); err != nil {
			problems.Errorf(file, at.Get("reply").Range, "tests.reply", "the reply is not JSON: %v", err)
		}
	}
	return list, problems
}

// replyText is a text as it is, and the JSON of any other value.
func replyText(v any) ([]byte, error) {
	if text, ok := v.(string); ok {
		return []byte(text), nil
	}
	return json.Marshal(v)
}

// Run holds the reply against the contract of a catalog, and returns a line for
// what is not as expected. The error says that it could not be looked at.
func (c *OutputCase) Run(ctx context.Context, from *catalog.Catalog) ([]string, error) {
	contract, err := output.Load(from, c.Contract)
	if err != nil {
		return nil, err
	}
	reply := output.Reply{Text: c.reply, From: "text"}
	if c.StopReason != nil {
		reply.StopReason = *c.StopReason
	}
	found := contract.Check(ctx, reply)
	if found.Error != nil {
		return nil, fmt.Errorf("%s", *found.Error)
	}
	got := []string{}
	for _, p := range found.Problems {
		got = append(got, p.Code)
	}
	if !slices.Equal(got, c.Problems) {
		return []string{fmt.Sprintf("problems: got %q, want %q", got, c.Problems)}, nil
	}
	return nil, nil
}
