package celpolicy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	proto3 "cel.dev/expr/conformance/proto3"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
)

// conformanceFolder holds the conformance data of CEL Policy, which is not
// part of this repository.
const conformanceFolder = "../../../shared/cases/cel_policy"

// admission is the one exception: a conformance policy that is not written in
// CEL Policy but in a document form of its own, which the test translates first.
const admission = "k8s"

// What the conformance data holds: policies that compile, policies that must
// not, and cases. All of them are run.
const (
	conformancePolicies = 27
	conformanceRefused  = 16
	conformanceCases    = 91
)

func TestConformance(t *testing.T) {
	if _, err := os.Stat(conformanceFolder); err != nil {
		t.Skip("the conformance data of CEL Policy is not here")
	}
	files, err := filepath.Glob(conformanceFolder + "/*/policy.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no policies found", err)
	}
	errors, _ := filepath.Glob(conformanceFolder + "/compile_errors/*/policy.yaml")
	cases := 0
	for _, file := range append(files, errors...) {
		for _, s := range readSuite(t, filepath.Dir(file)) {
			cases += len(s.Tests)
		}
	}
	if len(files) != conformancePolicies || len(errors) != conformanceRefused || cases != conformanceCases {
		t.Errorf("the data holds %d and %d policies and %d cases", len(files), len(errors), cases)
	}
	for _, file := range append(files, errors...) {
		folder := filepath.Dir(file)
		t.Run(strings.TrimPrefix(folder, conformanceFolder+"/"), func(t *testing.T) { conform(t, folder) })
	}
}

// suite is a file of tests. The data spells section in two ways.
type suite struct {
	Section  []section `yaml:"section"`
	Sections []section `yaml:"sections"`
}

type section struct {
	Name  string     `yaml:"name"`
	Tests []testCase `yaml:"tests"`
}

type testCase struct {
	Name        string              `yaml:"name"`
	Input       map[string]anyValue `yaml:"input"`
	ContextExpr string              `yaml:"context_expr"`
	Output      anyValue            `yaml:"output"`
}

type anyValue struct {
	Value    any      `yaml:"value"`
	Expr     string   `yaml:"expr"`
	ErrorSet []string `yaml:"error_set"`
}

func conform(t *testing.T, folder string) {
	environment := newConformanceEnv(t, folder)
	src, err := os.ReadFile(filepath.Join(folder, "policy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	node, list := doc.ReadYAML("policy.yaml", src, doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	if filepath.Base(folder) == admission {
		node = translateAdmission(node)
	}
	source, list := celpolicy.Parse("policy.yaml", node, celpolicy.Limits{})
	var policy *celpolicy.Policy
	if !list.HasErrors() {
		policy, list = celpolicy.Compile(source, &celpolicy.Environment{CEL: environment, Program: conformanceProgram(), CostLimit: 1_000_000})
	}
	if filepath.Base(filepath.Dir(folder)) == "compile_errors" {
		if !list.HasErrors() {
			t.Fatal("the policy compiles")
		}
		for _, d := range list {
			if !d.Range.Known() {
				t.Errorf("no position: %s", d)
			}
		}
	} else if list.HasErrors() {
		t.Fatal(list)
	}
	for _, s := range readSuite(t, folder) {
		for _, c := range s.Tests {
			if len(c.Output.ErrorSet) > 0 {
				wantErrors(t, c.Output.ErrorSet, list.Error())
				continue
			}
			t.Run(s.Name+"/"+c.Name, func(t *testing.T) { conformCase(t, environment, policy, c) })
		}
	}
}

func wantErrors(t *testing.T, want []string, got string) {
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("no error says %q:\n%s", w, got)
		}
	}
}

func conformCase(t *testing.T, e *cel.Env, policy *celpolicy.Policy, c testCase) {
	vars, err := cel.NewActivation(conformanceInput(t, e, c))
	if err != nil {
		t.Fatal(err)
	}
	result, err := policy.Eval(t.Context(), vars)
	if err != nil {
		t.Fatal(err)
	}
	got, want := unwrap(result.Value()), unwrap(valueOf(t, e, c.Output))
	if got.Equal(want) != types.True {
		t.Errorf("got %v, want %v", got, want)
	}
}

// unwrap returns the value of an optional that has one; the data does not
// tell optional.of(x) from x.
func unwrap(v ref.Val) ref.Val {
	if o, ok := v.(*types.Optional); ok && o.HasValue() {
		return o.GetValue()
	}
	return v
}

func conformanceInput(t *testing.T, e *cel.Env, c testCase) any {
	if c.ContextExpr != "" {
		v := valueOf(t, e, anyValue{Expr: c.ContextExpr})
		vars, err := cel.ContextProtoVars(v.Value().(proto.Message))
		if err != nil {
			t.Fatal(err)
		}
		return vars
	}
	input := map[string]any{}
	for name, v := range c.Input {
		input[name] = valueOf(t, e, v)
	}
	return input
}

func valueOf(t *testing.T, e *cel.Env, v anyValue) ref.Val {
	if v.Expr == "" {
		return e.CELTypeAdapter().NativeToValue(v.Value)
	}
	ast, iss := e.Compile(v.Expr)
	if iss.Err() != nil {
		t.Fatal(iss.Err())
	}
	program, err := e.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := program.Eval(cel.NoVars())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readSuite(t *testing.T, folder string) []section {
	src, err := os.ReadFile(filepath.Join(folder, "tests.yaml"))
	if os.IsNotExist(err) {
		return nil
	}
	var s suite
	if err := yaml.Unmarshal(src, &s); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(s.Section, s.Sections)
}

func conformanceProgram() []cel.ProgramOption {
	return []cel.ProgramOption{cel.EvalOptions(cel.OptOptimize), cel.InterruptCheckFrequency(100)}
}

func newConformanceEnv(t *testing.T, folder string) *cel.Env {
	config := env.NewConfig("")
	src, err := os.ReadFile(filepath.Join(folder, "config.yaml"))
	if err == nil {
		err = yaml.Unmarshal(src, config)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	options := []cel.EnvOption{
		cel.OptionalTypes(), cel.Types(&proto3.TestAllTypes{}),
		cel.FromConfig(config, ext.ExtensionOptionFactory),
	}
	e, err := cel.NewCustomEnv(append(options, conformanceFunctions(config)...)...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// conformanceFunctions binds the functions that the environments declare.
func conformanceFunctions(config *env.Config) []cel.EnvOption {
	bindings := map[string]cel.OverloadOpt{
		"locationCode_string": cel.UnaryBinding(func(ip ref.Val) ref.Val {
			if ip.Value() == "10.0.0.1" {
				return types.String("us")
			}
			return types.String("ir")
		}),
		"hasCreditCard":   cel.UnaryBinding(func(v ref.Val) ref.Val { return mentions(v, "4111") }),
		"hasEmailOrPhone": cel.UnaryBinding(func(v ref.Val) ref.Val { return mentions(v, "@") }),
	}
	var options []cel.EnvOption
	for _, f := range config.Functions {
		for _, o := range f.Overloads {
			arg := cel.DynType
			if o.Args[0].TypeName == "string" {
				arg = cel.StringType
			}
			result := cel.BoolType
			if o.Return.TypeName == "string" {
				result = cel.StringType
			}
			options = append(options, cel.Function(f.Name, cel.Overload(o.ID, []*cel.Type{arg}, result, bindings[o.ID])))
		}
	}
	return options
}

func mentions(v ref.Val, text string) ref.Val {
	native, err := v.ConvertToNative(types.JSONStructType)
	return types.Bool(err == nil && strings.Contains(fmt.Sprint(native), text))
}

// translateAdmission turns a validating admission policy into CEL Policy: an
// item for each validation that is not met.
func translateAdmission(n *doc.Node) *doc.Node {
	spec := n.Get("spec")
	var items []any
	for _, v := range spec.Get("validations").Items {
		items = append(items, map[string]any{
			"condition": "!(" + v.Get("expression").Text + ")", "output": v.Get("messageExpression"),
		})
	}
	return doc.FromPlain(map[string]any{
		"name": n.Get("name"),
		"rule": map[string]any{"variables": spec.Get("variables"), "match": items},
	})
}
