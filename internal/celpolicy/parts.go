package celpolicy

import "cel.dev/cel-go/common/ast"

// Parts are the direct parts of an expression, in the order in which they are
// written; a comprehension has none.
func Parts(e ast.Expr) []ast.Expr {
	switch e.Kind() {
	case ast.CallKind:
		call := e.AsCall()
		if call.IsMemberFunction() {
			return append([]ast.Expr{call.Target()}, call.Args()...)
		}
		return call.Args()
	case ast.SelectKind:
		return []ast.Expr{e.AsSelect().Operand()}
	case ast.ListKind:
		return e.AsList().Elements()
	case ast.MapKind:
		var list []ast.Expr
		for _, entry := range e.AsMap().Entries() {
			list = append(list, entry.AsMapEntry().Key(), entry.AsMapEntry().Value())
		}
		return list
	case ast.StructKind:
		var list []ast.Expr
		for _, f := range e.AsStruct().Fields() {
			list = append(list, f.AsStructField().Value())
		}
		return list
	}
	return nil
}
