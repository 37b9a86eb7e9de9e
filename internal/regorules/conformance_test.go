package regorules

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

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/util"
)

// conformanceExceptions are the cases of OPA's own that do not give its result
// here, with the reason.
var conformanceExceptions = map[string]string{
	"v1 baseandvirtualdocs/base/virtual: conflicts": "a rule at a place where data stands is refused when it is loaded, as opa eval refuses it; the case leaves that check out",
	"v0 baseandvirtualdocs/base/virtual: conflicts": "the same",
}

var update = flag.Bool("update", false, "write the numbers of the conformance test")

// whole makes the conformance test run every case; without it every fourth of
// those for Rego v0 is run.
var whole = flag.Bool("whole", false, "run all conformance cases, not a sample")

// TestConformance runs the cases that OPA's module holds for Rego v1 and v0 in the
// way in which rules of others are run: with the allowed built-ins, without a
// schema of the input, and with strict errors only where a case says so. Every
// case must give the same result, or use a built-in that is refused, or be one
// of the exceptions. What was run is compared with the numbers in testdata.
func TestConformance(t *testing.T) {
	judged, err := Builtins()
	if err != nil {
		t.Fatal(err)
	}
	no := denied(judged)
	var report []string
	for _, version := range []string{"v1", "v0"} {
		ran, refused, step := 0, map[string]int{}, 1
		if version == "v0" && !*whole {
			step = 4
		}
		set := cases.MustLoad(filepath.Join(opaModule(t), "v1/test/cases/testdata", version)).Sorted().Cases
		for i, c := range set {
			if i%step > 0 {
				continue
			}
			name, why := version+" "+c.Note, conformanceExceptions[version+" "+c.Note]
			if builtin := refusedBuiltin(&c, version == "v0", no); builtin != "" {
				refused[builtin]++
				continue
			}
			wrong := runCase(t, &c, version == "v0")
			switch {
			case wrong != "" && why == "":
				t.Errorf("%s: %s", name, wrong)
			case wrong == "" && why != "":
				t.Errorf("%s passes and is listed as an exception", name)
			case wrong == "":
				ran++
			}
		}
		report = append(report, fmt.Sprintf("%s: %d cases, %d run and as wanted", version, len(set), ran))
		for _, builtin := range util.KeysSorted(refused) {
			report = append(report, fmt.Sprintf("  not run, %s is refused: %d", builtin, refused[builtin]))
		}
	}
	for _, name := range util.KeysSorted(conformanceExceptions) {
		report = append(report, "exception "+name+": "+conformanceExceptions[name])
	}
	file := "testdata/conformance.txt"
	if *whole {
		file = "testdata/conformance_whole.txt"
	}
	want, err := os.ReadFile(file)
	got := strings.Join(report, "\n") + "\n"
	if *update {
		err = os.WriteFile(file, []byte(got), 0o644)
		want = []byte(got)
	}
	if diff := cmp.Diff(string(want), got); err != nil || diff != "" {
		t.Errorf("the numbers changed: %v\n%s", err, diff)
	}
}

// opaModule is the folder of OPA's module.
func opaModule(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/open-policy-agent/opa").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// refusedBuiltin is a built-in that a case calls and that is not allowed.
func refusedBuiltin(c *cases.TestCase, v0 bool, no map[string]string) string {
	var found []string
	note := func(ref ast.Ref) {
		if _, isDenied := no[ref.String()]; isDenied {
			found = append(found, ref.String())
		}
	}
	visit := func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			if x.IsCall() {
				note(x.Operator())
			}
		case ast.Call:
			if ref, ok := x[0].Value.(ast.Ref); ok {
				note(ref)
			}
		case *ast.With:
			if ref, ok := x.Value.Value.(ast.Ref); ok {
				note(ref)
			}
			if ref, ok := x.Target.Value.(ast.Ref); ok {
				note(ref)
			}
		}
		return false
	}
	for _, text := range c.Modules {
		if m, err := ast.ParseModuleWithOpts("m.rego", text, ast.ParserOptions{RegoVersion: VersionOf(v0)}); err == nil && m != nil {
			ast.NewGenericVisitor(visit).Walk(m)
		}
	}
	if q, err := ast.ParseBody(c.Query); err == nil {
		ast.NewGenericVisitor(visit).Walk(q)
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Min(found)
}

// runCase says how the result of a case differs; nothing where it does not.
func runCase(t *testing.T, c *cases.TestCase, v0 bool) string {
	t.Helper()
	for name, value := range c.Env {
		t.Setenv(name, value)
	}
	src := FolderSource{Path: "case"}
	if c.Data != nil {
		src.Data = *c.Data
	}
	for i, text := range c.Modules {
		src.Modules = append(src.Modules, Source{Path: fmt.Sprintf("test-%d.rego", i), Text: text, V0: v0})
	}
	modules, problems := parseLoose(src.Modules, func(Source) bool { return true })
	var program *looseProgram
	if !problems.HasErrors() {
		program, problems = compileLoose(src, modules, false)
	}
	if problems.HasErrors() {
		return "it does not compile: " + problems.Error()
	}
	program.strict = c.StrictError
	query, err := program.compiler.QueryCompiler().Compile(ast.MustParseBody(c.Query))
	if err != nil {
		return "the query does not compile: " + err.Error()
	}
	var input *ast.Term
	if c.InputTerm != nil {
		input = ast.MustParseTerm(*c.InputTerm)
	} else if c.Input != nil {
		input = ast.NewTerm(ast.MustInterfaceToValue(*c.Input))
	}
	got := ast.NewSet()
	err = program.run(query, input, topdown.NewCancel(), nil, func(r topdown.QueryResult) error {
		bindings, err := bindingsOf(c, r)
		got.Add(bindings)
		return err
	})
	return differs(c, got, err)
}

// bindingsOf is an answer as the cases write it.
func bindingsOf(c *cases.TestCase, r topdown.QueryResult) (*ast.Term, error) {
	object := ast.NewObject()
	for name, term := range r {
		if c.IgnoreGeneratedVars && strings.HasPrefix(string(name), "__localq") {
			continue
		}
		v, err := ast.JSON(term.Value)
		if err != nil {
			return ast.NullTerm(), err
		}
		if list, ok := v.([]any); ok && c.SortBindings {
			slices.SortFunc(list, util.Compare)
		}
		object.Insert(ast.StringTerm(string(name)), ast.NewTerm(ast.MustInterfaceToValue(v)))
	}
	return ast.NewTerm(object), nil
}

func differs(c *cases.TestCase, got ast.Set, err error) string {
	var failed *EvalError
	switch {
	case c.WantErrorCode == nil && c.WantError == nil && err != nil:
		return "it fails: " + err.Error()
	case c.WantErrorCode != nil || c.WantError != nil:
		if !errors.As(err, &failed) {
			return "it does not fail"
		}
		if c.WantErrorCode != nil && failed.Failure != topdownFailure(*c.WantErrorCode) {
			return fmt.Sprintf("it fails by %s, not by %s", failed.Failure, *c.WantErrorCode)
		}
		if c.WantError != nil && !strings.Contains(failed.Message, withoutPlace(*c.WantError)) {
			return fmt.Sprintf("it fails with %q, not with %q", failed.Message, *c.WantError)
		}
		if c.WantResult == nil {
			return ""
		}
	}
	if c.WantResult == nil {
		return "the case wants nothing"
	}
	want := ast.NewSet()
	for _, b := range *c.WantResult {
		object := ast.NewObject()
		for name, v := range b {
			object.Insert(ast.StringTerm(name), ast.NewTerm(ast.MustInterfaceToValue(v)))
		}
		want.Add(ast.NewTerm(object))
	}
	if want.Compare(got) != 0 {
		return fmt.Sprintf("got %v, want %v", got, want)
	}
	return ""
}

// withoutPlace is the message of an error text without its file, line and code,
// which are fields here.
func withoutPlace(text string) string {
	if _, rest, ok := strings.Cut(text, "_error: "); ok {
		return rest
	}
	return text
}
