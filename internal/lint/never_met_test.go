package lint_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/lint"
)

// neverFires are the findings and what is not checked of the rule never-fires, with
// a rule in a bundle; solvers are taken away where it says so.
func neverFires(t *testing.T, without bool, body string) (messages, skipped []string) {
	t.Helper()
	text := "name: store.odd\ndescription: It is odd.\nmetadata:\n  id: store.odd\n  version: 1.0.0\n  severity: deny\n  actions: [call_tool]\n  why: It is so.\nrule:\n" + body
	files := base(t, "store/rules/odd.yaml", "", text)
	s := subject(t, catalog.Source{FS: files, Name: "b", Origin: catalog.OriginFolder})
	if without {
		s.Prover, s.NoProver = nil, "there is none"
	}
	for _, r := range lint.Rules() {
		if r.ID != "never-fires" {
			continue
		}
		result := lint.Run(context.Background(), s, []lint.Rule{r})
		for _, f := range result.Findings {
			messages = append(messages, fmt.Sprintf("%d:%d %s", f.Place.Range.Start.Line, f.Place.Range.Start.Column, f.Message))
		}
		for _, n := range result.NotChecked {
			skipped = append(skipped, fmt.Sprintf("%d:%d %s", n.Place.Range.Start.Line, n.Place.Range.Start.Column, n.Reason))
		}
	}
	return messages, skipped
}

// TestNeverMet asks solvers where parts of a condition may exclude each other: no
// condition that some input meets is reported, and without solvers each is listed.
func TestNeverMet(t *testing.T) {
	const path = "string(input.action.args.path)"
	for _, test := range []struct {
		name, body, want string
		asked            bool
	}{
		{"a size and a beginning", `  match: [{condition: "size(P) < 3 && P.startsWith('/etc')", output: "'no'"}]`, "10:23", true},
		{"a size and a beginning that fit", `  match: [{condition: "size(P) < 5 && P.startsWith('/etc')", output: "'no'"}]`, "", true},
		{"alternatives", `  match: [{condition: "(P == 'a' || P == 'b') && !P.contains('a') && size(P) > 1", output: "'no'"}]`, "10:23", true},
		{"a sum", `  match: [{condition: "size(P) + 1 < 1", output: "'no'"}]`, "10:23", true},
		{"an outer branch", `  match:
    - condition: "P.startsWith('/etc')"
      rule: {match: [{condition: "P.endsWith('/x') && size(P) < 6", output: "'no'"}]}`, "12:34", true},
		{"a variable", `  variables: [{name: p, expression: "P"}]
  match: [{condition: "variables.p == 'a' && size(variables.p) == 2", output: "'no'"}]`, "11:23", true},
		{"what is not lowered may be so", `  match: [{condition: "P.matches('^a+$') && !P.matches('^a*$') && size(P) > 2", output: "'no'"}]`, "", false},
		{"different values", `  match: [{condition: "P.startsWith('/etc') && input.action.tool == 'put_object'", output: "'no'"}]`, "", false},
	} {
		body := strings.ReplaceAll(test.body, "P", path)
		messages, skipped := neverFires(t, false, body)
		if got := strings.Join(messages, "; "); (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) || len(skipped) > 0 {
			t.Errorf("%s: %q, want %q; not checked: %q", test.name, got, test.want, skipped)
		}
		messages, skipped = neverFires(t, true, body)
		if len(messages) > 0 || (len(skipped) > 0) != test.asked {
			t.Errorf("%s, without solvers: %q, not checked: %q", test.name, messages, skipped)
		}
	}
}
