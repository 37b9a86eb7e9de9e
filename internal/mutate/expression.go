package mutate

import (
	"slices"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/parser"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
)

// Limits of an expression; they are those of the longest that a bundle may hold.
const (
	maxExpressionDepth = 100
	maxExpressionChars = 20_000
	maxExpressionNodes = 5000
)

// expression is CEL as it was written: macros are calls like others.
type expression struct {
	node    *doc.Node
	factory ast.ExprFactory
	root    ast.Expr
	info    *ast.SourceInfo
	changes []change
}

// readExpression parses the CEL of a node; nil where it holds none.
func readExpression(n *doc.Node) *expression {
	if n == nil || n.Kind != doc.String {
		return nil
	}
	p, err := parser.NewParser(parser.EnableVariadicOperatorASTs(true), parser.EnableOptionalSyntax(true),
		parser.MaxRecursionDepth(maxExpressionDepth), parser.ExpressionSizeCodePointLimit(maxExpressionChars),
		parser.MaxExpressionNodeCount(maxExpressionNodes), parser.ErrorReportingLimit(1))
	if err != nil {
		return nil
	}
	parsed, errs := p.Parse(common.NewStringSource(n.Text, ""))
	if len(errs.GetErrors()) > 0 {
		return nil
	}
	return &expression{node: n, factory: ast.NewExprFactory(), root: parsed.Expr(), info: parsed.SourceInfo()}
}

// text writes an expression.
func (x *expression) text(e ast.Expr) string {
	text, err := parser.Unparse(x.binary(x.factory.CopyExpr(e)), x.info, parser.WrapOnColumn(maxExpressionChars))
	if err != nil {
		return ""
	}
	return text
}

// binary folds conjunctions and disjunctions of many operands into pairs, which
// is all that can be written. It changes the expression.
func (x *expression) binary(e ast.Expr) ast.Expr {
	for _, part := range celpolicy.Parts(e) {
		part.SetKindCase(x.binary(part))
	}
	if !isConnective(e) || len(e.AsCall().Args()) < 3 {
		return e
	}
	call := e.AsCall()
	folded := call.Args()[0]
	for _, operand := range call.Args()[1:] {
		folded = x.factory.NewCall(e.ID(), call.FunctionName(), folded, operand)
	}
	return folded
}

// start is where the first token of an expression stands in its text, in code
// points.
func (x *expression) start(e ast.Expr) int {
	start := -1
	if r, ok := x.info.GetOffsetRange(e.ID()); ok {
		start = int(r.Start)
	}
	for _, part := range celpolicy.Parts(e) {
		if at := x.start(part); start < 0 || at >= 0 && at < start {
			start = at
		}
	}
	return start
}

// function is the name of the function that a call is of; empty for anything
// else.
func function(e ast.Expr) string {
	if e.Kind() != ast.CallKind {
		return ""
	}
	return e.AsCall().FunctionName()
}

func isConnective(e ast.Expr) bool {
	return slices.Contains([]string{operators.LogicalAnd, operators.LogicalOr}, function(e))
}

// add adds the expression with one part replaced.
func (x *expression) add(operator Operator, part, with ast.Expr) {
	x.addAs(operator, part, with, x.text(part), x.text(with))
}

// addAs adds the expression with one part replaced, told in words of its own.
func (x *expression) addAs(operator Operator, part, with ast.Expr, before, after string) {
	whole := x.text(x.replace(x.root, part, with))
	if whole == "" || whole == x.text(x.root) {
		return
	}
	at := x.node.At(max(x.start(part), 0))
	x.changes = append(x.changes, change{operator: operator, at: at, before: before, after: after, target: x.node, with: textNode(x.node, whole)})
}

// replace is a copy of an expression with one part, told by its identity,
// replaced.
func (x *expression) replace(e, part, with ast.Expr) ast.Expr {
	root := x.factory.CopyExpr(e)
	if e.ID() == part.ID() {
		return x.factory.CopyExpr(with)
	}
	swap(x.factory, root, part.ID(), with)
	return root
}

func swap(factory ast.ExprFactory, e ast.Expr, id int64, with ast.Expr) {
	for _, part := range celpolicy.Parts(e) {
		if part.ID() == id {
			part.SetKindCase(factory.CopyExpr(with))
			return
		}
		swap(factory, part, id, with)
	}
}

// textNode is a scalar with another text at the same place.
func textNode(n *doc.Node, text string) *doc.Node {
	return &doc.Node{Kind: doc.String, Text: text, Range: n.Range, Offset: n.Offset, EndOffset: n.EndOffset}
}
