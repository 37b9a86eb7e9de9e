package policydiff

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/parser"
)

// parseCEL parses an expression; nil where that is not possible.
func parseCEL(text string) *ast.AST {
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...), parser.PopulateMacroCalls(true), parser.MaxRecursionDepth(250))
	if err != nil {
		return nil
	}
	parsed, problems := p.Parse(common.NewStringSource(text, "expression"))
	if problems != nil && len(problems.GetErrors()) > 0 {
		return nil
	}
	return parsed
}

// plainCEL is an expression as it is written again, so that white space and
// comments are no difference.
func plainCEL(text string) string {
	parsed := parseCEL(text)
	if parsed == nil {
		return text
	}
	return unparsed(parsed.Expr(), parsed, text)
}

func unparsed(e ast.Expr, of *ast.AST, otherwise string) string {
	text, err := parser.Unparse(e, of.SourceInfo())
	if err != nil {
		return otherwise
	}
	return text
}

// relate says how a condition stands to the earlier one, where its form tells:
// conjuncts or alternatives were added or removed.
func relate(old, new string) relation {
	if old == new {
		return sameCondition
	}
	a, b := parseCEL(old), parseCEL(new)
	switch {
	case new == "true":
		return wider
	case old == "true":
		return narrower
	case a == nil || b == nil:
		return otherCondition
	}
	if r := relateBy(operators.LogicalAnd, a, b, narrower); r != otherCondition {
		return r
	}
	return relateBy(operators.LogicalOr, a, b, wider)
}

// relateBy compares the operands of an operator, of which more make the whole
// what is given.
func relateBy(operator string, a, b *ast.AST, more relation) relation {
	x, y := operands(operator, a, "old"), operands(operator, b, "new")
	contains := func(whole, parts []string) bool {
		return !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(whole, p) })
	}
	inY, inX := contains(y, x), contains(x, y)
	switch {
	case inX && inY:
		return sameCondition
	case inY:
		return more
	case inX:
		return narrower + wider - more
	}
	return otherCondition
}

// operands are those of nested uses of an operator, as they are written again.
// One that cannot be is like none of another side.
func operands(operator string, of *ast.AST, side string) []string {
	var list []string
	var walk func(ast.Expr)
	walk = func(e ast.Expr) {
		if e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operator {
			for _, argument := range e.AsCall().Args() {
				walk(argument)
			}
			return
		}
		list = append(list, unparsed(e, of, fmt.Sprintf("%s %d", side, e.ID())))
	}
	walk(of.Expr())
	return list
}

// onceCEL reports whether an output is a text or a map by its form, and no list:
// then a rule that fires says it once.
func onceCEL(text string) bool {
	parsed := parseCEL(text)
	return parsed != nil && onceExpr(parsed.Expr())
}

func onceExpr(e ast.Expr) bool {
	switch e.Kind() {
	case ast.LiteralKind, ast.MapKind:
		return true
	case ast.CallKind:
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.Add:
			return slices.ContainsFunc(call.Args(), onceExpr)
		case operators.Conditional:
			return onceExpr(call.Args()[1]) && onceExpr(call.Args()[2])
		}
	}
	return false
}
