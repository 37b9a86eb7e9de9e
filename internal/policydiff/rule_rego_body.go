package policydiff

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// changedHead compares what a rule says where it fires. Said tells that both
// versions say it wherever their bodies are met.
func changedHead(c *change, a, b *ast.Head, said bool) {
	if a.String() == b.String() {
		return
	}
	if said && a.Ref().String() == b.Ref().String() {
		c.note(Reworded, "what it says changed from %q to %q", a.String(), b.String())
		return
	}
	c.note(Unknown, "what it reports changed from %q to %q", a.String(), b.String())
}

// says reports whether a rule says an object whose values are texts or names of
// its body, so that it says it wherever its body is met. The name of another rule
// may have no value.
func (c *closure) says(h *ast.Head) bool {
	if h.Key == nil {
		return false
	}
	object, ok := h.Key.Value.(ast.Object)
	if !ok {
		return false
	}
	plain := true
	object.Foreach(func(_, value *ast.Term) {
		switch v := value.Value.(type) {
		case ast.String:
		case ast.Var:
			plain = plain && len(c.rules[string(v)]) == 0
		case ast.Call:
			plain = plain && v[0].String() == "rego.metadata.rule"
		case ast.Ref:
			plain = plain && strings.HasPrefix(v.String(), "rego.metadata")
		default:
			plain = false
		}
	})
	return plain
}

// relateBodies says how the conjunction of a rule stands to the earlier one. A
// name that only one version gives a value of its own, and that stands in what
// both share, means something else in the other. So does one within a comprehension
// or an every, where any value of it counts until the body around gives it one.
func relateBodies(a, b *ast.Rule) relation {
	x, y := expressions(a.Body), expressions(b.Body)
	onlyX, onlyY := without(x, y), without(y, x)
	if len(onlyX)+len(onlyY) == 0 {
		return sameCondition
	}
	shared := names(a.Head)
	for _, e := range x {
		if _, both := find(y, e); both {
			shared = append(shared, names(e.of)...)
		}
	}
	captured := slices.Concat(innerNames(a.Head), innerNames(b.Head))
	for _, e := range slices.Concat(x, y) {
		captured = append(captured, innerNames(e.of)...)
	}
	for _, e := range append(onlyX, onlyY...) {
		if slices.ContainsFunc(givenNames(e.of), func(name string) bool { return slices.Contains(shared, name) }) ||
			slices.ContainsFunc(variables(e.of), func(name string) bool { return slices.Contains(captured, name) }) {
			return otherCondition
		}
	}
	switch {
	case len(onlyX) == 0:
		return narrower
	case len(onlyY) == 0:
		return wider
	}
	return otherCondition
}

// conjunct is an expression of a body with its text.
type conjunct struct {
	text string
	of   *ast.Expr
}

func expressions(body ast.Body) []conjunct {
	var list []conjunct
	for _, e := range body {
		plain := e.Copy()
		plain.Index = 0
		list = append(list, conjunct{plain.String(), e})
	}
	return list
}

func find(list []conjunct, e conjunct) (int, bool) {
	i := slices.IndexFunc(list, func(o conjunct) bool { return o.text == e.text })
	return i, i >= 0
}

// without are the expressions of a list that do not stand in another.
func without(list, other []conjunct) []conjunct {
	return slices.DeleteFunc(slices.Clone(list), func(e conjunct) bool {
		_, both := find(other, e)
		return both
	})
}

// names are all names that stand in a part of a rule.
func names(part any) []string {
	var list []string
	ast.WalkVars(part, func(v ast.Var) bool {
		list = append(list, string(v))
		return false
	})
	return list
}

// innerNames are the names within the comprehensions and the every of a part of a
// rule.
func innerNames(part any) []string {
	var list []string
	ast.NewGenericVisitor(func(v any) bool {
		switch v.(type) {
		case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Every:
			list = append(list, variables(v)...)
		}
		return false
	}).Walk(part)
	return list
}

// variables are the names that stand in a part of a rule, those of functions that
// are called, of the input and of the data left out. Each _ is another one.
func variables(part any) []string {
	var list []string
	var visitor *ast.GenericVisitor
	arguments := func(terms []*ast.Term) {
		for _, t := range terms {
			visitor.Walk(t)
		}
	}
	visitor = ast.NewGenericVisitor(func(v any) bool {
		switch v := v.(type) {
		case ast.Var:
			if !v.IsWildcard() && !ast.RootDocumentNames.Contains(ast.NewTerm(v)) {
				list = append(list, string(v))
			}
		case ast.Call:
			arguments(v[1:])
			return true
		case *ast.Expr:
			if v.IsCall() {
				arguments(v.Operands())
				for _, w := range v.With {
					visitor.Walk(w)
				}
				return true
			}
		}
		return false
	})
	visitor.Walk(part)
	return list
}

// givenNames are the names that an expression gives a value of their own.
func givenNames(e *ast.Expr) []string {
	switch terms := e.Terms.(type) {
	case *ast.SomeDecl:
		return names(terms)
	case []*ast.Term:
		if e.IsAssignment() {
			return names(terms[1])
		}
	}
	return nil
}
