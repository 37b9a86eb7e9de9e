package subset_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/schema/linkml"
)

// TestRulesStandInOutputContracts puts every fitted schema of testdata/schemas with
// its rules into an output contract, which takes them as they are.
func TestRulesStandInOutputContracts(t *testing.T) {
	env, err := subset.NewEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	files := schemaFiles(t)
	// an output contract demands formats, and so takes those alone that it can check
	files["values.json"] = bytes.ReplaceAll(files["values.json"], []byte(`"format": "regex", `), nil)
	files["nested_lists.json"] = []byte(inProperty(`{"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "string", "pattern": "^a", "not": {"const": "ab"}}}}}`))
	for file, src := range files {
		d := read(t, file, src)
		for _, provider := range providers {
			k := newKit(t, provider)
			fit, err := k.profile.Fit(d, k.words, env)
			if err != nil {
				t.Fatal(err)
			}
			if fit.Schema == nil {
				continue
			}
			rules := []any{}
			for _, r := range fit.Rules {
				rules = append(rules, map[string]any{"id": r.ID, "text": r.Text, "message": r.Text, "expression": r.Expression, "path": r.Path})
			}
			contract := doc.FromPlain(map[string]any{
				"kind": "OutputContract", "id": "test.fitted", "version": "1.0.0", "text": "A value.", "json": map[string]any{"schema": fit.Schema, "rules": rules},
			})
			if _, problems := outputcontract.Compile(file, contract, noClasses); problems.HasErrors() {
				t.Errorf("%s for %s: %v", file, provider, problems)
			}
			if file == "nested_lists.json" && provider == "anthropic" && len(fit.Rules) == 0 {
				t.Error("nothing is kept in lists inside lists")
			}
		}
	}
}

func noClasses(name string) (*linkml.View, string, error) {
	return nil, "", fmt.Errorf("there is no class %q", name)
}
