package predicate

import "github.com/contractc/contractc/internal/literal"

import "strconv"

// Place is where a value stands in an expression, and what is known of it.
type Place struct {
	// Expr is the expression of the value.
	Expr string
	// Depth is how many loops stand around it.
	Depth int
	// Known are the types that the value can be of.
	Known Types
	// Form says how the value is written; nil for as the schema has it.
	Form *Form

	// sure are members that another part of the same conjunction demands.
	sure []string
}

// Member is the place of a member.
func (p Place) Member(name string) Place {
	return Place{Expr: selected(p.Expr, name), Depth: p.Depth, Known: Any, Form: p.Form.Prop(name)}
}

// At is the place of the item with an index.
func (p Place) At(i int) Place {
	return Place{Expr: p.Expr + "[" + strconv.Itoa(i) + "]", Depth: p.Depth, Known: Any, Form: p.Form.Item(i)}
}

// Item is the place of each item from an index on, under the name that a loop
// gives it.
func (p Place) Item(from int) Place {
	return Place{Expr: p.variable("item"), Depth: p.Depth + 1, Known: Any, Form: p.Form.Item(from)}
}

// Name is the place of a member's name in a loop over members.
func (p Place) Name() Place {
	return Place{Expr: p.variable("name"), Depth: p.Depth + 1, Known: String}
}

// Named is the place of the member whose name a loop has.
func (p Place) Named(form *Form) Place {
	return Place{Expr: p.Expr + "[" + p.variable("name") + "]", Depth: p.Depth + 1, Known: Any, Form: form}
}

func (p Place) variable(name string) string {
	if p.Depth == 0 {
		return name
	}
	return name + strconv.Itoa(p.Depth+1)
}

// Present is true where the value, an object, has a member.
func (p Place) Present(name string) Cond {
	has := call("has(%s.%s)", p.Expr, name)
	if !plainName(name) {
		has = compare("%s in %s", literal.CEL(name), p.Expr)
	}
	if p.Form.Leaves(name) {
		return And(has, compare("%s != null", selected(p.Expr, name)))
	}
	return has
}

func selected(of, name string) string {
	if plainName(name) {
		return of + "." + name
	}
	return of + "[" + literal.CEL(name) + "]"
}

// plainName reports whether a name can stand after a dot in CEL.
func plainName(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	switch name {
	case "", "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
		"package", "namespace", "null", "return", "true", "var", "void", "while":
		return false
	}
	return true
}

// Elsewhere is true of a value that is not of a type, to which a keyword for it
// does not apply.
func (p Place) Elsewhere(t Types) Cond { return elsewhere(p.Expr, t, p.Known) }

// Outside is true of a value of none of the types.
func (p Place) Outside(types Types) Cond {
	rest := p.Known &^ types
	if rest.Single() && rest&Numeric == 0 {
		return isType(p.Expr, "==", rest)
	}
	if types.Single() && types&Numeric == 0 && types&p.Known != 0 {
		return isType(p.Expr, "!=", types)
	}
	return Not(hasType(p.Expr, types, p.Known))
}

// IsNull is true where a member is null.
func (p Place) IsNull(name string) Cond { return compare("%s == null", selected(p.Expr, name)) }

// OrShorter is true where a list ends before an index, and otherwise where the
// condition holds.
func OrShorter(p Place, i int, c Cond) Cond { return orShorter(p, i, c) }

// EachOther is true where the condition, on the member whose name a loop has,
// holds for each member that is not listed.
func EachOther(p Place, listed []string, c Cond) Cond {
	if len(listed) > 0 {
		c = Or(compare("%s in [%s]", p.Name().Expr, literal.CELs(listed)), c)
	}
	return eachName(p, c)
}

// Shorter is true of a list with at most so many items.
func (p Place) Shorter(most int) Cond { return compare("size(%s) <= %d", p.Expr, most) }
