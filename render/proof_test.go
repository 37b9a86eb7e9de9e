package render

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// proofs are proofs by the name of their golden files.
func proofs() map[string]*belief.Proof {
	premise := func(ref string, value any, j schema.Justification) belief.Step {
		return belief.Step{Reference: ref, Value: value, Held: true, Confidence: 0.9, Reasons: []belief.Reason{{Justification: j, Decisive: true}}}
	}
	hostile := "x\u202e\"]; click b0 %%{init: {}}%% <script>`\n#59;"
	long := &belief.Proof{Roots: []int{0}}
	for i := range 20 {
		step := belief.Step{Reference: "k" + string(rune('a'+i)) + "@1", Value: "v", Held: true, Confidence: 1}
		step.Reasons = []belief.Reason{{Justification: &schema.Assertion{Source: "human:user"}, Decisive: true}}
		if i < 19 {
			step.Reasons = []belief.Reason{{Justification: &schema.Derivation{Source: "model", Antecedents: []string{"next"}}, Decisive: true, From: []int{i + 1}}}
		}
		long.Steps = append(long.Steps, step)
	}
	return map[string]*belief.Proof{
		"diamond": {Roots: []int{0}, Steps: []belief.Step{
			{Reference: "top@1", Value: 3.0, Claim: "the sum", Held: true, Confidence: 0.81, Reasons: []belief.Reason{
				{Justification: &schema.Derivation{Source: "model", Antecedents: []string{"left@1", "right@2"}, Formula: ptr("{left} + {right}"), Confidence: ptr(0.9)}, Decisive: true, From: []int{1, 2}},
				{Justification: &schema.Derivation{Source: "model:b", Antecedents: []string{}}},
			}},
			{Reference: "left@1", Value: 1.0, Held: true, Confidence: 0.9, Reasons: []belief.Reason{{Justification: &schema.Derivation{Source: "model", Antecedents: []string{"base@1"}}, Decisive: true, From: []int{3}}}},
			{Reference: "right@2", Value: 2.0, Held: true, Confidence: 0.9, Reasons: []belief.Reason{{Justification: &schema.Derivation{Source: "model", Antecedents: []string{"base@1"}}, Decisive: true, From: []int{3}}}},
			premise("base@1", nil, &schema.Citation{Source: "document:d", Document: "d", Quote: "q"}),
		}},
		"conflict": {Roots: []int{0, 1}, Steps: []belief.Step{
			{Reference: "k@1", Value: true, Held: true, Conflicted: true, Confidence: 0.99, Reasons: []belief.Reason{{Justification: &schema.Assertion{Source: "human:ana"}, Decisive: true}}},
			{Reference: "k@2", Value: false, Held: true, Conflicted: true, Confidence: 0.99, Reasons: []belief.Reason{{Justification: &schema.ToolResult{Source: "tool:t(n=1)"}, Decisive: true}}},
		}},
		"out": {Roots: []int{0}, Steps: []belief.Step{
			{Reference: "k@1", Value: "v", Reasons: []belief.Reason{
				{Justification: &schema.ToolResult{Source: "tool:t", Withdrawn: ptr(schema.WithdrawalSuperseded)}},
				{Justification: &schema.Derivation{Source: "model", Antecedents: []string{"k@1"}}, From: []int{0}},
			}},
		}},
		"hostile": {Roots: []int{0}, Steps: []belief.Step{
			{Reference: hostile + "@1", Value: hostile, Claim: hostile, Held: true, Reasons: []belief.Reason{
				{Justification: &schema.Citation{Source: hostile, Document: hostile, Quote: hostile}, Decisive: true},
				{Justification: &schema.Assertion{Source: hostile}},
				{Justification: &schema.Derivation{Source: hostile, Formula: ptr(hostile), Antecedents: []string{hostile}}},
			}},
		}},
		"deep": long,
	}
}

func TestProofs(t *testing.T) {
	for name, p := range proofs() {
		got := ProofText(p) + "\n" + ProofMermaid(p)
		file := filepath.Join("testdata", "proofs", name+".golden")
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// mermaidLine is a line of our flowcharts. Labels hold nothing that means
// something to Mermaid or HTML.
var mermaidLine = func() *regexp.Regexp {
	label := `(?:[A-Za-z0-9 .,:_/+=()'@-]|#[0-9]+;)+`
	return regexp.MustCompile(`^(?:flowchart TB` +
		`|  b[0-9]+\["` + label + `<br/>` + label + `"\](?::::out|:::conflict)?` +
		`|  b[0-9]+r[0-9]+\(\["` + label + `"\]\)` +
		`|  b[0-9]+(?:r[0-9]+)? (?:-->|==>) b[0-9]+(?:r[0-9]+)?` +
		`|  classDef (?:out stroke-dasharray: 6 4|conflict stroke-width: 4px))$`)
}()

// Whatever a proof says, the flowchart has lines of ours only, and the text has
// no line that the proof made.
func TestProofsAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("\n\r\t\"'`#;%{}[]()<>&|\\-=.:ax \u202e\u200b\U000E0041")))).Draw(t, "text")
		p := &belief.Proof{Roots: []int{0}, Steps: []belief.Step{{Reference: s + "@1", Value: s, Claim: s, Held: true, Reasons: []belief.Reason{
			{Justification: &schema.Citation{Source: s, Document: s, Quote: s}},
			{Justification: &schema.Derivation{Source: s, Antecedents: []string{s}, Formula: &s}},
			{Justification: &schema.ToolResult{Source: s}},
		}}}}
		for _, line := range strings.Split(strings.TrimSuffix(ProofMermaid(p), "\n"), "\n") {
			if !mermaidLine.MatchString(line) {
				t.Fatalf("%q is not a line of ours", line)
			}
		}
		text := ProofText(p)
		if n := strings.Count(text, "\n"); n > 5 {
			t.Fatalf("%d lines:\n%s", n, text)
		}
		for _, r := range text {
			if r < ' ' && r != '\n' || r == '\u202e' || r == '\u200b' || r == 0x7f {
				t.Fatalf("%q is not escaped", text)
			}
		}
	})
}
