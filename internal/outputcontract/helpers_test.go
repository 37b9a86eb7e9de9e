package outputcontract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// header begins every contract of these tests.
const header = "kind: OutputContract\nid: test.reply\nversion: 1.0.0\ntext: A reply.\n"

// noClasses is for contracts that name no class.
func noClasses(name string) (*linkml.View, string, error) {
	return nil, "", fmt.Errorf("there is no class %q", name)
}

// repairs are those of the tests: strict contracts mend nothing, and trailing
// commas are mended elsewhere.
func repairs() *outputcontract.Repairs {
	opt := repair.Off()
	opt.Classes = map[repair.Class]repair.Words{}
	for _, c := range repair.Classes() {
		opt.Classes[c] = repair.Words{What: string(c), Why: "a test"}
	}
	opt.Limits.Edits, opt.Text = 100, []repair.Class{repair.CodeFence, repair.SurroundingText, repair.ExtraCommas, repair.MissingBrackets, repair.SeveralBlocks}
	return &outputcontract.Repairs{Options: opt, Never: []repair.Class{repair.SeveralBlocks}, Whole: []repair.Class{repair.MissingBrackets}}
}

// compile makes a contract of the text behind the header ready.
func compile(t testing.TB, text string) *outputcontract.Contract {
	t.Helper()
	n, problems := doc.ReadYAML("contract.yaml", []byte(header+text), doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	c, problems := outputcontract.Compile("contract.yaml", n, noClasses)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if problems := c.CheckExamples("contract.yaml", n, repairs()); len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

// limits are large enough for every test but those of limits.
func limits() outputcontract.Limits {
	return outputcontract.Limits{Bytes: 64 << 20, Depth: 100, Values: 5000, ValuesPerKilobyte: 100, Problems: 1000}
}

// check holds a text against a contract.
func check(t testing.TB, c *outputcontract.Contract, text string, stop schema.StopReason) *outputcontract.Result {
	t.Helper()
	result := c.Check(context.Background(), outputcontract.Reply{Text: text, StopReason: stop}, limits(), repairs())
	if result.Failure != nil {
		t.Fatal(result.Failure)
	}
	return result
}

// said writes problems in lines: place, pointer, code and what belongs to it.
func said(result *outputcontract.Result) string {
	var lines []string
	for _, p := range result.Problems {
		line := string(p.Code)
		if p.Position.Known() {
			line = p.Position.String() + " " + line
		}
		if p.Pointer != nil {
			line += " at " + fmt.Sprintf("%q", *p.Pointer)
		}
		for _, s := range p.Slots {
			line += " " + s.Name + "=" + s.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
