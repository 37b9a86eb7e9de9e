package catalog

import (
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// argsExpression reads CEL over args, and over item where items are gone through. The forms args.NAME, args.NAME.NAME, item and item.NAME are
// recognised and need no CEL at run time.
func argsExpression(file string, n *doc.Node, items bool) (index.Expression, diag.List) {
	e := index.Expression{Source: n.Text, Line: n.Range.Start.Line, Column: n.Range.Start.Column}
	s, root := scope{}.parse(file, n)
	if root == nil {
		return e, s.diags
	}
	if e.Path = namedPath(root, "args"); len(e.Path) > 0 {
		return e, s.diags
	}
	if path := namedPath(root, "item"); items && path != nil {
		e.Path, e.Item = path, true
		return e, s.diags
	}
	e.Path = nil
	s.checkArgs(root, items)
	return e, s.diags
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
	for _, problem := range compileArgs(string(s.text), items).problems {
		at := s.offset(problem.Location)
		s.refuse(at, s.tokenEnd(at), "cel.check", "an expression over args uses CEL's own functions", "%s", diag.Neutralise(problem.Message))
	}
}
