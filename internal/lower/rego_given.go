package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/value"
)

// give notes that a parameter is read from the input.
func (w *regoWriter) give(p parameter) {
	w.needs["given"] = true
	if p.of.Type.Kind == value.Decimal {
		w.needs["decimal"] = true
	}
	if p.of.Type.Kind == value.Integer || p.of.Type.Kind == value.List {
		w.needs["known"] = true
	}
	if !slices.ContainsFunc(w.given, func(o parameter) bool { return o.name == p.name }) {
		w.given = append(w.given, p)
		slices.SortFunc(w.given, func(a, b parameter) int { return strings.Compare(a.name, b.name) })
	}
}

// allGiven is a statement that the parameters are there with their types; without
// them nothing is known.
func (w *regoWriter) allGiven() string {
	if !w.opt.AnyInput {
		return ""
	}
	w.needs["given"] = true
	return "\tgiven;\n"
}

// givenRule writes the rule for the parameters that are read.
func (w *regoWriter) givenRule() string {
	var fields, statements []string
	for i, p := range w.given {
		v := fmt.Sprintf("p%d", i)
		fields = append(fields, literal.Rego(p.name)+": "+v)
		statements = append(statements, regoGiven(v, regoSelect("input.parameters", p.name), p.of)...)
	}
	text := "# The parameters, each of its type. Without all of them nothing is known.\ngiven := {" + strings.Join(fields, ", ") + "} if {\n"
	if len(statements) == 0 {
		statements = []string{"true"}
	}
	return text + "\t" + strings.Join(statements, ";\n\t") + "\n}\n\n"
}

// regoGiven are the statements that read a parameter and check its type.
func regoGiven(v, from string, of Symbolic) []string {
	switch of.Type.Kind {
	case value.Boolean:
		return []string{v + " := " + from, "is_boolean(" + v + ")"}
	case value.Integer:
		return []string{v + " := " + from, "is_number(" + v + ")", "regex.match(`^-?[0-9]+$`, json.marshal(" + v + "))", "known_integer(" + v + ")"}
	case value.Decimal:
		return []string{"is_number(" + from + ")", v + " := scaled(json.marshal(" + from + "))"}
	case value.List:
		statements := []string{v + " := " + from, "is_array(" + v + ")", "not unknown_within(" + v + ")"}
		if of.Type.Items != nil && of.Type.Items.Kind == value.Enum && len(of.Values) > 0 {
			statements = append(statements, "every m in "+v+" { m in "+regoSet(of.Values)+" }")
		}
		return statements
	case value.Enum:
		if len(of.Values) > 0 {
			return []string{v + " := " + from, v + " in " + regoSet(of.Values)}
		}
	}
	return []string{v + " := " + from, "is_string(" + v + ")"}
}
