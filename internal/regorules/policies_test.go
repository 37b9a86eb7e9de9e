package regorules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// vocabulary is the core vocabulary.
func vocabulary(t testing.TB) *linkml.View {
	t.Helper()
	view, err := linkml.LoadFS(schema.Vocabulary, "contractc.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return view
}

// inputType is the type of input that the tests check against.
func inputType(t testing.TB) *InputType {
	t.Helper()
	closed, err := vocabulary(t).JSONSchema("Input", linkml.JSONSchemaOptions{Written: true})
	if err != nil {
		t.Fatal(err)
	}
	it, err := NewInputType(closed)
	if err != nil {
		t.Fatal(err)
	}
	return it
}

// policies reads the Rego files of the default bundle's libraries.
func policies(t testing.TB) []Source {
	t.Helper()
	root := filepath.Join("..", "..", "policies")
	paths, err := filepath.Glob(filepath.Join(root, "*", "*.rego"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no Rego files in %s: %v", root, err)
	}
	var sources []Source
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			t.Fatal(err)
		}
		rel = filepath.ToSlash(rel)
		library, _, _ := strings.Cut(rel, "/")
		sources = append(sources, Source{Path: rel, Library: library, Text: string(text)})
	}
	return sources
}

// policyFacts are the facts that the default bundle's libraries declare.
func policyFacts(t testing.TB) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	paths, err := filepath.Glob(filepath.Join("..", "..", "policies", "*", "facts.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no facts: %v", err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		node, problems := doc.ReadYAML(p, text, doc.DefaultLimits())
		var facts schema.Facts
		if !problems.HasErrors() {
			problems = facts.Decode(p, node)
		}
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		for _, f := range facts.Facts {
			found[f.Name] = append(found[f.Name], f.Actions...)
		}
	}
	return found
}

func TestThePoliciesAreInOrder(t *testing.T) {
	found, problems := Check(policies(t), CheckOptions{Input: inputType(t), Facts: policyFacts(t)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	rules := 0
	for _, d := range found {
		rules += len(d.Rules)
	}
	if rules < 10 {
		t.Errorf("only %d rules", rules)
	}
}
