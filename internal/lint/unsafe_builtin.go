package lint

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common/ast"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// unsafeBuiltin finds built-in functions that rules may use and that are used in
// a way that is not safe: a pattern that comes out of the input, output for whoever
// debugs, and walks over all of the input. Built-ins that rules may not use at all
// are refused when a bundle is loaded.
func unsafeBuiltin() Rule {
	return Rule{
		ID: "unsafe-builtin", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule uses a built-in function in a way that is not safe.",
		Check: func(p *Pass) {
			for _, m := range p.read.rego() {
				if !m.test && p.inLibraries(m.library) {
					p.unsafeRego(m.module)
				}
			}
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.unsafeCEL(src) })
		},
	}
}

// unsafeRego looks at all calls of a module.
func (p *Pass) unsafeRego(m *rego.Module) {
	report := func(at *rego.Location, name string, args []*rego.Term) {
		if message, help := unsafeCall(name, args); message != "" {
			p.Report(Finding{Place: regoPlace(at), Message: message, Help: help})
		}
	}
	rego.WalkNodes(m, func(node rego.Node) bool {
		switch node := node.(type) {
		case *rego.Expr:
			if node.IsCall() {
				report(node.Location, node.Operator().String(), node.Operands())
			}
		case *rego.Term:
			if call, ok := node.Value.(rego.Call); ok {
				report(node.Location, call[0].String(), call[1:])
			}
		}
		return false
	})
}

// unsafeCall says what is wrong with a call; nothing where nothing is.
func unsafeCall(name string, args []*rego.Term) (message, help string) {
	switch {
	case name == "print":
		return "print shows the input to whoever runs the rule", "remove it; contractc eval --print-input and tests show what a rule sees"
	case name == "walk" && len(args) > 0 && args[0].Equal(rego.NewTerm(rego.InputRootRef)):
		return "walk visits all of the input, documents and history too", "name the part that the rule is about, such as walk(input.action.args, [path, value])"
	case name == "glob.match" && len(args) > 1 && args[1].Equal(rego.NullTerm()):
		return "glob.match without delimiters lets * stand for any text, also over / and .", `name the delimiters, such as glob.match(pattern, ["/"], path)`
	case strings.HasPrefix(name, "regex.") && len(args) > 0 && readsInput(args[0]), name == "glob.match" && len(args) > 0 && readsInput(args[0]):
		return fmt.Sprintf("the pattern of %s comes out of the input, so that the reply chooses what it matches", name), "write the pattern into the rule, or compare texts with == or startswith"
	}
	return "", ""
}

// readsInput reports a term that is a part of the action.
func readsInput(t *rego.Term) bool {
	ref, ok := t.Value.(rego.Ref)
	return ok && ref[0].Equal(rego.InputRootDocument) && len(ref) > 1 && ref[1].Equal(rego.StringTerm("action"))
}

// unsafeCEL looks for patterns that come out of the action.
func (p *Pass) unsafeCEL(src *celpolicy.Source) {
	for _, list := range p.celItems(src) {
		for i := range list {
			c := list[i].condition
			if c == nil {
				continue
			}
			for _, call := range callsOf(c.expr) {
				if path, ok := patternOf(call); ok && strings.HasPrefix(path, "input.action.") {
					p.Report(Finding{
						Place: list[i].conditionPlace(), Message: "the pattern of matches comes out of the input, so that the reply chooses what it matches",
						Help: "write the pattern into the rule, or compare texts with == or startsWith",
					})
				}
			}
		}
	}
}

// patternOf is the path of the pattern of a call of matches.
func patternOf(call ast.CallExpr) (string, bool) {
	args := call.Args()
	if call.FunctionName() != "matches" || len(args) == 0 {
		return "", false
	}
	path, ok := celPath(args[len(args)-1])
	return strings.Join(path, "."), ok
}

// callsOf are all calls in an expression.
func callsOf(e ast.Expr) []ast.CallExpr {
	var calls []ast.CallExpr
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.CallKind {
			calls = append(calls, e.AsCall())
		}
	}))
	return calls
}
