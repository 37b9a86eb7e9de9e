package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// smtParameter is a parameter of which only the type is known.
type smtParameter struct {
	name    string
	of      Symbolic
	located bool       // it is asked where it leads
	asked   []memberOf // what is looked for in it, where it is a list
}

// parameterSymbol is the symbol of a parameter, or of what is known about it.
func parameterSymbol(name, part string) string { return symbol("params." + name + part) }

// useParameters takes in the parameters that a program reads.
func (m *SMT) useParameters(u uses) {
	for _, p := range u.parameters {
		of := m.parameter(p)
		of.located = of.located || slices.Contains(u.located, p.name)
	}
	for _, asked := range u.asked {
		of := m.parameter(asked.list)
		of.asked = append(of.asked, asked)
	}
	slices.SortFunc(m.parameters, func(a, b smtParameter) int { return strings.Compare(a.name, b.name) })
}

func (m *SMT) parameter(p parameter) *smtParameter {
	for i := range m.parameters {
		if m.parameters[i].name == p.name {
			return &m.parameters[i]
		}
	}
	m.parameters = append(m.parameters, smtParameter{name: p.name, of: p.of})
	return &m.parameters[len(m.parameters)-1]
}

// declareParameters declares the parameters: any value of their types, and for a
// list any set of members.
func (w *smtWriter) declareParameters() {
	for _, p := range w.smt.parameters {
		name := parameterSymbol(p.name, "")
		w.line("(declare-const %s %s)", name, sortOf(p.of.Type.Kind))
		switch p.of.Type.Kind {
		case value.Integer:
			w.line("(assert (<= (- %d) %s %d))", value.MaxInteger, name, value.MaxInteger)
		case value.Bytes:
			w.line("(assert (str.in_re %s (re.* (re.++ %s %s))))", name, smtHexDigit, smtHexDigit)
		}
		w.bounds(name, p.of.Type.Kind, p.of.Minimum, p.of.Maximum)
		w.facets(name, p.of)
		if len(p.asked) > 0 {
			w.line("(declare-fun %s (%s) Bool)", parameterSymbol(p.name, ".has"), sortOf(p.of.Type.Items.Kind))
		}
		if p.located {
			located, location := parameterSymbol(p.name, ".located"), parameterSymbol(p.name, ".location")
			w.line("(declare-const %s Bool)", located)
			w.line("(declare-const %s String)", location)
			w.locationOf(name, located, location)
		}
	}
}

// facets says what texts a parameter takes: those that match its patterns, and
// those that are permissible.
func (w *smtWriter) facets(name string, of Symbolic) {
	if sortOf(of.Type.Kind) != "String" || of.Type.Kind.Composite() {
		return
	}
	for _, pattern := range of.Patterns {
		if re, err := smtRegexp(pattern, place{target: TargetSMT}); err == nil {
			w.line("(assert (str.in_re %s %s))", name, re)
		}
	}
	if len(of.Values) > 0 {
		w.line("(assert %s)", w.permissible(name, of.Values, place{target: TargetSMT}))
	}
}

// realisticParameters bounds the values to those that can be shown.
func (w *smtWriter) realisticParameters(realism Realism) {
	for _, p := range w.smt.parameters {
		name := parameterSymbol(p.name, "")
		switch {
		case p.of.Type.Kind == value.Decimal:
			w.scaled(name, parameterSymbol(p.name, ".scaled"))
		case p.located:
			w.textual(name, realism)
			w.line(`(assert (or (= %[1]s "/") (str.in_re %[1]s %[2]s)))`, name, smtCleanAbsolute)
		case p.of.Type.Kind.Composite():
			w.compositeText(name, p.of.Type.Kind)
		case sortOf(p.of.Type.Kind) == "String" && p.of.Type.Kind != value.Bytes && p.of.Type.Kind != value.Enum:
			w.textual(name, realism)
		}
	}
}

// ParameterSymbols returns what Parameters needs the values of, in a script for
// traces of at most length events: the parameters, and of lists whether they hold
// what stands in the fields of the events.
func (m *SMT) ParameterSymbols(length int) []string {
	var out []string
	for _, p := range m.parameters {
		if p.of.Type.Kind != value.List {
			out = append(out, parameterSymbol(p.name, ""))
			continue
		}
		for i := range length {
			for _, f := range p.askedFields() {
				out = append(out, m.hasTerm(p, f, i))
			}
		}
	}
	return out
}

// askedFields are the fields that are looked for in a list, each once.
func (p *smtParameter) askedFields() []field {
	var out []field
	for _, asked := range p.asked {
		f, ok := asked.element.(field)
		known := slices.ContainsFunc(out, func(other field) bool { return other.name == f.name && other.kind == f.kind && other.enum == f.enum })
		if ok && !known {
			out = append(out, f)
		}
	}
	return out
}

// hasTerm is whether a list holds the value of a field of the i-th event.
func (m *SMT) hasTerm(p smtParameter, f field, i int) string {
	return fmt.Sprintf("(%s %s)", parameterSymbol(p.name, ".has"), m.field(f).symbol(i, ""))
}

// Parameters reads values of the parameters. The error says which is none that a
// parameter can have.
func (m *SMT) Parameters(length int, values map[string]solver.Expr) (map[string]schema.Value, error) {
	out := map[string]schema.Value{}
	for _, p := range m.parameters {
		var err error
		if p.of.Type.Kind == value.List {
			out[p.name], err = m.listOf(p, length, values)
		} else {
			out[p.name], err = m.value(smtField{name: p.name, kind: p.of.Type.Kind, enum: p.of.Type.Enum}, values[parameterSymbol(p.name, "")])
		}
		if err != nil {
			return nil, fmt.Errorf("the parameter %q: %w", p.name, err)
		}
	}
	return out, nil
}

// listOf is the list of what stands in the fields of the events and is a member.
func (m *SMT) listOf(p smtParameter, length int, values map[string]solver.Expr) (schema.Value, error) {
	list := &schema.ListValue{Items: []schema.Value{}}
	for i := range length {
		for _, f := range p.askedFields() {
			if has, _ := values[m.hasTerm(p, f, i)].Bool(); !has {
				continue
			}
			g := *m.field(f)
			v, err := m.value(g, values[g.symbol(i, "")])
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(list.Items, func(other schema.Value) bool { return value.Equal(other, v) }) {
				list.Items = append(list.Items, v)
			}
		}
	}
	return list, nil
}
