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
