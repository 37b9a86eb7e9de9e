package lower

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// MaxFormulas is how many formulas a script may hold, those within others
// counted: pairs of events make many.
const MaxFormulas = 500_000

// formula writes a formula; variables stand for the events that index says.
func (w *smtWriter) formula(f formula) string {
	if w.formulas++; w.formulas > MaxFormulas {
		if w.err == nil {
			w.fail(place{target: TargetSMT}.refuse("Constraint", ReasonLimit, "the script holds more than %d formulas for %d events", MaxFormulas, len(w.events)))
		}
		return "false"
	}
	switch f := f.(type) {
	case truth:
		return strconv.FormatBool(bool(f))
	case named:
		return string(f)
	case and:
		return w.joined("and", f)
	case or:
		return w.joined("or", f)
	case not:
		return smtNot(w.formula(f.of))
	case every:
		return smtJoin("and", w.each(f.event, func(e smtEvent) string {
			return smtJoin("or", []string{smtNot(e.used), w.formula(f.body)})
		}))
	case some:
		return smtJoin("or", w.each(f.event, func(e smtEvent) string {
			return smtJoin("and", []string{e.used, w.formula(f.body)})
		}))
	case countIs:
		counted := w.each(f.event, func(e smtEvent) string { return smtIf(w.formula(f.body), e.times, "0") })
		return w.ordered(f.op, smtSum(counted, "0"), w.term(f.bound))
	case sumEnd:
		return w.sumEnd(f)
	case sumIs:
		return w.sumIs(f)
	}
	return w.atom(f)
}

// each calls write for every event in the place of a variable.
func (w *smtWriter) each(v variable, write func(smtEvent) string) []string {
	texts := make([]string, 0, len(w.events))
	for i, e := range w.events {
		if w.formulas > MaxFormulas {
			break
		}
		w.index[v] = i
		texts = append(texts, write(e))
	}
	delete(w.index, v)
	return texts
}

func (w *smtWriter) joined(operator string, operands []formula) string {
	texts := make([]string, len(operands))
	for i, f := range operands {
		texts[i] = w.formula(f)
	}
	return smtJoin(operator, texts)
}

// smtJoin writes a conjunction or a disjunction, simplified.
func smtJoin(operator string, texts []string) string {
	neutral, decisive := "true", "false"
	if operator == "or" {
		neutral, decisive = decisive, neutral
	}
	var kept []string
	for _, text := range texts {
		switch text {
		case decisive:
			return decisive
		case neutral:
		default:
			kept = append(kept, text)
		}
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	return "(" + operator + " " + strings.Join(kept, " ") + ")"
}

func smtNot(text string) string {
	switch text {
	case "true":
		return "false"
	case "false":
		return "true"
	}
	return "(not " + text + ")"
}

func smtIf(condition, yes, no string) string {
	switch condition {
	case "true":
		return yes
	case "false":
		return no
	}
	return "(ite " + condition + " " + yes + " " + no + ")"
}

func smtSum(summands []string, zero string) string {
	switch len(summands) {
	case 0:
		return zero
	case 1:
		return summands[0]
	}
	return "(+ " + strings.Join(summands, " ") + ")"
}

// sumIs writes a sum. An event of any trace counts once here, however often it
// is repeated; traces with sums have no repeated events.
func (w *smtWriter) sumIs(f sumIs) string {
	zero := "0"
	if f.bound.kindOf() == value.Decimal {
		zero = "0.0"
	}
	summands := w.each(f.event, func(e smtEvent) string {
		text := zero
		for i := len(f.cases) - 1; i >= 0; i-- {
			text = smtIf(smtJoin("and", []string{e.used, w.formula(f.cases[i].when)}), w.term(f.cases[i].amount), text)
		}
		return text
	})
	return w.ordered(f.op, smtSum(summands, zero), w.term(f.bound))
}

func (w *smtWriter) atom(f formula) string {
	switch f := f.(type) {
	case effectIs:
		return w.effectIs(f)
	case earlier:
		return strconv.FormatBool(w.index[f.first] < w.index[f.second])
	case present:
		return w.present(f.field)
	case inRange:
		return fmt.Sprintf("(<= (- %d) %s %d)", value.MaxInteger, w.term(f.of), value.MaxInteger)
	case relation:
		return w.relation(f)
	case textTest:
		return w.textTest(f)
	case match:
		re, err := smtRegexp(f.pattern, f.at)
		if err != nil {
			w.fail(err)
		}
		return fmt.Sprintf("(str.in_re %s %s)", w.term(f.of), re)
	case among:
		texts := make([]string, len(f.members))
		for i, m := range f.members {
			texts[i] = fmt.Sprintf("(= %s %s)", w.term(f.element), w.literal(m, place{target: TargetSMT}))
		}
		return smtJoin("or", texts)
	case memberOf:
		return fmt.Sprintf("(%s %s)", parameterSymbol(f.list.name, ".has"), w.term(f.element))
	case holds:
		return w.holds(f)
	case allOfKind:
		return w.allOfKind(f)
	}
	return w.origin(f)
}

// origin writes atoms about where a value leads and where it came from.
func (w *smtWriter) origin(f formula) string {
	switch f := f.(type) {
	case located:
		located, _ := w.place(f.path)
		return located
	case inside:
		_, path := w.place(f.path)
		_, directory := w.place(f.directory)
		return fmt.Sprintf("(str.prefixof %s %s)", directory, path)
	case complete:
		return smtComplete
	case recorded:
		return traced(w.index[f.event], f.field, "recorded")
	case taken:
		i := w.index[f.event]
		return fmt.Sprintf("(and (= %s %s) (= %s %s))", traced(i, f.field, "schema"), w.term(f.class), traced(i, f.field, "column"), w.term(f.column))
	}
	return "false"
}

func (w *smtWriter) effectIs(f effectIs) string {
	i := w.index[f.event]
	texts := make([]string, len(f.effects))
	for k, name := range f.effects {
		texts[k] = fmt.Sprintf("(= e%d.effect %s)", i, symbol("effect."+name))
	}
	return smtJoin("or", texts)
}

func (w *smtWriter) present(f field) string {
	if f.event == planVariable { // a plan's symbols have values, integers safe ones
		return "true"
	}
	g, i := w.fieldOfTerm(f)
	known := g.symbol(i, ".known")
	if f.kind != value.Integer {
		return known
	}
	return smtJoin("and", []string{known, w.atom(inRange{f})})
}

// fieldOfTerm returns the declaration of a field and the event that it is of.
func (w *smtWriter) fieldOfTerm(f field) (smtField, int) {
	return *w.smt.field(f), w.index[f.event]
}

func (w *smtWriter) relation(f relation) string {
	left, right := w.term(f.left), w.term(f.right)
	if f.left.kindOf() != value.String || f.op == schema.ComparisonEq || f.op == schema.ComparisonNe {
		return w.ordered(f.op, left, right)
	}
	switch f.op {
	case schema.ComparisonLt:
		return fmt.Sprintf("(str.< %s %s)", left, right)
	case schema.ComparisonLe:
		return fmt.Sprintf("(str.<= %s %s)", left, right)
	case schema.ComparisonGt:
		return fmt.Sprintf("(str.< %s %s)", right, left)
	}
	return fmt.Sprintf("(str.<= %s %s)", right, left)
}

// ordered compares two numbers, or any two values for equality.
func (w *smtWriter) ordered(op schema.Comparison, left, right string) string {
	switch op {
	case schema.ComparisonEq:
		return fmt.Sprintf("(= %s %s)", left, right)
	case schema.ComparisonNe:
		return fmt.Sprintf("(not (= %s %s))", left, right)
	}
	return fmt.Sprintf("(%s %s %s)", operatorText(op), left, right)
}

func (w *smtWriter) textTest(f textTest) string {
	of, part := w.term(f.of), w.term(f.part)
	switch f.test {
	case startsWith:
		return fmt.Sprintf("(str.prefixof %s %s)", part, of)
	case endsWith:
		return fmt.Sprintf("(str.suffixof %s %s)", part, of)
	}
	return fmt.Sprintf("(str.contains %s %s)", of, part)
}

// members are those of a list that a trace gives.
func (w *smtWriter) members(list field, at place) []schema.Value {
	g, i := w.fieldOfTerm(list)
	event := w.events[i].event
	if event == nil {
		w.fail(at.refuse("In", ReasonList, "the members of the field %q are not given", list.name))
		return nil
	}
	return value.Members(w.fieldOf(event, g))
}

func (w *smtWriter) holds(f holds) string {
	var texts []string
	for _, m := range w.members(f.list, f.at) {
		if value.KindOf(m) == f.element.kindOf() && enumName(m) == enumOf(f.element) {
			texts = append(texts, fmt.Sprintf("(= %s %s)", w.term(f.element), w.literal(m, f.at)))
		}
	}
	return smtJoin("or", texts)
}

func (w *smtWriter) allOfKind(f allOfKind) string {
	for _, m := range w.members(f.list, f.at) {
		if value.KindOf(m) != f.kind {
			return "false"
		}
	}
	return "true"
}
