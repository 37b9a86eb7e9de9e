package predicate

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
		has = compare("%s in %s", quoted(name), p.Expr)
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
	return of + "[" + quoted(name) + "]"
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
