package lint

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// guards are paths to what is known to be there.
type guards []string

// and are those of both.
func (g guards) and(other guards) guards {
	if len(other) == 0 {
		return g
	}
	return append(slices.Clip(g), other...)
}

// common are those that are in both.
func (g guards) common(other guards) guards {
	return slices.DeleteFunc(slices.Clone(g), func(path string) bool { return !slices.Contains(other, path) })
}

// operandsOf takes a conjunction or a disjunction apart.
func operandsOf(e ast.Expr) []ast.Expr {
	name := e.AsCall().FunctionName()
	var list []ast.Expr
	for _, operand := range e.AsCall().Args() {
		if operand.Kind() == ast.CallKind && operand.AsCall().FunctionName() == name {
			list = append(list, operandsOf(operand)...)
		} else {
			list = append(list, operand)
		}
	}
	return list
}

// known is what is there where an expression is true, or where it is false.
func (r *reader) known(e ast.Expr, truth bool) guards {
	if !r.goesOn() {
		return nil
	}
	var of guards
	if r.through(e, func(v *condition) { of = r.known(v.expr, truth) }) {
		return of
	}
	switch e.Kind() {
	case ast.SelectKind:
		if e.AsSelect().IsTestOnly() && truth {
			return r.guard(e)
		}
	case ast.CallKind:
		return r.knownOfCall(e.AsCall(), truth)
	case ast.ComprehensionKind:
		if truth {
			return r.knownOfNames(e.AsComprehension())
		}
	}
	return nil
}

// guard is the path of an expression.
func (r *reader) guard(e ast.Expr) guards {
	if path, ok := r.path(e); ok {
		return guards{strings.Join(path, ".")}
	}
	return nil
}

// guardOptional is the path of x.?name and x[?"name"].
func (r *reader) guardOptional(e ast.Expr) guards {
	if e.Kind() != ast.CallKind || len(e.AsCall().Args()) != 2 || !slices.Contains([]string{operators.OptSelect, operators.OptIndex}, e.AsCall().FunctionName()) {
		return nil
	}
	return r.member(e.AsCall().Args()[0], e.AsCall().Args()[1])
}

// member is the path of a name in a map.
func (r *reader) member(of, name ast.Expr) guards {
	text, isText := celText(name)
	path, ok := r.path(of)
	if !isText || !ok {
		return nil
	}
	return guards{strings.Join(append(path, text), ".")}
}

func (r *reader) knownOfCall(call ast.CallExpr, truth bool) guards {
	args := call.Args()
	switch call.FunctionName() {
	case operators.LogicalNot:
		return r.known(args[0], !truth)
	case operators.LogicalAnd, operators.LogicalOr:
		left, right := r.known(args[0], truth), r.known(args[1], truth)
		if truth == (call.FunctionName() == operators.LogicalAnd) {
			return left.and(right)
		}
		return left.common(right)
	case operators.Conditional:
		then := r.known(args[0], true).and(r.known(args[1], truth))
		other := r.known(args[0], false).and(r.known(args[2], truth))
		switch truthOf(!truth) {
		case celTruth(args[1]):
			return other
		case celTruth(args[2]):
			return then
		}
		return then.common(other)
	case operators.In:
		if truth {
			return r.member(args[1], args[0])
		}
	case "hasValue":
		if truth && call.IsMemberFunction() {
			return r.guardOptional(call.Target())
		}
	}
	return nil
}

// knownOfNames is what [names].all(n, n in map) says of the map.
func (r *reader) knownOfNames(of ast.ComprehensionExpr) guards {
	names, ok := celTexts(of.IterRange())
	if !ok || of.LoopStep().Kind() != ast.CallKind || of.LoopStep().AsCall().FunctionName() != operators.LogicalAnd {
		return nil
	}
	for _, part := range operandsOf(of.LoopStep()) {
		if part.Kind() != ast.CallKind || part.AsCall().FunctionName() != operators.In {
			continue
		}
		args := part.AsCall().Args()
		path, isPath := r.path(args[1])
		if !isPath || args[0].Kind() != ast.IdentKind || args[0].AsIdent() != of.IterVar() {
			continue
		}
		var list guards
		for _, name := range names {
			list = append(list, strings.Join(append(slices.Clip(path), name), "."))
		}
		return list
	}
	return nil
}
