package celpolicy

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// maxUnmetered is how many nodes an expression whose costs are not counted may
// have.
const maxUnmetered = 100

// metered reports whether the costs of an expression must be counted. They need
// not where it is small, has no loop, makes no text or list longer and calls
// nothing but operators that look at each operand once at most: its work is then
// bounded by the size of the input, and counting would cost more than it. A
// variable that it uses counts for itself.
func metered(e ast.Expr) bool {
	m := meter{left: maxUnmetered}
	return !m.free(e)
}

// meter counts the nodes that are left.
type meter struct{ left int }

func (m *meter) free(e ast.Expr) bool {
	m.left--
	if m.left < 0 {
		return false
	}
	switch e.Kind() {
	case ast.IdentKind, ast.LiteralKind:
		return true
	case ast.SelectKind:
		return m.free(e.AsSelect().Operand())
	case ast.ListKind:
		return m.all(e.AsList().Elements())
	case ast.MapKind:
		return m.entries(e.AsMap().Entries())
	case ast.CallKind:
		call := e.AsCall()
		return !call.IsMemberFunction() && cheap(call.FunctionName()) && m.all(call.Args())
	}
	return false
}

func (m *meter) all(list []ast.Expr) bool {
	for _, e := range list {
		if !m.free(e) {
			return false
		}
	}
	return true
}

func (m *meter) entries(list []ast.EntryExpr) bool {
	for _, entry := range list {
		if e := entry.AsMapEntry(); !m.free(e.Key()) || !m.free(e.Value()) {
			return false
		}
	}
	return true
}

// cheap reports whether a function looks at each operand once at most.
func cheap(function string) bool {
	switch function {
	case operators.Conditional, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot,
		operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals,
		operators.In, operators.Index, "size", "type":
		return true
	}
	return false
}
