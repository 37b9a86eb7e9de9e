package celpolicy

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// maxUnmetered is how many nodes an expression whose costs are not counted may
// have.
const maxUnmetered = 100

// metered reports whether the costs of an expression must be counted. They need
// not where it is small, has no loop inside a loop, puts no texts and no lists
// together and calls nothing but operators that look at each operand once at
// most: its work then grows with the input and no faster, and counting would
// cost more than it. Loops end at the deadline in any case. A variable that the
// expression uses counts for itself.
func metered(e ast.Expr) bool {
	m := meter{left: maxUnmetered}
	return !m.free(e)
}

// meter counts the nodes that are left.
type meter struct {
	left int
	accu string // what the loop around gathers; empty outside loops
}

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
		return m.all(e.AsList().Elements()...)
	case ast.MapKind:
		return m.entries(e.AsMap().Entries())
	case ast.CallKind:
		return m.call(e.AsCall())
	case ast.ComprehensionKind:
		return m.loop(e.AsComprehension())
	}
	return false
}

func (m *meter) all(list ...ast.Expr) bool {
	for _, e := range list {
		if !m.free(e) {
			return false
		}
	}
	return true
}

func (m *meter) entries(list []ast.EntryExpr) bool {
	for _, entry := range list {
		if e := entry.AsMapEntry(); !m.all(e.Key(), e.Value()) {
			return false
		}
	}
	return true
}

func (m *meter) call(c ast.CallExpr) bool {
	switch {
	case c.IsMemberFunction():
		return c.FunctionName() == "size" && m.free(c.Target())
	case c.FunctionName() == operators.Add:
		return m.gathers(c.Args()) && m.all(c.Args()...)
	}
	return cheap(c.FunctionName()) && m.all(c.Args()...)
}

// gathers reports an addition by which a loop counts, or puts one item to those
// that it gathers.
func (m *meter) gathers(args []ast.Expr) bool {
	if m.accu == "" || args[0].Kind() != ast.IdentKind || args[0].AsIdent() != m.accu {
		return false
	}
	switch by := args[1]; by.Kind() {
	case ast.LiteralKind:
		return true
	case ast.ListKind:
		return by.AsList().Size() == 1
	}
	return false
}

func (m *meter) loop(c ast.ComprehensionExpr) bool {
	if m.accu != "" || !m.free(c.IterRange()) {
		return false
	}
	m.accu = c.AccuVar()
	defer func() { m.accu = "" }()
	return m.all(c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result())
}

// cheap reports whether a function looks at each operand once at most.
func cheap(function string) bool {
	switch function {
	case operators.Conditional, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.NotStrictlyFalse,
		operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals,
		operators.In, operators.Index, "size", "type":
		return true
	}
	return false
}
