package lower

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common/types"
	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// CELPolicy is a constraint as a CEL Policy document. Its expressions read two
// variables: events, a list of maps with the keys at (the position, from 0),
// effect, fields and provenance; and closed, which says that no event follows.
// Its output is the verdict.
type CELPolicy struct {
	name    string
	opt     Options
	program *program
	fields  []string
	scale   int
	texts   []celVariable
}

// celVariable is a variable of the document.
type celVariable struct{ name, expression string }

// CEL writes a constraint as a CEL Policy. name is that of the document. The
// error is a *monitor.CompileError or a *RefusalError.
func CEL(name string, c schema.Constraint, opt Options) (*CELPolicy, error) {
	p, err := lower(c, opt, TargetCEL, "")
	if err != nil {
		return nil, err
	}
	used := usesOf(p)
	policy := &CELPolicy{name: name, opt: opt, program: p, fields: used.fields, scale: used.scale}
	w := &celWriter{opt: opt, scale: policy.scale}
	for _, d := range p.definitions {
		text := w.formula(d.body, orLevel)
		policy.texts = append(policy.texts, celVariable{d.name, text})
	}
	return policy, w.err
}

// Text returns the document.
func (p *CELPolicy) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\n", literal.CEL(p.name))
	b.WriteString("description: >-\n  Of a closed trace, or one that goes on, the verdict: holds, violated, pending or unknown.\n")
	if p.usesDecimals() {
		fmt.Fprintf(&b, "  Decimals are integers, in units of 10^-%d.\n", p.scale)
	}
	b.WriteString("rule:\n")
	if len(p.texts) > 0 {
		b.WriteString("  variables:\n")
	}
	for _, v := range p.texts {
		fmt.Fprintf(&b, "    - name: %s\n      expression: |-\n        %s\n", v.name, strings.ReplaceAll(v.expression, "\n", "\n        "))
	}
	b.WriteString("  match:\n")
	for _, m := range p.matches() {
		b.WriteString("    - ")
		if m.condition != "true" {
			fmt.Fprintf(&b, "condition: %s\n      ", yamlText(m.condition))
		}
		fmt.Fprintf(&b, "output: %s\n", yamlText(literal.CEL(string(m.output))))
	}
	return b.String()
}

// celMatch is an item of the document's rule.
type celMatch struct {
	condition string
	output    schema.Verdict
}

// matches are the items that can be reached.
func (p *CELPolicy) matches() []celMatch {
	st, w := p.program.status, &celWriter{}
	var out []celMatch
	for _, m := range []struct {
		when   formula
		output schema.Verdict
	}{
		{st.yes, schema.VerdictHolds},
		{allOf(st.no, anyOf(celClosed{}, st.final)), schema.VerdictViolated},
		{anyOf(negated(st.no), st.doubt), schema.VerdictUnknown},
		{truth(true), schema.VerdictPending},
	} {
		t, constant := m.when.(truth)
		if !constant || bool(t) {
			out = append(out, celMatch{w.formula(m.when, orLevel), m.output})
		}
		if constant && bool(t) {
			break
		}
	}
	return out
}

// yamlText writes text in single quotes.
func yamlText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// usesDecimals reports whether the document speaks of decimals.
func (p *CELPolicy) usesDecimals() bool { return usesOf(p.program).decimals }

// celClosed is the variable closed.
type celClosed struct{}

func (celClosed) isFormula() {}

// Precedence levels of CEL, as far as the writer needs them.
const (
	orLevel = iota
	andLevel
	atomLevel
	notLevel
)

// celWriter writes formulas in CEL. The first thing that it cannot write is
// kept as its error.
type celWriter struct {
	opt   Options
	scale int
	err   error
}

func (w *celWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// formula writes a formula so that it may stand where an operator of the level
// holds it.
func (w *celWriter) formula(f formula, level int) string {
	switch f := f.(type) {
	case truth:
		return fmt.Sprint(bool(f))
	case celClosed:
		return "closed"
	case named:
		return "variables." + string(f)
	case and:
		return w.joined(f, " && ", andLevel, level)
	case or:
		return w.joined(f, " || ", orLevel, level)
	case not:
		return w.negation(f.of)
	case sumEnd:
		return w.formula(f.exact(), level)
	case every:
		return fmt.Sprintf("events.all(%s, %s)", f.event, w.formula(f.body, orLevel))
	case some:
		return fmt.Sprintf("events.exists(%s, %s)", f.event, w.formula(f.body, orLevel))
	}
	text, loose := w.atom(f)
	if loose && level >= notLevel {
		return "(" + text + ")"
	}
	return text
}

func (w *celWriter) joined(operands []formula, between string, own, level int) string {
	texts := make([]string, len(operands))
	for i, f := range operands {
		texts[i] = w.formula(f, own+1)
	}
	text := strings.Join(texts, between)
	if level > own {
		return "(" + text + ")"
	}
	return text
}

func (w *celWriter) negation(of formula) string {
	if is, ok := of.(effectIs); ok && len(is.effects) == 1 {
		return fmt.Sprintf("%s.effect != %s", is.event, literal.CEL(is.effects[0]))
	}
	return "!" + w.formula(of, notLevel)
}

// atom writes an atom; loose says that it is an operation that a stronger
// operator would tear apart.
func (w *celWriter) atom(f formula) (text string, loose bool) {
	switch f := f.(type) {
	case effectIs:
		if len(f.effects) == 1 {
			return fmt.Sprintf("%s.effect == %s", f.event, literal.CEL(f.effects[0])), true
		}
		return fmt.Sprintf("%s.effect in [%s]", f.event, literal.CELs(f.effects)), true
	case earlier:
		return fmt.Sprintf("%s.at < %s.at", f.first, f.second), true
	case present:
		return w.present(f.field)
	case inRange:
		t := w.term(f.of)
		return fmt.Sprintf("%s >= -%d && %s <= %d", t, value.MaxInteger, t, value.MaxInteger), true
	case relation:
		return w.term(f.left) + " " + operatorText(f.op) + " " + w.term(f.right), true
	case textTest:
		return fmt.Sprintf("%s.%s(%s)", w.receiver(f.of), f.test.celName(), w.term(f.part)), false
	case match:
		return fmt.Sprintf("%s.matches(%s)", w.receiver(f.of), literal.CEL(f.pattern)), false
	case among:
		return fmt.Sprintf("%s in [%s]", w.term(f.element), w.literals(f.members)), true
	case holds:
		return w.holds(f)
	case allOfKind:
		return fmt.Sprintf("%s.all(m, type(m) == %s)", w.term(f.list), w.typeName(f.kind, f.at)), false
	case countIs:
		return fmt.Sprintf("size(events.filter(%s, %s)) %s %s", f.event, w.formula(f.body, orLevel), operatorText(f.op), w.term(f.bound)), true
	case sumIs:
		return fmt.Sprintf("sum_sign(events.map(%s, %s), %s) %s 0", f.event, w.summands(f.cases), w.term(f.bound), operatorText(f.op)), true
	}
	return w.origin(f)
}

// origin writes atoms about where a value leads and where it came from.
func (w *celWriter) origin(f formula) (string, bool) {
	cwd := literal.CEL(w.opt.Env.WorkingDirectory)
	switch f := f.(type) {
	case located:
		return fmt.Sprintf("path_known(%s, %s)", w.term(f.path), cwd), false
	case inside:
		return fmt.Sprintf("path_within(%s, %s, %s)", w.term(f.path), w.term(f.directory), cwd), false
	case recorded:
		return celHas(string(f.event)+".provenance", f.field)
	case taken:
		from := celSelect(string(f.event)+".provenance", f.field)
		return fmt.Sprintf("%s.schema == %s && %s.field == %s", from, w.term(f.class), from, w.term(f.column)), true
	}
	return "false", false
}

// present writes that the field is there, and of an integer that predicates
// know it.
func (w *celWriter) present(f field) (string, bool) {
	has, loose := celHas(string(f.event)+".fields", f.name)
	if f.kind != value.Integer {
		return has, loose
	}
	in, _ := w.atom(inRange{f})
	return has + " && " + in, true
}

func (w *celWriter) holds(f holds) (string, bool) {
	w.typeName(f.element.kindOf(), f.at)
	return fmt.Sprintf("%s in %s", w.term(f.element), w.term(f.list)), true
}

// typeName names the type of the members of a list.
func (w *celWriter) typeName(kind value.Kind, at place) string {
	switch kind {
	case value.String:
		return "string"
	case value.Integer:
		return "int"
	case value.Boolean:
		return "bool"
	}
	w.fail(at.refuse("In", ReasonKind, "a member of type %s in a list has no encoding", kind))
	return "dyn"
}

// summands writes what an event adds to a sum.
func (w *celWriter) summands(cases []summand) string {
	text := "0"
	for i := len(cases) - 1; i >= 0; i-- {
		text = fmt.Sprintf("%s ? %s : %s", w.formula(cases[i].when, andLevel), w.term(cases[i].amount), text)
	}
	return text
}

func operatorText(op schema.Comparison) string {
	switch op {
	case schema.ComparisonEq:
		return "=="
	case schema.ComparisonNe:
		return "!="
	case schema.ComparisonLt:
		return "<"
	case schema.ComparisonLe:
		return "<="
	case schema.ComparisonGt:
		return ">"
	}
	return ">="
}

func (t textOp) celName() string {
	switch t {
	case startsWith:
		return "startsWith"
	case endsWith:
		return "endsWith"
	}
	return "contains"
}

// eventAt adds the position to an encoded event.
func celEvents(events []any) []any {
	for i, e := range events {
		e.(map[string]any)["at"] = int64(i)
	}
	return events
}

// Events encodes typed events for the document's variable events. The error is
// a *RefusalError; see RegoModule.Events, and: a decimal that has more digits
// than its scaled integer holds.
func (p *CELPolicy) Events(trace []*monitor.Event) ([]any, error) {
	e := encoder{opt: p.opt, target: TargetCEL, fields: p.fields, number: p.number, null: types.NullValue}
	events, err := e.events(trace)
	return celEvents(events), err
}

// number encodes a number. One that no predicate knows is left out; a decimal
// within a list or a map is marked, so that it equals no integer.
func (p *CELPolicy) number(kind value.Kind, text string, nested bool, at place) (any, bool, error) {
	n, ok := value.ParseNumber(text)
	if !ok || kind == value.Integer && !n.Safe() {
		return nil, false, nil
	}
	switch {
	case kind == value.Integer:
		i, _ := n.Small()
		return i, true, nil
	case nested:
		return map[string]any{"$decimal": n.String()}, true, nil
	}
	i, err := scaled(text, p.scale, at)
	return i, err == nil, err
}
