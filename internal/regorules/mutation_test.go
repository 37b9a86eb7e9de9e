package regorules

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
)

// fieldSteps lists the byte offsets behind every constant step of a reference
// in a module, so that a letter put there misspells the step.
func fieldSteps(t *testing.T, src Source) map[int]string {
	t.Helper()
	m, err := ast.ParseModule(src.Path, src.Text)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(src.Text, "\n")
	steps := map[int]string{}
	ast.WalkTerms(m, func(term *ast.Term) bool {
		ref, ok := term.Value.(ast.Ref)
		if !ok {
			return false
		}
		for i, step := range ref[1:] {
			name, ok := step.Value.(ast.String)
			if !ok || step.Location == nil {
				continue
			}
			at := len(strings.Join(lines[:step.Location.Row-1], "")) + step.Location.Col - 1
			if strings.HasPrefix(src.Text[at:], string(name)) {
				steps[at+len(name)] = ref[:i+2].String()
			}
		}
		return false
	})
	return steps
}

// Misspelling any field that the policies read must be an error when they are
// checked. What survives is named here, with the reason.
func TestEveryMisspeltFieldIsFound(t *testing.T) {
	if raceDetector {
		t.Skip("nothing here is concurrent")
	}
	input := inputType(t)
	known := []string{
		// The values of facts are not typed.
		"dependency.key", "dependency.repr",
		// The actions of a reply are known only as they were read.
		"input.actions[call.index].tool",
	}
	var survived []string
	tried := 0
	all := policies(t)
	for i, src := range all {
		if src.IsTest() {
			continue
		}
		for at, ref := range fieldSteps(t, src) {
			mutated := slices.Clone(all)
			mutated[i].Text = src.Text[:at] + "x" + src.Text[at:]
			_, problems := Check(mutated, CheckOptions{Input: input, Facts: policyFacts(t)})
			tried++
			if !problems.HasErrors() {
				survived = append(survived, ref)
			}
		}
	}
	if tried < 80 {
		t.Errorf("only %d fields tried", tried)
	}
	if diff := cmp.Diff(known, sorted(survived)); diff != "" {
		t.Errorf("misspelt fields that nobody found (-known +survived):\n%s", diff)
	}
	t.Logf("%d fields misspelt", tried)
}
