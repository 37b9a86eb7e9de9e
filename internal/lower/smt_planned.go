package lower

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Planned returns declarations and definitions for the runs of a plan. Realism
// bounds the values that are not known. The error is a *RefusalError.
func (m *SMT) Planned(p *Planned, realism Realism) (string, error) {
	w := newSMTWriter(m, len(p.Events))
	b := planBuilder(m.opt, p.Symbols)
	for _, s := range p.Symbols {
		w.declareSymbol(s, realism)
	}
	for _, r := range p.Rows {
		w.declareRows(r)
	}
	for i := range p.Choices {
		w.choice(b, i, &p.Choices[i])
	}
	for i := range p.Events {
		w.planned(b, i, &p.Events[i], realism)
	}
	return w.definitions()
}

// choiceSymbol is that a guard's first way is taken.
func choiceSymbol(i int) string { return fmt.Sprintf("choice%d", i) }

// freeSymbol decides where a guard is not known.
func freeSymbol(i int) string { return choiceSymbol(i) + ".free" }

// rowsSymbol is how many rows there are.
func rowsSymbol(name string) string { return symbol(name + ".count") }

func (w *smtWriter) declareSymbol(s PlannedSymbol, realism Realism) {
	f := smtField{name: s.Name, kind: s.Kind}
	name := symbol(s.Name)
	w.line("(declare-const %s %s)", name, f.sort())
	switch s.Kind {
	case value.Integer:
		w.line("(assert (<= (- %d) %s %d))", value.MaxInteger, name, value.MaxInteger)
	case value.Decimal:
		if realism > AnyValues {
			w.scaled(name, symbol(s.Name+".scaled"))
		}
	case value.String:
		w.textual(name, realism)
	}
	w.bounds(name, s.Kind, s.Minimum, s.Maximum)
}

// bounds asserts the bounds of a number; nil is none.
func (w *smtWriter) bounds(name string, kind value.Kind, minimum, maximum *value.Number) {
	if minimum != nil {
		w.line("(assert (>= %s %s))", name, smtBound(kind, *minimum))
	}
	if maximum != nil {
		w.line("(assert (<= %s %s))", name, smtBound(kind, *maximum))
	}
}

// smtBound writes a bound of a number.
func smtBound(kind value.Kind, n value.Number) string {
	if kind == value.Decimal {
		return smtNumber(decimalText(n))
	}
	return smtNumber(n.String())
}

func (w *smtWriter) declareRows(r PlannedRows) {
	w.line("(declare-const %s Int)", rowsSymbol(r.Name))
	w.line("(assert (<= 0 %s %d))", rowsSymbol(r.Name), r.Most)
}

// choice defines which way a guard goes.
func (w *smtWriter) choice(b *builder, i int, c *PlannedChoice) {
	guard, err := b.predicate(c.Guard, planScope(c.Names), place{target: TargetSMT})
	if err != nil {
		w.fail(err)
		return
	}
	w.line("(declare-const %s Bool)", freeSymbol(i))
	w.line("(define-fun %s () Bool %s)", choiceSymbol(i),
		smtJoin("or", []string{w.formula(guard.yes), smtJoin("and", []string{smtNot(w.formula(guard.no)), freeSymbol(i)})}))
}

// planned writes an event of a plan.
func (w *smtWriter) planned(b *builder, i int, e *PlannedEvent, realism Realism) {
	performed := make([]string, len(e.When))
	for k, c := range e.When {
		performed[k] = conditionText(c)
	}
	used := fmt.Sprintf("e%d.performed", i)
	w.line("(define-fun %s () Bool %s)", used, smtJoin("and", performed))
	w.events[i] = smtEvent{knownPart(e), used, smtIf(used, "1", "0")}
	w.line("(define-fun e%d.effect () Int %d)", i, slices.Index(w.smt.effects, e.Effect)+1)
	for _, f := range w.smt.fields {
		w.plannedField(b, i, f, e, realism)
	}
	for _, name := range w.smt.traced {
		w.provenance(i, name, e.Provenance)
	}
}

func conditionText(c PlannedCondition) string {
	switch c := c.(type) {
	case Taken:
		if c.Way {
			return choiceSymbol(c.Choice)
		}
		return smtNot(choiceSymbol(c.Choice))
	case Reached:
		return fmt.Sprintf("(> %s %d)", rowsSymbol(c.Rows), c.Row)
	}
	return "false"
}

// knownPart is the event with the fields whose values are known.
func knownPart(e *PlannedEvent) *monitor.Event {
	out := &monitor.Event{Effect: e.Effect, Fields: map[string]schema.Value{}}
	for _, name := range slices.Sorted(maps.Keys(e.Fields)) {
		if literal, ok := e.Fields[name].(*schema.LiteralTerm); ok {
			out.Fields[name] = literal.Literal
		}
	}
	return out
}

// plannedField writes a field of an event of a plan: a constant where its value
// is known or absent, otherwise what computes it.
func (w *smtWriter) plannedField(b *builder, i int, f smtField, e *PlannedEvent, realism Realism) {
	t := e.Fields[f.name]
	if _, literal := t.(*schema.LiteralTerm); t == nil || literal || !f.isOf(w.smt.opt.factOf(e.Effect, f.name)) {
		w.givenField(i, f, w.fieldOf(w.events[i].event, f))
		return
	}
	computed, err := b.term(t, planScope(e.Names), place{TargetSMT, "fields." + f.name})
	if err != nil || computed.term == nil || computed.kind != f.kind {
		w.fail(err)
		w.givenField(i, f, nil)
		return
	}
	w.line("(define-fun %s () Bool %s)", f.symbol(i, ".known"), w.formula(computed.known))
	w.line("(define-fun %s () %s %s)", f.symbol(i, ""), f.sort(), w.term(computed.term))
	if !f.placed {
		return
	}
	w.declarePlace(i, f)
	if realism > AnyValues {
		w.line("(assert (=> (and %s %s) %s))", w.events[i].used, f.symbol(i, ".known"), w.plainPath(i, f))
	}
}
