package celenv

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"
	"cel.dev/expr/conformance/proto2"
	"cel.dev/expr/conformance/proto3"
	simple "cel.dev/expr/conformance/test"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
)

var update = flag.Bool("update", false, "write the list of the specification's tests that do not pass")

// TestSpecification runs the simple tests of CEL's specification in cel-go with
// all its extensions, and in our environment of rules, with the checks of
// literals and patterns off. What cel-go passes and we do not is listed in
// testdata/simple.txt, each with its reason, and nothing else is there.
func TestSpecification(t *testing.T) {
	plain := plainEnv(t)
	ours := ownEnv(t)
	total, passed, here := 0, 0, 0
	reasons := map[string][]string{}
	for _, file := range simpleFiles(t) {
		for _, section := range file.Section {
			for _, test := range section.Test {
				total++
				if runSimple(plain, test) != nil {
					continue
				}
				passed++
				if err := runSimple(ours, test); err != nil {
					name := file.Name + "/" + section.Name + "/" + test.Name
					reason := whyNot(test, err)
					reasons[reason] = append(reasons[reason], name)
					continue
				}
				here++
			}
		}
	}
	compareReasons(t, fmt.Sprintf("%d tests; cel-go passes %d, and of these %d pass here\n", total, passed, here), reasons)
}

// compareReasons holds what does not pass against the list.
func compareReasons(t *testing.T, head string, reasons map[string][]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(head)
	for _, reason := range sortedNames(reasons) {
		fmt.Fprintf(&b, "\n%s: %d\n", reason, len(reasons[reason]))
		for _, name := range reasons[reason] {
			b.WriteString("  " + name + "\n")
		}
	}
	const file = "testdata/simple.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(string(want), b.String()); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if names := reasons[unexplained]; len(names) > 0 {
		t.Errorf("%d tests do not pass for no known reason", len(names))
	}
}

func sortedNames(m map[string][]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

const unexplained = "not explained"

// whyNot is the reason why a test does not pass in our environment.
func whyNot(test *simple.SimpleTest, err error) string {
	text := test.String() + " " + err.Error()
	for _, r := range []struct{ reason, words string }{
		{"zones: the table of zones is the machine's", "getDate( getDayOf getFullYear( getHours( getMilliseconds( getMinutes( getMonth( getSeconds("},
		{"protobuf messages: rules read JSON", "TestAllTypes NestedTestAllTypes GlobalEnum google.protobuf. google/protobuf proto.getExt proto.hasExt conformance.proto"},
		{"a presence test on what has no fields is false: an error would be our own failure", "{'null_key': {true:"},
		{"cel.block is what an optimiser writes", "cel.block"},
	} {
		for word := range strings.FieldsSeq(r.words) {
			if strings.Contains(text, word) {
				return r.reason
			}
		}
	}
	return unexplained
}

// messages are the types of protobuf that the tests are about.
func messages() []any {
	return []any{&proto2.TestAllTypes{}, &proto2.Proto2ExtensionScopedMessage{}, &proto3.TestAllTypes{}}
}

// ownEnv is the environment of rules, which knows the messages of the tests beside
// its own types and may make them.
func ownEnv(t *testing.T) *cel.Env {
	t.Helper()
	registry, err := types.NewRegistry(append(messages(), types.OptionalType, ext.IPType, ext.CIDRType)...)
	if err != nil {
		t.Fatal(err)
	}
	classes := newClasses()
	options := append(languageOptions(&provider{registry, classes}), Functions{}.options(classes)...)
	e, err := cel.NewCustomEnv(append(options, ext.Protos(), cel.CustomTypeProvider(&messageProvider{provider{registry, classes}}), cel.CustomTypeAdapter(messageAdapter{registry}))...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// messageProvider makes messages, which the provider of rules does not.
type messageProvider struct{ provider }

// NewValue implements types.Provider.
func (p *messageProvider) NewValue(name string, fields map[string]ref.Val) ref.Val {
	return p.Provider.NewValue(name, fields)
}

// messageAdapter is the adapter of rules, which leaves messages to the registry.
type messageAdapter struct{ registry *types.Registry }

// NativeToValue implements types.Adapter.
func (a messageAdapter) NativeToValue(v any) ref.Val {
	if _, ok := v.(proto.Message); ok {
		return a.registry.NativeToValue(v)
	}
	if v := (adapter{}).NativeToValue(v); !types.IsError(v) {
		return v
	}
	return a.registry.NativeToValue(v)
}

// plainEnv is cel-go with its extensions.
func plainEnv(t *testing.T) *cel.Env {
	t.Helper()
	e, err := cel.NewCustomEnv(
		cel.StdLib(), cel.OptionalTypes(), cel.EagerlyValidateDeclarations(true), cel.EnableErrorOnBadPresenceTest(true),
		cel.EnableIdentifierEscapeSyntax(), cel.Types(messages()...),
		ext.Bindings(), ext.Encoders(), ext.Lists(), ext.Math(), ext.Network(), ext.Protos(), ext.Sets(), ext.Strings(), ext.TwoVarComprehensions(),
	)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// simpleFiles are the specification's files of tests, by name.
func simpleFiles(t *testing.T) []*simple.SimpleTestFile {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "cel.dev/expr").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "tests/simple/testdata/*.textproto"))
	if err != nil || len(names) == 0 {
		t.Fatal("no tests", err)
	}
	var files []*simple.SimpleTestFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := &simple.SimpleTestFile{}
		if err := prototext.Unmarshal(text, file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files = append(files, file)
	}
	return files
}

// runSimple runs a test and says how it does not pass.
func runSimple(base *cel.Env, test *simple.SimpleTest) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	e, err := simpleEnv(base, test)
	if err != nil {
		return err
	}
	checked, issues := e.Parse(test.Expr)
	if issues.Err() == nil && !test.DisableCheck {
		checked, issues = e.Check(checked)
	}
	if issues.Err() != nil {
		return issues.Err()
	}
	if want := test.GetTypedResult().GetDeducedType(); want != nil {
		deduced, err := types.ProtoAsType(want)
		if err != nil || !deduced.IsExactType(checked.OutputType()) {
			return fmt.Errorf("the type is %v, want %v: %v", checked.OutputType(), deduced, err)
		}
	}
	if test.CheckOnly {
		return nil
	}
	program, err := e.Program(checked)
	if err != nil {
		return err
	}
	bindings := map[string]any{}
	for name, value := range test.Bindings {
		if bindings[name], err = cel.ProtoAsValue(e.CELTypeAdapter(), value.GetValue()); err != nil {
			return err
		}
	}
	got, _, err := program.Eval(bindings)
	return compareSimple(e, test, got, err)
}

func simpleEnv(base *cel.Env, test *simple.SimpleTest) (*cel.Env, error) {
	var options []cel.EnvOption
	if test.Container != "" {
		options = append(options, cel.Container(test.Container))
	}
	if test.DisableMacros {
		options = append(options, cel.ClearMacros())
	}
	for _, d := range test.TypeEnv {
		option, err := cel.ProtoAsDeclaration(d)
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	if len(options) == 0 {
		return base, nil
	}
	return base.Extend(options...)
}

// compareSimple compares an outcome with what a test wants: true where it says
// nothing.
func compareSimple(e *cel.Env, test *simple.SimpleTest, got ref.Val, err error) error {
	want := test.GetValue()
	if typed := test.GetTypedResult(); typed != nil {
		want = typed.GetResult()
	}
	switch {
	case test.GetEvalError() != nil || test.GetAnyEvalErrors() != nil:
		if err == nil {
			return fmt.Errorf("got %v, want an error", got)
		}
		return nil
	case test.GetUnknown() != nil || test.GetAnyUnknowns() != nil:
		return errors.New("wants something unknown")
	case err != nil:
		return err
	case want == nil:
		if got != types.True {
			return fmt.Errorf("got %v, want true", got)
		}
		return nil
	}
	value, err := cel.ProtoAsValue(e.CELTypeAdapter(), want)
	if err != nil {
		return err
	}
	if !same(got, value) {
		return fmt.Errorf("got %v, want %v", got, value)
	}
	return nil
}

// same reports whether two values are one, of one type, NaN and NaN among them.
func same(got, want ref.Val) bool {
	if got.Type().TypeName() != want.Type().TypeName() {
		return false
	}
	if x, ok := got.(types.Double); ok {
		y := want.(types.Double)
		return x == y || x != x && y != y
	}
	if list, ok := got.(traits.Lister); ok {
		other := want.(traits.Lister)
		if list.Size() != other.Size() {
			return false
		}
		for i := range int64(list.Size().(types.Int)) {
			if !same(list.Get(types.Int(i)), other.Get(types.Int(i))) {
				return false
			}
		}
		return true
	}
	return got.Equal(want) == types.True
}
