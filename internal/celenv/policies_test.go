package celenv_test

import (
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/internal/celenv"
)

const claimFolder = "../../policies/claim"

// claimRules compiles the CEL rules of the claim library.
func claimRules(t testing.TB, e *celenv.Env) []*celenv.Rule {
	files, err := filepath.Glob(claimFolder + "/rules/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules", err)
	}
	var rules []*celenv.Rule
	for _, file := range files {
		r, list := e.CompileRule(file, readYAML(t, file))
		if len(list) > 0 {
			t.Error(list)
			continue
		}
		rules = append(rules, r)
	}
	return rules
}

// claimFacts compiles the facts of the claim library.
func claimFacts(t testing.TB, e *celenv.Env) []*celenv.Fact {
	n := readYAML(t, claimFolder+"/facts.yaml")
	var facts []*celenv.Fact
	for _, f := range n.Get("facts").Fields {
		var actions []string
		for _, a := range f.Value.Get("actions").Items {
			actions = append(actions, a.Text)
		}
		fact, list := e.CompileFact(claimFolder+"/facts.yaml", f.Key, actions, f.Value.Get("expression"))
		if len(list) > 0 {
			t.Error(list)
			continue
		}
		facts = append(facts, fact)
	}
	return facts
}

func TestClaimLibraryCompiles(t *testing.T) {
	e := newEnv(t, "claim@2")
	claimRules(t, e)
	claimFacts(t, e)
}

// TestStoredRules makes the rules and facts of the claim library from their
// stored form and judges all cases with them.
func TestStoredRules(t *testing.T) {
	for key, set := range map[string]string{"want1": "claim@1", "want2": "claim@2"} {
		checked := newJudge(t, set)
		e := newEnv(t, set)
		restored := &judge{env: e, set: set}
		for _, r := range checked.rules {
			stored, err := r.Store()
			if err != nil {
				t.Fatal(err)
			}
			file := r.Policy.Source.File
			again, list := e.RestoreRule(file, readYAML(t, file), r.Metadata, stored)
			if list.HasErrors() {
				t.Fatal(list)
			}
			restored.rules = append(restored.rules, again)
		}
		n := readYAML(t, claimFolder+"/facts.yaml")
		for _, f := range checked.facts {
			stored, err := f.Store()
			if err != nil {
				t.Fatal(err)
			}
			again, err := e.RestoreFact("facts.yaml", f.Name, f.Actions, n.Get("facts").Get(f.Name).Get("expression"), stored)
			if err != nil {
				t.Fatal(err)
			}
			restored.facts = append(restored.facts, again)
		}
		testCases(t, restored, key, map[string]bool{})
	}
}
