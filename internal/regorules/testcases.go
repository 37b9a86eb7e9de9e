package regorules

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// withTestCases are capabilities that have the built-in by which a test tells
// its cases; the compiler writes its calls, authors cannot.
func withTestCases(caps *ast.Capabilities) *ast.Capabilities {
	more := *caps
	more.Builtins = append(slices.Clone(caps.Builtins), ast.InternalTestCase)
	return &more
}

// namesCases makes a compiler that lets every test with cases, test_NAME[CASE],
// tell the name of a case as soon as it is known, so that a case that fails and
// so leaves nothing behind is seen to have been there.
func namesCases(compiler *ast.Compiler) *ast.Compiler {
	return compiler.WithStageAfterID(ast.StageRewriteLocalVars, ast.CompilerStageDefinition{
		Name: "NameTestCases", MetricName: "name_test_cases",
		Stage: func(c *ast.Compiler) *ast.Error {
			for _, path := range sortedKeys(c.Modules) {
				for _, r := range c.Modules[path].Rules {
					nameCases(r)
				}
			}
			return nil
		},
	})
}

// nameCases puts the call into the body of a test with cases. The assignments
// that the compiler made for the head stand at the end of the body; they move up
// with the call, to where all that they read is bound.
func nameCases(r *ast.Rule) {
	ref := r.Head.Ref()
	at := slices.IndexFunc(ref, isTestName)
	if at < 0 || len(ref) == at+1 {
		return
	}
	names := ref[at+1:]
	call := ast.InternalTestCase.Expr(ast.ArrayTerm(names...))
	made, rest := splitMade(r.Body, variables(ast.NewArray(names...)))
	needed := variables(ast.NewArray(names...))
	for _, e := range made {
		needed.Update(variables(e))
	}
	for _, e := range made {
		needed = needed.Diff(variables(e.Operand(0)))
	}
	place := boundAfter(rest, needed)
	body := slices.Clone(rest[:place])
	body = append(append(body, made...), call)
	r.Body = ast.NewBody(append(body, rest[place:]...)...)
}

func isTestName(t *ast.Term) bool {
	switch v := t.Value.(type) {
	case ast.Var:
		return strings.HasPrefix(string(v), testPrefix)
	case ast.String:
		return strings.HasPrefix(string(v), testPrefix)
	}
	return false
}

// splitMade takes the assignments that the compiler made for some variables out
// of a body.
func splitMade(body ast.Body, wanted ast.VarSet) (made, rest []*ast.Expr) {
	for _, e := range body {
		if e.Generated && e.IsEquality() && isOneOf(e.Operand(0), wanted) {
			made = append(made, e)
			continue
		}
		rest = append(rest, e)
	}
	return made, rest
}

func isOneOf(t *ast.Term, wanted ast.VarSet) bool {
	v, ok := t.Value.(ast.Var)
	return ok && wanted.Contains(v)
}

func variables(x any) ast.VarSet {
	v := ast.NewVarVisitor().WithParams(ast.VarVisitorParams{SkipRefCallHead: true})
	v.Walk(x)
	return v.Vars()
}

// boundAfter is how many expressions it takes until all variables were named.
func boundAfter(body []*ast.Expr, needed ast.VarSet) int {
	missing := needed.Copy()
	for i := range body {
		if len(missing) == 0 {
			return i
		}
		missing = missing.Diff(variables(body[i]))
	}
	return len(body)
}

// caseTracer keeps the names of the cases that a test tells.
type caseTracer struct{ seen []*ast.Array }

func (*caseTracer) Enabled() bool               { return true }
func (*caseTracer) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

func (t *caseTracer) TraceEvent(e topdown.Event) {
	if e.Op != topdown.TestCaseOp {
		return
	}
	if expr, ok := e.Node.(*ast.Expr); ok {
		if name, ok := expr.Operand(0).Value.(*ast.Array); ok {
			t.seen = append(t.seen, name)
		}
	}
}

// failed names the cases that were seen and that the value of the test does not
// say are true, sorted.
func (t *caseTracer) failed(value ast.Value) []string {
	var names []string
	for _, name := range t.seen {
		if !passed(value, name) {
			names = append(names, caseName(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// passed follows a case's name into the value of its test.
func passed(value ast.Value, name *ast.Array) bool {
	for i := range name.Len() {
		object, ok := value.(ast.Object)
		if !ok {
			return false
		}
		item := object.Get(name.Elem(i))
		if item == nil {
			return false
		}
		value = item.Value
	}
	truth, ok := value.(ast.Boolean)
	return ok && bool(truth)
}

func caseName(name *ast.Array) string {
	var parts []string
	name.Foreach(func(t *ast.Term) { parts = append(parts, t.String()) })
	return strings.Join(parts, " ")
}
