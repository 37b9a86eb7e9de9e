package lint

import (
	"slices"
	"sync"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"

	"github.com/contractc/contractc/internal/celpolicy"
)

// condition is an expression in CEL as it was parsed.
type condition struct {
	text celpolicy.Text
	expr ast.Expr
	info *ast.SourceInfo
}

// conditions parses expressions. The loader did before: what does not parse is
// left out.
type conditions struct{ parser *parser.Parser }

// sharedConditions has the one parser, which keeps nothing of what it parsed and may
// be used by several goroutines at once.
var sharedConditions = sync.OnceValue(func() conditions {
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...), parser.PopulateMacroCalls(true), parser.EnableOptionalSyntax(true))
	if err != nil {
		return conditions{}
	}
	return conditions{p}
})

func (c conditions) parse(text celpolicy.Text) (condition, bool) {
	if c.parser == nil {
		return condition{}, false
	}
	parsed, problems := c.parser.Parse(common.NewTextSource(text.Source))
	if parsed == nil || len(problems.GetErrors()) > 0 {
		return condition{}, false
	}
	return condition{text, parsed.Expr(), parsed.SourceInfo()}, true
}

// parts are the parts of a conjunction in one form, sorted; of any other
// condition, the condition itself. Conditions with the same parts are the same.
func (c condition) parts() []string {
	var list []string
	for _, e := range conjuncts(c.expr) {
		text, err := parser.Unparse(e, c.info)
		if err != nil {
			return nil
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// conjuncts takes a conjunction apart.
func conjuncts(e ast.Expr) []ast.Expr {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.LogicalAnd {
		return []ast.Expr{e}
	}
	return operandsOf(e)
}

// celPath reads an identifier with selections of fields.
func celPath(e ast.Expr) ([]string, bool) {
	switch e.Kind() {
	case ast.IdentKind:
		return []string{e.AsIdent()}, true
	case ast.SelectKind:
		path, ok := celPath(e.AsSelect().Operand())
		return append(path, e.AsSelect().FieldName()), ok && !e.AsSelect().IsTestOnly()
	case ast.CallKind:
		// string(x) is the text of x where it is one.
		if call := e.AsCall(); call.FunctionName() == "string" && len(call.Args()) == 1 && !call.IsMemberFunction() {
			return celPath(call.Args()[0])
		}
	}
	return nil, false
}

// celText reads a text.
func celText(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

// celTexts reads a list of texts.
func celTexts(e ast.Expr) ([]string, bool) {
	if e.Kind() != ast.ListKind {
		return nil, false
	}
	var list []string
	for _, item := range e.AsList().Elements() {
		text, ok := celText(item)
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

// truth is a condition's value as far as it is known without its input.
type truth uint8

const (
	open truth = iota
	never
	always
)

func truthOf(b bool) truth {
	if b {
		return always
	}
	return never
}

func (t truth) not() truth { return [...]truth{open: open, never: always, always: never}[t] }

// celTruth is the truth of an expression whatever its input is.
func celTruth(e ast.Expr) truth {
	if e.Kind() == ast.LiteralKind {
		if b, ok := e.AsLiteral().(types.Bool); ok {
			return truthOf(bool(b))
		}
		return open
	}
	if e.Kind() != ast.CallKind {
		return open
	}
	call := e.AsCall()
	switch call.FunctionName() {
	case operators.LogicalNot:
		return celTruth(call.Args()[0]).not()
	case operators.LogicalAnd:
		return joined(call.Args(), never, always)
	case operators.LogicalOr:
		return joined(call.Args(), always, never)
	}
	return compared(call)
}

// joined is the truth of operands of which one decides, and of which all must be
// the other for the whole to be it.
func joined(operands []ast.Expr, decides, other truth) truth {
	all := true
	for _, operand := range operands {
		t := celTruth(operand)
		if t == decides {
			return decides
		}
		all = all && t == other
	}
	if all {
		return other
	}
	return open
}

// compared is the truth of a comparison of two literals, or of membership in a
// list of literals.
func compared(call ast.CallExpr) truth {
	args := call.Args()
	if len(args) != 2 || args[0].Kind() != ast.LiteralKind && args[1].Kind() != ast.ListKind {
		return open
	}
	if call.FunctionName() == operators.In {
		return memberOf(args[0], args[1])
	}
	if args[0].Kind() != ast.LiteralKind || args[1].Kind() != ast.LiteralKind {
		return open
	}
	left, right := args[0].AsLiteral(), args[1].AsLiteral()
	switch call.FunctionName() {
	case operators.Equals:
		return truthOf(left.Equal(right) == types.True)
	case operators.NotEquals:
		return truthOf(left.Equal(right) != types.True)
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		return ordered(left, right, call.FunctionName())
	}
	return open
}

// memberOf is the truth of membership in a list; nothing is in an empty one.
func memberOf(item, list ast.Expr) truth {
	if list.Kind() != ast.ListKind {
		return open
	}
	if len(list.AsList().Elements()) == 0 {
		return never
	}
	text, ok := celText(item)
	texts, all := celTexts(list)
	if !ok || !all {
		return open
	}
	return truthOf(slices.Contains(texts, text))
}

// ordered is the truth of a comparison of two integers.
func ordered(left, right any, operator string) truth {
	a, isInt := left.(types.Int)
	b, areInts := right.(types.Int)
	if !isInt || !areInts {
		return open
	}
	switch operator {
	case operators.Less:
		return truthOf(a < b)
	case operators.LessEquals:
		return truthOf(a <= b)
	case operators.Greater:
		return truthOf(a > b)
	}
	return truthOf(a >= b)
}
