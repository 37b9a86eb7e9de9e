package catalog

import (
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// argsExpression reads CEL over args. The form args.NAME, or args.NAME.NAME, is recognised and needs no CEL at run time.
func argsExpression(file string, n *doc.Node) (index.Expression, diag.List) {
	e := index.Expression{Source: n.Text, Line: n.Range.Start.Line, Column: n.Range.Start.Column}
	s, root := scope{}.parse(file, n)
	if root == nil {
		return e, s.diags
	}
	e.Path = argsPath(root)
	if e.Path == nil {
		s.checkArgs(root)
	}
	return e, s.diags
}

// argsPath is the names behind args where the expression only names an argument or a member of one.
func argsPath(e ast.Expr) []string {
	var path []string
	for e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly() {
		path = append([]string{e.AsSelect().FieldName()}, path...)
		e = e.AsSelect().Operand()
	}
	if e.Kind() != ast.IdentKind || e.AsIdent() != "args" {
		return nil
	}
	return path
}

// checkArgs compiles the expression and reports what cel-go says, at its place in the file and in our words where they are known.
func (s *surface) checkArgs(root ast.Expr) {
	if root.Kind() == ast.IdentKind && root.AsIdent() == "args" {
		s.refuseAt(root, "cel.name", "name an argument, such as args.path", "args is no value by itself")
		return
	}
	for _, problem := range compileArgs(string(s.text)).problems {
		at := s.offset(problem.Location)
		s.refuse(at, s.tokenEnd(at), "cel.check", "an expression over args uses CEL's own functions", "%s", diag.Neutralise(problem.Message))
	}
}
