package invariant

import (
	"regexp"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// call lowers a call of a function or operator.
func (l *lowering) call(s *scope, e ast.Expr) *value {
	call := e.AsCall()
	exprs := call.Args()
	if call.IsMemberFunction() {
		exprs = append([]ast.Expr{call.Target()}, exprs...)
	}
	if v := l.special(s, e, call.FunctionName(), exprs); v != nil {
		return v
	}
	args := make([]*value, len(exprs))
	ok := yes
	for i, a := range exprs {
		args[i] = l.expr(s, a)
		ok = all(ok, args[i].ok)
	}
	v := apply(call.FunctionName(), args)
	if v == nil {
		if v := l.dynamic(s, e, call.FunctionName(), exprs, args, ok); v != nil {
			return v
		}
		return l.unknownCall(s, e, call.FunctionName(), exprs, ok)
	}
	return v.under(ok)
}

// unknownCall is any value; of a function that never fails on arguments of its type
// there is one where there are its arguments, and a size is no less than zero.
func (l *lowering) unknownCall(s *scope, e ast.Expr, function string, args []ast.Expr, ok string) *value {
	v := l.opaque(s, e)
	switch {
	case function == "size" && v.sort == intSort:
		l.script.WriteString("(assert (>= " + v.term + " 0))\n")
	case function != "matches" || len(args) != 2 || !pattern(args[1]):
		return v
	}
	if t := s.ast.GetType(args[0].ID()); t == nil || t.Kind() == cel.DynKind {
		return v
	}
	return withOK(v, ok)
}

// pattern reports whether an expression is a literal pattern that compiles.
func pattern(e ast.Expr) bool {
	if e.Kind() != ast.LiteralKind {
		return false
	}
	text, ok := e.AsLiteral().(types.String)
	if !ok {
		return false
	}
	_, err := regexp.Compile(string(text))
	return err == nil
}

// special lowers what does not need all its arguments.
func (l *lowering) special(s *scope, e ast.Expr, function string, args []ast.Expr) *value {
	switch {
	case function == operators.LogicalAnd && len(args) == 2:
		return both(l.truthOf(s, args[0]), l.truthOf(s, args[1]))
	case function == operators.LogicalOr && len(args) == 2:
		return either(l.truthOf(s, args[0]), l.truthOf(s, args[1]))
	case function == operators.LogicalNot && len(args) == 1:
		v := l.truthOf(s, args[0])
		return truth(not(v.term)).under(v.ok)
	case function == operators.NotStrictlyFalse && len(args) == 1:
		v := l.truthOf(s, args[0])
		return truth(anyOf(not(v.ok), v.term))
	case function == operators.Conditional && len(args) == 3:
		return l.conditional(s, e, args)
	case function == "orValue" && len(args) == 2:
		return l.orValue(s, e, args)
	case function == operators.Index && len(args) == 2:
		return l.index(s, e, args)
	}
	return nil
}

// both is a conjunction: false where one side is, whatever the other.
func both(a, b *value) *value {
	refuted := anyOf(all(a.ok, not(a.term)), all(b.ok, not(b.term)))
	return &value{sort: boolSort, ok: anyOf(refuted, all(a.ok, b.ok)), term: not(refuted)}
}

// either is a disjunction: true where one side is, whatever the other.
func either(a, b *value) *value {
	met := anyOf(all(a.ok, a.term), all(b.ok, b.term))
	return &value{sort: boolSort, ok: anyOf(met, all(a.ok, b.ok)), term: met}
}

func (l *lowering) conditional(s *scope, e ast.Expr, args []ast.Expr) *value {
	condition := l.truthOf(s, args[0])
	v := choose(condition.term, l.expr(s, args[1]), l.expr(s, args[2]))
	if v == nil {
		return l.opaque(s, e)
	}
	return v.under(condition.ok)
}

// orValue is the value of an optional one, or another, which is evaluated only
// where it is needed.
func (l *lowering) orValue(s *scope, e ast.Expr, args []ast.Expr) *value {
	of, otherwise := l.expr(s, args[0]), l.expr(s, args[1])
	switch {
	case of.sort != optionalSort:
		return l.opaque(s, e)
	case of.of == nil:
		return otherwise.under(of.ok)
	}
	v := choose(of.has, of.of, otherwise)
	if v == nil {
		return l.opaque(s, e)
	}
	return v.under(of.ok)
}

// index is a literal index: of a list a number, of a map a text, of an input a
// field.
func (l *lowering) index(s *scope, e ast.Expr, args []ast.Expr) *value {
	of := l.expr(s, args[0])
	if args[1].Kind() != ast.LiteralKind {
		return l.opaque(s, e)
	}
	switch at := args[1].AsLiteral().(type) {
	case types.Int:
		if of.sort == listSort {
			return l.element(s, e, of, int(at))
		}
	case types.String:
		switch {
		case of.sort == mapSort:
			return l.field(s, e, of, string(at), false)
		case of.sort == opaqueSort && of.path != "":
			path := of.path + fieldMark + string(at)
			return l.input(path, s.ast.GetType(e.ID()), all(of.ok, l.hasFields(of), l.present(path)))
		}
	}
	return l.opaque(s, e)
}

// element is the item of a list before which a number of others are there.
func (l *lowering) element(s *scope, e ast.Expr, of *value, at int) *value {
	if at < 0 || at >= len(of.items) {
		return withOK(l.opaque(s, e), no)
	}
	found, before := (*value)(nil), "0"
	for _, i := range of.items {
		here := all(i.when, equalTerms(before, number(int64(at))))
		if found == nil {
			found = i.value.under(here)
		} else if found = choose(here, i.value, found); found == nil {
			return l.opaque(s, e)
		}
		before = l.define(plus(before, i.when), intSort)
	}
	return found.under(of.ok)
}

func plus(count, when string) string {
	if when == no {
		return count
	}
	return "(+ " + count + " " + ite(when, "1", "0") + ")"
}
