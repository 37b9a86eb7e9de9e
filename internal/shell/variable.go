package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assign reads an assignment. Of one that may change what commands do, it is not
// known what follows from it.
func (r *reader) assign(name string, value *string, exported bool) {
	r.out.Variables = append(r.out.Variables, Variable{name, value})
	if !r.table.Variables.harmless(name, exported) {
		r.unknown(name, variable)
	}
}

func (v *Variables) harmless(name string, exported bool) bool {
	switch {
	case !isName(name):
		return false
	case matchesAny(v.Plain, name):
		return true
	}
	return !exported && strings.ToUpper(name) != name && !matchesAny(v.Special, name)
}

// isName reports whether a text is the name of a variable.
func isName(text string) bool {
	for i, c := range text {
		digit := c >= '0' && c <= '9'
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || digit && i > 0) {
			return false
		}
	}
	return text != ""
}

// assignments reads the assignments before a command, or those that stand alone.
func (r *reader) assignments(list []*syntax.Assign, exported bool) {
	for _, a := range list {
		r.assignment(a, exported)
	}
}

func (r *reader) assignment(a *syntax.Assign, exported bool) {
	r.expansion(a.Value)
	if a.Array != nil {
		for _, e := range a.Array.Elems {
			r.subscript(e.Index)
			r.expansion(e.Value)
		}
	}
	r.subscript(a.Index)
	var value *string
	if !a.Append && a.Array == nil && a.Index == nil {
		value = valueOf(a.Value)
	}
	r.assign(a.Name.Value, value, exported)
}

// valueOf is the value of an assignment, where nothing is computed.
func valueOf(w *syntax.Word) *string {
	if w == nil {
		return new(string)
	}
	if l := literal(w); l.known {
		return &l.text
	}
	return nil
}

// declaration reads export, readonly, local and the like. Options can make a
// variable evaluate what it is given.
func (r *reader) declaration(c *syntax.DeclClause) {
	exported := c.Variant.Value == "export"
	words := []word{{c.Variant.Value, true, true}}
	for _, a := range c.Args {
		switch {
		case a.Name == nil:
			option := literal(a.Value)
			words = append(words, option)
			r.expansion(a.Value)
			if !option.known || strings.Trim(option.text, "-xrgp") != "" {
				r.unknown(r.written(c), computed)
			}
			exported = exported || strings.Contains(option.text, "x")
		case a.Naked:
			words = append(words, word{a.Name.Value, true, true})
			r.subscript(a.Index)
			r.assign(a.Name.Value, nil, exported)
		default:
			words = append(words, word{"", false, true})
			r.assignment(a, exported)
		}
	}
	r.emit(words, r.written(c))
}
