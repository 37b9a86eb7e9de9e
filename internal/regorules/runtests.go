package regorules

import (
	"context"
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

	ref   ast.Ref
	cases bool // it has cases
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
	program, found := compileLoose(src, modules, true)
	if problems.Add(found...); program == nil {
		return nil, problems
	}
	program.strict = true
	return &Tests{program, list}, problems
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
