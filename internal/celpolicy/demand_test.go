package celpolicy_test

import (
	"fmt"
	"testing"

	"cel.dev/cel-go/cel"
	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
)

// TestDemanded reads what conditions begin with.
func TestDemanded(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("input", cel.DynType), cel.Variable("n", cel.IntType))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		conditions []string
		want       []string
		ok         bool
	}{
		{[]string{`input.tool == "a"`}, []string{"a"}, true},
		{[]string{`"a" == input.tool && 1 / n == 1`}, []string{"a"}, true},
		{[]string{`input.kind == "x" && input.tool in ["b", "a"] && n > 1`}, []string{"a", "b"}, true},
		{[]string{`input.tool == "b"`, `(input.kind == "x" && input.tool == "a") && n > 1`}, []string{"a", "b"}, true},
		{[]string{`input.tool in []`}, []string{}, true},
		{[]string{`input.tool == "a"`, `n > 1`}, nil, false},
		{[]string{`input.tool == "a"`, `true`}, nil, false},
		{[]string{`1 / n == 1 && input.tool == "a"`}, nil, false}, // the error of the first part counts
		{[]string{`input.tool == "a" || n > 1`}, nil, false},
		{[]string{`!(input.tool == "a")`}, nil, false},
		{[]string{`input.tool != "a"`}, nil, false},
		{[]string{`has(input.tool) && input.tool == "a"`}, nil, false},
		{[]string{`input.tool.name == "a"`}, nil, false},
		{[]string{`input.tool == input.kind`}, nil, false},
		{[]string{`input.tool in ["a", input.kind]`}, nil, false},
	} {
		text := "name: p\nrule:\n  match:\n"
		for _, c := range test.conditions {
			text += fmt.Sprintf("    - {condition: %q, output: '\"out\"'}\n", c)
		}
		n, problems := doc.ReadYAML("p", []byte(text), doc.DefaultLimits())
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		src, problems := celpolicy.Parse("p", n, celpolicy.DefaultLimits())
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		p, problems := celpolicy.Prepare(src, &celpolicy.Environment{CEL: env})
		if p == nil {
			t.Fatal(problems)
		}
		got, ok := p.Demanded("input", "tool")
		if diff := cmp.Diff(test.want, got); ok != test.ok || diff != "" {
			t.Errorf("%q: %v %s", test.conditions, ok, diff)
		}
	}
}
