package celpolicy

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// Demanded returns the texts that the value at a path, such as input, action and
// tool, must be one of for the policy to have any output, sorted; false where the
// policy may have one whatever the value is. Only what the first parts of each
// condition's conjunction say counts, so that leaving the policy out where the
// value is another hides no error of an evaluation.
func (p *Policy) Demanded(path ...string) ([]string, bool) {
	values := []string{}
	for i := range p.root.items {
		condition := p.root.items[i].condition
		if condition == nil || condition.compile().HasErrors() {
			return nil, false
		}
		found, ok := demanded(condition.demands, path)
		if !ok {
			return nil, false
		}
		values = append(values, found...)
	}
	slices.Sort(values)
	return slices.Compact(values), true
}

// demand is that the value at a path is one of some texts.
type demand struct {
	path   []string
	values []string
}

// demanded is what demands say of a path.
func demanded(demands []demand, path []string) ([]string, bool) {
	for _, d := range demands {
		if slices.Equal(d.path, path) {
			return d.values, true
		}
	}
	return nil, false
}

// demandsOf are the demands that a condition begins with: the first parts of its
// conjunction, up to the first that is no demand.
func demandsOf(e ast.Expr) []demand {
	demands, _ := leadingDemands(e, nil)
	return demands
}

// leadingDemands adds the demands of an expression to a list, and says whether it
// is nothing but demands.
func leadingDemands(e ast.Expr, list []demand) ([]demand, bool) {
	if e.Kind() != ast.CallKind {
		return list, false
	}
	call := e.AsCall()
	if call.FunctionName() == operators.LogicalAnd {
		for _, part := range call.Args() {
			whole := false
			if list, whole = leadingDemands(part, list); !whole {
				return list, false
			}
		}
		return list, true
	}
	if d, ok := demandOf(call); ok {
		return append(list, d), true
	}
	return list, false
}

// demandOf reads path == text, text == path and path in [texts].
func demandOf(call ast.CallExpr) (demand, bool) {
	args := call.Args()
	if len(args) != 2 {
		return demand{}, false
	}
	switch call.FunctionName() {
	case operators.Equals:
		for i := range args {
			path, isPath := pathOf(args[i])
			text, isText := textOf(args[1-i])
			if isPath && isText {
				return demand{path, []string{text}}, true
			}
		}
	case operators.In:
		path, isPath := pathOf(args[0])
		texts, areTexts := textsOf(args[1])
		return demand{path, texts}, isPath && areTexts
	}
	return demand{}, false
}

// pathOf reads an identifier with selections of fields.
func pathOf(e ast.Expr) ([]string, bool) {
	switch e.Kind() {
	case ast.IdentKind:
		return []string{e.AsIdent()}, true
	case ast.SelectKind:
		sel := e.AsSelect()
		path, ok := pathOf(sel.Operand())
		return append(path, sel.FieldName()), ok && !sel.IsTestOnly()
	}
	return nil, false
}

func textOf(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

func textsOf(e ast.Expr) ([]string, bool) {
	if e.Kind() != ast.ListKind {
		return nil, false
	}
	var texts []string
	for _, item := range e.AsList().Elements() {
		text, ok := textOf(item)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}
