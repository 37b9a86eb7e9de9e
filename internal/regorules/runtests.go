package regorules

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// The prefixes of the names of rules that are tests, as stock opa test has them.
const (
	testPrefix = "test_"
	todoPrefix = "todo_"
)

// TestDeadline is how long one test rule may take.
const TestDeadline = 10 * time.Second

// Test is one rule that is a test, in a file that ends in _test.rego.
type Test struct {
	Path     string // of the file
	Package  string // dotted, without data
	Name     string
	Position diag.Position
	Todo     bool // it says of itself that it is not done

	ref    ast.Ref
	cases  bool      // it has cases
	broken diag.List // why it does not compile
}

// Tests are the compiled modules of bundles with their tests.
type Tests struct {
	program *looseProgram
	list    []Test
}

// CompileTests compiles modules, tests included, with the built-ins that rules
// may use. The list has every problem; with errors in it there are no tests.
func CompileTests(sources []Source) (*Tests, diag.List) {
	judged, err := Builtins()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "rego.internal", "%s", oneLine(err.Error()))}
	}
	caps, no := capabilities(judged), denied(judged)
	var problems diag.List
	modules, list := map[string]*ast.Module{}, []Test{}
	for _, src := range sources {
		m, found := parse(src, caps, no)
		problems.Add(found...)
		if m == nil {
			continue
		}
		modules[src.Path] = m.ast
		if src.IsTest() {
			tests, twice := testsOf(m)
			problems.Add(twice...)
			list = append(list, tests...)
		}
	}
	if problems.HasErrors() {
		return nil, problems
	}
	compiler := namesCases(newCompiler(withTestCases(caps)))
	if compiler.Compile(modules); compiler.Failed() {
		return nil, fromOPA(compiler.Errors, no)
	}
	return &Tests{&looseProgram{compiler: compiler, store: inmem.New(), strict: true}, list}, problems
}

// CompileFolderTests compiles the modules of a folder with its tests, which may
// stand in any of its files.
func CompileFolderTests(src FolderSource) (*Tests, diag.List) {
	modules, problems := parseLoose(src.Modules, func(Source) bool { return true })
	var list []Test
	for _, m := range modules {
		tests, twice := testsOf(&module{Description: Description{Path: m.Path, Package: packageName(m.ast)}, ast: m.ast})
		problems.Add(twice...)
		list = append(list, tests...)
	}
	if problems.HasErrors() {
		return nil, problems
	}
	program, found := compileRunnable(src, modules, list)
	if problems.Add(found...); program == nil {
		return nil, problems
	}
	program.strict = true
	return &Tests{program, list}, problems
}

// compileRunnable compiles modules without the tests that do not compile, such as
// those that call a function of the checker that they were written for. They stay
// in the list, and running them fails.
func compileRunnable(src FolderSource, modules []*looseModule, list []Test) (*looseProgram, diag.List) {
	for {
		program, problems := compileLoose(src, modules, true)
		if program != nil || !takeOut(modules, list, problems) {
			return program, problems
		}
	}
}

// takeOut removes the tests from modules in which all the problems are; false where
// one is elsewhere.
func takeOut(modules []*looseModule, list []Test, problems diag.List) bool {
	wrong := make([]*Test, len(problems))
	for i, p := range problems {
		if wrong[i] = testAround(modules, list, p); wrong[i] == nil {
			return false
		}
	}
	for i, t := range wrong {
		t.broken.Add(problems[i])
		for _, m := range modules {
			if m.Path == t.Path {
				m.ast.Rules = slices.DeleteFunc(m.ast.Rules, func(r *ast.Rule) bool { return isCalled(r, t.Name) })
			}
		}
	}
	return len(problems) > 0
}

// testAround is the test in whose lines a problem is; nil where there is none.
func testAround(modules []*looseModule, list []Test, p diag.Diagnostic) *Test {
	for _, m := range modules {
		for _, r := range m.ast.Rules {
			if m.Path != p.File || !within(r, p.Range.Start.Line) {
				continue
			}
			for i := range list {
				if list[i].Path == m.Path && isCalled(r, list[i].Name) {
					return &list[i]
				}
			}
		}
	}
	return nil
}

// notCompiled says in one line why a test does not compile.
func notCompiled(problems diag.List) error {
	parts := make([]string, len(problems))
	for i, p := range problems {
		parts[i] = strings.TrimSpace(fmt.Sprintf("%s:%s: %s. %s", p.File, p.Range.Start, p.Summary, p.Detail))
	}
	return errors.New(diag.Neutralise("it does not compile: " + strings.Join(parts, " ")))
}

// within reports whether a line is one of a rule's.
func within(r *ast.Rule, line int) bool {
	return line >= r.Location.Row && line <= lastRow(r)
}

// lastRow is the last line of a rule.
func lastRow(r *ast.Rule) int {
	return r.Location.Row + strings.Count(string(r.Location.Text), "\n")
}

func isCalled(r *ast.Rule, name string) bool {
	return r.Head.Ref()[0].Value.Compare(ast.Var(name)) == 0
}

// testsOf returns the tests of a module in the order of its lines. Rules of one
// name are one test where they have cases; otherwise one that fails would be
// hidden behind one that passes, and that is a problem.
func testsOf(m *module) ([]Test, diag.List) {
	var list []Test
	var problems diag.List
	cases := map[string]bool{}
	for _, r := range m.ast.Rules {
		ref := r.Head.Ref()
		name, ok := ref[0].Value.(ast.Var)
		todo := ok && strings.HasPrefix(string(name), todoPrefix)
		if !ok || !todo && !strings.HasPrefix(string(name), testPrefix) {
			continue
		}
		_, at := place(r.Location)
		hasCases, known := cases[string(name)]
		cases[string(name)] = len(ref) > 1
		if known {
			if !hasCases || len(ref) == 1 {
				problems.Add(diag.Errorf(m.Path, at, "rego.test", "two tests have the name %s", name).WithDetail("rename one"))
			}
			continue
		}
		list = append(list, Test{
			Path: m.Path, Package: m.Package, Name: string(name), Position: at.Start, Todo: todo,
			ref: m.ast.Package.Path.Append(ast.StringTerm(string(name))), cases: len(ref) > 1,
		})
	}
	return list, problems
}

// List returns the tests by file and line.
func (t *Tests) List() []Test { return t.list }

// Run runs a test and returns what failed: the names of the cases of a test that
// has cases, and otherwise that it is false or undefined; nothing where it
// passes. The error says that it could not be run to its end.
func (t *Tests) Run(ctx context.Context, test *Test) (failed []string, err error) {
	if len(test.broken) > 0 {
		return nil, notCompiled(test.broken)
	}
	defer func() {
		if v := recover(); v != nil {
			err = evalErrorf(FailedPanic, "%v", v)
		}
	}()
	ctx, stop := context.WithTimeout(ctx, TestDeadline)
	defer stop()
	cancel := topdown.NewCancel()
	defer context.AfterFunc(ctx, cancel.Cancel)()
	return t.run(test, cancel)
}

func (t *Tests) run(test *Test, cancel topdown.Cancel) (failed []string, err error) {
	query := ast.NewBody(ast.Equality.Expr(ast.VarTerm("value"), ast.NewTerm(test.ref)))
	tracer := &caseTracer{}
	var traced topdown.QueryTracer
	if test.cases {
		traced = tracer
	}
	var value ast.Value
	err = t.program.run(query, nil, cancel, traced, func(r topdown.QueryResult) error {
		value = r["value"].Value
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case value == nil:
		return []string{"it is undefined"}, nil
	case !test.cases:
		return verdict(value), nil
	case len(tracer.seen) == 0:
		return []string{"it has no case"}, nil
	}
	return tracer.failed(value), nil
}

// verdict is nothing where a test without cases passes.
func verdict(value ast.Value) []string {
	if value.Compare(ast.Boolean(true)) == 0 {
		return nil
	}
	return []string{"it is " + value.String() + ", not true"}
}
