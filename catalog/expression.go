package catalog

import (
	"slices"

	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// argsExpression reads CEL over args and tool, and over item where items are gone through. The forms args.NAME, args.NAME.NAME, tool.NAME, item and
// item.NAME, and FUNCTION(args.NAME).NAME for a function that takes a text apart, are recognised and need no CEL at run time.
func argsExpression(file string, n *doc.Node, items bool) (index.Expression, diag.List) {
	e := index.Expression{Source: n.Text, Line: n.Range.Start.Line, Column: n.Range.Start.Column}
	s, root := scope{}.parse(file, n)
	if root == nil {
		return e, s.diags
	}
	if e.Path = namedPath(root, "args"); len(e.Path) > 0 {
		return e, s.diags
	}
	if e.Path = namedPath(root, "tool"); e.Path != nil {
		e.Tool = true
		if len(e.Path) != 1 || !slices.Contains(toolParts(), e.Path[0]) {
			s.refuseAt(root, "cel.name", "write tool.name or tool.namespace", "a tool has a name and a namespace and nothing else")
		}
		return e, s.diags
	}
	if path := namedPath(root, "item"); items && path != nil {
		e.Path, e.Item = path, true
		return e, s.diags
	}
	if e.Function, e.Path, e.Member = appliedFunction(root); e.Function != "" {
		return e, s.diags
	}
	s.checkArgs(root, items)
	return e, s.diags
}

// toolParts are what expressions may name of a tool.
func toolParts() []string { return []string{"name", "namespace"} }

// appliedFunction is a function that takes a text apart, applied to an argument, with the names behind its value; empty where the expression is
// anything else.
func appliedFunction(e ast.Expr) (function string, path, member []string) {
	member = []string{}
	for e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly() {
		member = append([]string{e.AsSelect().FieldName()}, member...)
		e = e.AsSelect().Operand()
	}
	if e.Kind() != ast.CallKind || !e.AsCall().IsMemberFunction() || len(e.AsCall().Args()) != 1 {
		return "", nil, nil
	}
	call := e.AsCall()
	if call.Target().Kind() != ast.IdentKind {
		return "", nil, nil
	}
	function = call.Target().AsIdent() + "." + call.FunctionName()
	if path = namedPath(call.Args()[0], "args"); len(path) == 0 || uncheckedReaders().Reader(function) == nil {
		return "", nil, nil
	}
	return function, path, member
}

// namedPath is the names behind a variable where the expression only names it or a member of it; nil where it does not.
func namedPath(e ast.Expr, variable string) []string {
	path := []string{}
	for e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly() {
		path = append([]string{e.AsSelect().FieldName()}, path...)
		e = e.AsSelect().Operand()
	}
	if e.Kind() != ast.IdentKind || e.AsIdent() != variable {
		return nil
	}
	return path
}

// checkArgs compiles the expression and reports what cel-go says, at its place in the file and in our words where they are known.
func (s *surface) checkArgs(root ast.Expr, items bool) {
	if root.Kind() == ast.IdentKind && root.AsIdent() == "args" {
		s.refuseAt(root, "cel.name", "name an argument, such as args.path", "args is no value by itself")
		return
	}
	for _, problem := range uncheckedArgs().compile(string(s.text), items).problems {
		at := s.offset(problem.Location)
		s.refuse(at, s.tokenEnd(at), "cel.check", "an expression over args uses CEL's own functions, shell.parse and url.parse", "%s", diag.Neutralise(problem.Message))
	}
}
