package celpolicy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// TestPolicies runs testdata: a policy, the variables of its environment, and
// either cases with their outputs or the errors that it must have.
func TestPolicies(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no policies", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testArchive(t, file) })
	}
}

func testArchive(t *testing.T, file string) {
	parts := readArchive(t, file)
	env := newTestEnv(t, parts["env"])
	source, list := parsePolicy(t, parts["policy.yaml"])
	if want, ok := parts["errors"]; ok {
		if !list.HasErrors() {
			_, list = celpolicy.Compile(source, env)
		}
		list.Sort()
		if diff := cmp.Diff(want, places(list)); diff != "" {
			t.Error(diff)
		}
		return
	}
	compiled, list := celpolicy.Compile(source, env)
	if len(list) > 0 {
		t.Fatal(list)
	}
	prepared, list := celpolicy.Prepare(source, env)
	if len(list) > 0 {
		t.Fatal(list)
	}
	restored := storeAndRestore(t, compiled, source, env)
	if want, ok := parts["type"]; ok {
		if got := typeName(compiled); got != strings.TrimSpace(want) {
			t.Errorf("the type is %s, want %s", got, want)
		}
	}
	for line := range strings.Lines(parts["cases"]) {
		input, want, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		for how, policy := range map[string]*celpolicy.Policy{"compiled": compiled, "prepared": prepared, "restored": restored} {
			if diff := cmp.Diff(want, outcome(t, policy, input)); diff != "" {
				t.Errorf("%s, %s:\n%s", input, how, diff)
			}
		}
	}
}

func storeAndRestore(t *testing.T, compiled *celpolicy.Policy, source *celpolicy.Source, env *celpolicy.Environment) *celpolicy.Policy {
	stored, err := compiled.Store()
	if err != nil {
		t.Fatal(err)
	}
	restored, err := celpolicy.Restore(source, env, stored)
	if err != nil {
		t.Fatal(err)
	}
	return restored
}

func readArchive(t testing.TB, file string) map[string]string {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range archive.Files {
		parts[f.Name] = string(f.Data)
	}
	return parts
}

func parsePolicy(t testing.TB, src string) (*celpolicy.Source, diag.List) {
	node, list := doc.ReadYAML("policy.yaml", []byte(src), doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return celpolicy.Parse("policy.yaml", node, celpolicy.Limits{})
}

func places(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s %s: %s\n", d.Range.Start, d.Code, d.Summary)
	}
	return b.String()
}

func newTestEnv(t testing.TB, variables string) *celpolicy.Environment {
	options := []cel.EnvOption{cel.StdLib(), cel.OptionalTypes(), cel.HomogeneousAggregateLiterals()}
	known := map[string]*cel.Type{"int": cel.IntType, "bool": cel.BoolType, "dyn": cel.DynType}
	for line := range strings.Lines(variables) {
		name, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
		options = append(options, cel.Variable(name, known[kind]))
	}
	e, err := cel.NewCustomEnv(options...)
	if err != nil {
		t.Fatal(err)
	}
	return &celpolicy.Environment{CEL: e, Program: conformanceProgram(), CostLimit: 1_000_000}
}

func typeName(p *celpolicy.Policy) string {
	name := cel.FormatCELType(p.Type())
	switch p.Shape() {
	case celpolicy.Optional:
		return "optional(" + name + ")"
	case celpolicy.Many:
		return "list(" + name + ")"
	}
	return name
}

// outcome evaluates a policy on an input such as "x=1 b=true".
func outcome(t *testing.T, p *celpolicy.Policy, input string) string {
	vars := map[string]any{}
	for pair := range strings.FieldsSeq(input) {
		name, text, _ := strings.Cut(pair, "=")
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if x, ok := v.(float64); ok {
			v = int64(x)
		}
		vars[name] = v
	}
	activation, err := cel.NewActivation(vars)
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.Eval(t.Context(), activation)
	if err != nil {
		var failure *celpolicy.EvalError
		if !errors.As(err, &failure) {
			t.Fatalf("an error of type %T: %v", err, err)
		}
		return fmt.Sprintf("error %s:%s %s: %s", failure.File, failure.Position, failure.Failure, failure.Message)
	}
	return strings.Join(append([]string{written(t, result.Value())}, result.Explanations...), " | ")
}

func written(t *testing.T, v ref.Val) string {
	if o, ok := v.(*types.Optional); ok && !o.HasValue() {
		return "none"
	}
	if s, ok := v.(types.String); ok {
		return string(s)
	}
	native, err := v.ConvertToNative(types.JSONValueType)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(native)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
