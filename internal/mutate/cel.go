package mutate

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// truth says what is known of an expression's value.
type truth uint8

const (
	anyValue  truth = iota
	truthful        // it is true or false
	condition       // it is the condition of a rule, whole
	wording         // it is a text for people: its literals are left as they are
)

// mutateCEL lists the changes of the CEL that a node holds.
func mutateCEL(n *doc.Node, is truth) []change {
	x := readExpression(n)
	if x == nil {
		return nil
	}
	x.walk(x.root, is)
	if is == condition || is == truthful {
		x.whole()
	}
	return x.changes
}

// whole puts true and false in place of the whole expression.
func (x *expression) whole() {
	if x.root.Kind() == ast.LiteralKind {
		return
	}
	for _, v := range []bool{true, false} {
		x.add(schema.MutationOperatorCondition, x.root, x.factory.NewLiteral(x.root.ID(), types.Bool(v)))
	}
}

func (x *expression) walk(e ast.Expr, is truth) {
	switch e.Kind() {
	case ast.CallKind:
		x.call(e, is)
	case ast.LiteralKind:
		x.literal(e, is)
	case ast.ListKind:
		x.list(e, is)
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			x.walk(entry.AsMapEntry().Value(), inside(is))
		}
	case ast.SelectKind:
		x.negate(e, is)
		x.walk(e.AsSelect().Operand(), inside(is))
	case ast.IdentKind:
		x.negate(e, is)
	default:
		for _, part := range celpolicy.Parts(e) {
			x.walk(part, inside(is))
		}
	}
}

// inside is what is known of a part whose own value is not known.
func inside(is truth) truth {
	if is == wording {
		return wording
	}
	return anyValue
}

func (x *expression) call(e ast.Expr, is truth) {
	call := e.AsCall()
	switch name := call.FunctionName(); name {
	case operators.LogicalAnd, operators.LogicalOr:
		x.connective(e, is)
	case operators.LogicalNot:
		x.add(schema.MutationOperatorNegation, e, call.Args()[0])
		x.walkUnnegated(call.Args()[0], is)
	case operators.Conditional:
		x.add(schema.MutationOperatorBranch, e, call.Args()[1])
		x.add(schema.MutationOperatorBranch, e, call.Args()[2])
		x.walkUnnegated(call.Args()[0], is)
		x.walk(call.Args()[1], is)
		x.walk(call.Args()[2], is)
	case operators.Add, operators.Subtract:
		x.arithmetic(e)
		x.all(call.Args(), is)
	default:
		if !x.comparison(e) {
			x.applied(e, is)
		}
	}
}

func (x *expression) all(list []ast.Expr, is truth) {
	for _, e := range list {
		x.walk(e, inside(is))
	}
}

// walkUnnegated walks a part whose negation is there already, or changes nothing
// that a branch does not.
func (x *expression) walkUnnegated(e ast.Expr, is truth) {
	if isConnective(e) || len(flipped(function(e))) > 0 {
		x.walk(e, truthful)
		return
	}
	before := len(x.changes)
	x.walk(e, truthful)
	kept := x.changes[:before]
	for _, c := range x.changes[before:] {
		if c.operator != schema.MutationOperatorNegation || c.before != x.text(e) {
			kept = append(kept, c)
		}
	}
	x.changes = kept
}

// connective drops each operand, and takes or for and.
func (x *expression) connective(e ast.Expr, is truth) {
	call := e.AsCall()
	other := operators.LogicalOr
	if call.FunctionName() == operators.LogicalOr {
		other = operators.LogicalAnd
	}
	x.add(schema.MutationOperatorConnective, e, x.factory.NewCall(e.ID(), other, call.Args()...))
	for i, operand := range call.Args() {
		rest := slices.Delete(slices.Clone(call.Args()), i, i+1)
		with := rest[0]
		if len(rest) > 1 {
			with = x.factory.NewCall(e.ID(), call.FunctionName(), rest...)
		}
		at := x.start(operand)
		x.addAs(schema.MutationOperatorOperand, e, with, x.text(operand), "")
		if n := len(x.changes); n > 0 && at >= 0 && x.changes[n-1].operator == schema.MutationOperatorOperand {
			x.changes[n-1].at = x.node.At(at)
		}
		if is == wording {
			x.walk(operand, is)
		} else {
			x.walk(operand, truthful)
		}
	}
}

// flipped are the operators that a comparison may have been meant to have: the
// one that differs where both sides are equal, and the opposite one.
func flipped(operator string) []string {
	switch operator {
	case operators.Equals:
		return []string{operators.NotEquals}
	case operators.NotEquals:
		return []string{operators.Equals}
	case operators.Less:
		return []string{operators.LessEquals, operators.GreaterEquals}
	case operators.LessEquals:
		return []string{operators.Less, operators.Greater}
	case operators.Greater:
		return []string{operators.GreaterEquals, operators.LessEquals}
	case operators.GreaterEquals:
		return []string{operators.Greater, operators.Less}
	}
	return nil
}

func (x *expression) comparison(e ast.Expr) bool {
	call := e.AsCall()
	others := flipped(call.FunctionName())
	for _, other := range others {
		x.add(schema.MutationOperatorComparison, e, x.factory.NewCall(e.ID(), other, call.Args()...))
	}
	if len(others) > 0 {
		x.all(call.Args(), anyValue)
	}
	return len(others) > 0
}

// arithmetic takes minus for plus where a number is added.
func (x *expression) arithmetic(e ast.Expr) {
	call := e.AsCall()
	if !slices.ContainsFunc(call.Args(), isNumber) {
		return
	}
	other := operators.Subtract
	if call.FunctionName() == operators.Subtract {
		other = operators.Add
	}
	x.add(schema.MutationOperatorArithmetic, e, x.factory.NewCall(e.ID(), other, call.Args()...))
}

func isNumber(e ast.Expr) bool {
	if e.Kind() == ast.LiteralKind {
		switch e.AsLiteral().(type) {
		case types.Int, types.Uint, types.Double:
			return true
		}
	}
	return slices.Contains([]string{"size", "int", "double"}, function(e))
}

// renamed are the functions that one may have been meant for.
func renamed(name string) string {
	switch name {
	case "exists":
		return "all"
	case "all":
		return "exists"
	case "startsWith", "endsWith":
		return "contains"
	case "contains":
		return "startsWith"
	}
	return ""
}

// applied changes a call of a function.
func (x *expression) applied(e ast.Expr, is truth) {
	call := e.AsCall()
	x.negate(e, is)
	if other := renamed(call.FunctionName()); other != "" && call.IsMemberFunction() {
		operator := schema.MutationOperatorFunction
		if other == "all" || other == "exists" {
			operator = schema.MutationOperatorQuantifier
		}
		x.add(operator, e, x.factory.NewMemberCall(e.ID(), other, call.Target(), call.Args()...))
	}
	if call.IsMemberFunction() {
		x.walk(call.Target(), inside(is))
	}
	for i, arg := range call.Args() {
		switch {
		case call.FunctionName() == "matches":
			x.pattern(arg)
		case function(e) == "has":
		case binds(call.FunctionName()) && i == len(call.Args())-1 && call.FunctionName() != "map" && call.FunctionName() != "bind":
			x.walk(arg, truthful)
		case binds(call.FunctionName()) && i == 0:
		default:
			x.walk(arg, inside(is))
		}
	}
}

// binds reports whether the first argument of a function is the name of a
// variable.
func binds(name string) bool {
	return slices.Contains([]string{"exists", "all", "exists_one", "existsOne", "filter", "map", "bind", "transformList", "transformMap"}, name)
}

// negate puts the negation of a part that is true or false in its place.
func (x *expression) negate(e ast.Expr, is truth) {
	if is == truthful || is == condition {
		x.add(schema.MutationOperatorNegation, e, x.factory.NewCall(newID, operators.LogicalNot, e))
	}
}

// newID is the identity of what stands in no text.
const newID = int64(1) << 40

// pattern takes the anchors off a regular expression.
func (x *expression) pattern(e ast.Expr) {
	text, ok := literalText(e)
	if !ok {
		return
	}
	if start, found := strings.CutPrefix(text, "^"); found {
		x.add(schema.MutationOperatorPattern, e, x.factory.NewLiteral(e.ID(), types.String(start)))
	}
	if end, found := strings.CutSuffix(text, "$"); found && !strings.HasSuffix(end, `\`) {
		x.add(schema.MutationOperatorPattern, e, x.factory.NewLiteral(e.ID(), types.String(end)))
	}
}

func literalText(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

func (x *expression) literal(e ast.Expr, is truth) {
	if is == wording {
		return
	}
	constant := func(v types.Int) {
		x.add(schema.MutationOperatorConstant, e, x.factory.NewLiteral(e.ID(), v))
	}
	switch v := e.AsLiteral().(type) {
	case types.Int:
		constant(v + 1)
		constant(v - 1)
	case types.Bool:
		x.add(schema.MutationOperatorConstant, e, x.factory.NewLiteral(e.ID(), !v))
	case types.String:
		x.add(schema.MutationOperatorConstant, e, x.factory.NewLiteral(e.ID(), types.String(shortened(string(v)))))
	}
}

// shortened is a text without its last character; the empty one gets one.
func shortened(text string) string {
	if text == "" {
		return "x"
	}
	letters := []rune(text)
	return string(letters[:len(letters)-1])
}

// list drops each element.
func (x *expression) list(e ast.Expr, is truth) {
	elements := e.AsList().Elements()
	for i, element := range elements {
		if is != wording {
			rest := slices.Delete(slices.Clone(elements), i, i+1)
			x.addAs(schema.MutationOperatorElement, e, x.factory.NewList(e.ID(), rest, nil), x.text(element), "")
		}
		if element.Kind() != ast.LiteralKind {
			x.walk(element, inside(is))
		}
	}
}
