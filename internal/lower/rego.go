package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// RegoModule is a constraint as a Rego module that a stock OPA runs. It reads
// input.events, a list of objects with effect, fields and provenance in the
// order of the trace, and input.closed, true where no event follows. The rule
// verdict is the verdict; the set refused names decimals that the module cannot
// hold, of which the verdict knows nothing.
type RegoModule struct {
	pkg    string
	opt    Options
	fields []string
	text   string
}

// Rego writes a constraint as a module of a package, which is one or more names
// with dots between them. The error is a *monitor.CompileError or a
// *RefusalError.
func Rego(pkg string, c schema.Constraint, opt Options) (*RegoModule, error) {
	p, err := lower(c, opt, TargetRego, "")
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Split(pkg, ".") {
		if !plainName(name) {
			return nil, place{target: TargetRego}.refuse("package", ReasonName, "%q is not a package's name", pkg)
		}
	}
	used := usesOf(p)
	w := &regoWriter{opt: opt, scale: used.scale, needs: map[string]bool{}}
	for _, d := range p.definitions {
		w.rule(d.name, d.body)
	}
	w.verdict(p.status)
	if w.err != nil {
		return nil, w.err
	}
	m := &RegoModule{pkg: pkg, opt: opt, fields: used.fields}
	m.text = "package " + pkg + "\n\nimport rego.v1\n\n" + w.rules.String() + w.prelude()
	return m, nil
}

// Text returns the module.
func (m *RegoModule) Text() string { return m.text }

// Query returns the reference of the verdict.
func (m *RegoModule) Query() string { return "data." + m.pkg + ".verdict" }

// regoWriter writes rules and functions. A conjunction is the body of a rule, a
// disjunction is a function with several bodies; a semicolon stands between
// statements, as a line that begins with - would go on from the one before; and
// nothing is negated but functions and rules of the module.
type regoWriter struct {
	opt   Options
	scale int
	rules strings.Builder
	parts int // functions made
	needs map[string]bool
	// decimals are the names of fields that hold decimals.
	decimals []string
	// given are the parameters that are read from the input.
	given []parameter
	err   error
}

func (w *regoWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// rule writes a rule that is defined where the formula holds.
func (w *regoWriter) rule(head string, f formula) {
	bodies := []formula{f}
	if alternatives, ok := f.(or); ok {
		bodies = alternatives
	}
	var texts []string
	for _, body := range bodies {
		texts = append(texts, w.body(body))
	}
	for _, text := range texts {
		fmt.Fprintf(&w.rules, "%s if {\n%s}\n\n", head, text)
	}
}

// body writes a formula as the statements of a body.
func (w *regoWriter) body(f formula) string {
	statements := w.statements(f)
	for i, statement := range statements {
		statements[i] = "\t" + strings.ReplaceAll(statement, "\n", "\n\t")
	}
	return strings.Join(statements, ";\n") + "\n"
}

// statements returns statements that all succeed exactly where the formula
// holds.
func (w *regoWriter) statements(f formula) []string {
	switch f := f.(type) {
	case and:
		var out []string
		for _, operand := range f {
			if !saidBy(f, operand) {
				out = append(out, w.statements(operand)...)
			}
		}
		return out
	case sumEnd:
		return w.statements(f.exact())
	case some:
		return []string{w.part(f)}
	case or:
		return []string{w.part(f)}
	case every:
		w.needs["trace"] = true
		return []string{fmt.Sprintf("every %s in trace {\n%s}", f.event, w.body(f.body))}
	case not:
		return []string{w.negation(f.of)}
	}
	return []string{w.atom(f)}
}

// saidBy reports whether an operand says no more than that a value is known
// which another statement reads, and so needs to be known.
func saidBy(operands []formula, f formula) bool {
	switch f := f.(type) {
	case present:
		return slices.ContainsFunc(operands, func(g formula) bool { return reads(g, f.field) })
	case located:
		return slices.ContainsFunc(operands, func(g formula) bool {
			if n, ok := g.(not); ok {
				g = n.of
			}
			in, ok := g.(inside)
			return ok && (sameTerm(in.path, f.path) || sameTerm(in.directory, f.path))
		})
	}
	return false
}

// reads reports whether the statement of a formula is undefined where a field
// is.
func reads(f formula, of field) bool {
	if n, ok := f.(not); ok {
		switch n.of.(type) {
		case among, holds, match, textTest, inside:
			f = n.of
		}
	}
	switch f.(type) {
	case among, holds, match, textTest, inside, relation, inRange, located:
	default:
		return false
	}
	var u uses
	u.formula(f)
	return slices.ContainsFunc(u.typed, func(g field) bool { return sameTerm(g, of) })
}

// sameTerm reports whether two terms are the same field, or the same text.
func sameTerm(a, b term) bool {
	switch a := a.(type) {
	case field:
		b, ok := b.(field)
		return ok && a.event == b.event && a.name == b.name
	case constant:
		b, ok := b.(constant)
		return ok && a.value == b.value
	}
	return false
}

// part makes a function of a formula, or a rule where it names no event, and
// returns the call.
func (w *regoWriter) part(f formula) string {
	free := freeOf(f)
	w.parts++
	call := fmt.Sprintf("part_%d", w.parts)
	if len(free) > 0 {
		call += "(" + strings.Join(free, ", ") + ")"
	}
	if s, ok := f.(some); ok {
		w.needs["trace"] = true
		body := fmt.Sprintf("\tsome %s in trace;\n", s.event) + w.body(s.body)
		fmt.Fprintf(&w.rules, "%s if {\n%s}\n\n", call, body)
		return call
	}
	w.rule(call, f)
	return call
}

// negation writes the negation of a formula: of an atom by its value, of
// anything else by the absence of a part.
func (w *regoWriter) negation(f formula) string {
	switch f := f.(type) {
	case effectIs:
		if len(f.effects) == 1 {
			return fmt.Sprintf("%s.effect != %s", f.event, literal.Rego(f.effects[0]))
		}
		return "(" + w.atom(f) + ") == false"
	case among, holds, memberOf:
		return "(" + w.atom(f) + ") == false"
	case match, textTest, inside:
		return w.atom(f) + " == false"
	case named, or, some:
		return "not " + w.statements(f)[0]
	}
	return "not " + w.part(f)
}

// verdict writes the rule verdict.
func (w *regoWriter) verdict(st status) {
	w.rules.WriteString("default verdict := \"unknown\"\n\n")
	w.needs["trace"] = true
	undecided := negated(st.yes)
	for _, rule := range []struct {
		when    formula
		verdict schema.Verdict
	}{
		{st.yes, schema.VerdictHolds},
		{allOf(st.no, anyOf(st.final, regoClosed{})), schema.VerdictViolated},
		{allOf(undecided, st.no, negated(st.final), negated(st.doubt), negated(regoClosed{})), schema.VerdictPending},
	} {
		if t, ok := rule.when.(truth); ok && !bool(t) {
			continue
		}
		head := fmt.Sprintf("verdict := %q", string(rule.verdict))
		text := w.body(rule.when)
		fmt.Fprintf(&w.rules, "%s if {\n\ttrace;\n%s%s}\n\n", head, w.allGiven(), text)
	}
}

// regoClosed says that no event follows.
type regoClosed struct{}

func (regoClosed) isFormula() {}

// freeOf returns the variables that a formula names and does not bind, in
// order.
func freeOf(f formula) []string {
	var f0 free
	f0.formula(f)
	slices.Sort(f0.found)
	return slices.Compact(f0.found)
}

// free collects free variables.
type free struct {
	bound []variable
	found []string
}

func (u *free) name(v variable) {
	if !slices.Contains(u.bound, v) {
		u.found = append(u.found, string(v))
	}
}

func (u *free) within(v variable, visit func()) {
	u.bound = append(u.bound, v)
	visit()
	u.bound = u.bound[:len(u.bound)-1]
}

func (u *free) formula(f formula) {
	switch f := f.(type) {
	case and:
		for _, operand := range f {
			u.formula(operand)
		}
	case or:
		for _, operand := range f {
			u.formula(operand)
		}
	case not:
		u.formula(f.of)
	case every:
		u.within(f.event, func() { u.formula(f.body) })
	case some:
		u.within(f.event, func() { u.formula(f.body) })
	case countIs:
		u.within(f.event, func() { u.formula(f.body) })
	case sumEnd, sumIs: // they name no event outside
	case effectIs:
		u.name(f.event)
	case earlier:
		u.name(f.first)
		u.name(f.second)
	case recorded:
		u.name(f.event)
	case taken:
		u.name(f.event)
	default:
		u.terms(f)
	}
}

func (u *free) terms(f formula) {
	switch f := f.(type) {
	case present:
		u.term(f.field)
	case inRange:
		u.term(f.of)
	case relation:
		u.term(f.left)
		u.term(f.right)
	case textTest:
		u.term(f.of)
		u.term(f.part)
	case match:
		u.term(f.of)
	case among:
		u.term(f.element)
	case memberOf:
		u.term(f.element)
	case holds:
		u.term(f.list)
		u.term(f.element)
	case allOfKind:
		u.term(f.list)
	case located:
		u.term(f.path)
	case inside:
		u.term(f.path)
		u.term(f.directory)
	}
}

func (u *free) term(t term) {
	switch t := t.(type) {
	case field:
		u.name(t.event)
	case sizeOf:
		u.term(t.of)
	case sum:
		u.term(t.left)
		u.term(t.right)
	}
}

// regoField names the function that reads a field of a kind.
func regoField(kind value.Kind) string {
	switch kind {
	case value.Boolean:
		return "boolean"
	case value.Integer:
		return "integer"
	case value.Decimal:
		return "decimal"
	case value.List:
		return "list"
	case value.Map:
		return "object_map"
	}
	return "text"
}
