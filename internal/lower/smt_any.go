package lower

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
)

// declare writes the constants of any event.
func (w *smtWriter) declare(i int, of AnyTrace) {
	w.events[i] = smtEvent{used: fmt.Sprintf("(> e%d.times 0)", i), times: fmt.Sprintf("e%d.times", i)}
	w.line("(declare-const e%d.times Int)", i)
	if of.Repeated {
		w.line("(assert (>= e%d.times 0))", i)
	} else {
		w.line("(assert (<= 0 e%d.times 1))", i)
	}
	w.line("(declare-const e%d.effect Int)", i)
	w.line("(assert (<= 0 e%d.effect %d))", i, len(w.smt.effects))
	for _, f := range w.smt.fields {
		w.declareField(i, f, of.Realism)
	}
	for _, name := range w.smt.traced {
		w.line("(declare-const %s Bool)", traced(i, name, "recorded"))
		for _, part := range []string{"schema", "column"} {
			w.line("(declare-const %s String)", traced(i, name, part))
			w.textual(traced(i, name, part), of.Realism)
		}
	}
}

func (w *smtWriter) declareField(i int, f smtField, realism Realism) {
	name, known := f.symbol(i, ""), f.symbol(i, ".known")
	w.line("(declare-const %s Bool)", known)
	w.line("(declare-const %s %s)", name, f.sort())
	w.line("(assert (=> %s %s))", known, w.typed(i, f))
	if f.kind == value.Bytes {
		w.line("(assert (str.in_re %s (re.* (re.++ %s %s))))", name, smtHexDigit, smtHexDigit)
	}
	if f.placed {
		w.declarePlace(i, f)
	}
	if realism > AnyValues {
		w.realistic(i, f, realism)
	}
}

// declarePlace says what is known of where a path leads.
func (w *smtWriter) declarePlace(i int, f smtField) {
	w.line("(declare-const %s Bool)", f.symbol(i, ".located"))
	w.line("(declare-const %s String)", f.symbol(i, ".location"))
	w.locationOf(f.symbol(i, ""), f.symbol(i, ".located"), f.symbol(i, ".location"))
}

// scaled says that a real is a decimal with few places.
func (w *smtWriter) scaled(name, integer string) {
	w.line("(declare-const %s Int)", integer)
	w.line("(assert (= (* 1000000.0 %s) (to_real %s)))", name, integer)
}

// typed says that the event is of an effect type whose schema gives the field
// this type: otherwise its value is absent. A value of an enumeration is one that
// the schema permits.
func (w *smtWriter) typed(i int, f smtField) string {
	var texts []string
	for n, effect := range w.smt.effects {
		fact := w.smt.opt.factOf(effect, f.name)
		if !f.isOf(fact) {
			continue
		}
		text := fmt.Sprintf("(= e%d.effect %d)", i, n+1)
		if f.kind == value.Enum {
			text = smtJoin("and", []string{text, w.permissible(f.symbol(i, ""), fact.Values, f.at)})
		}
		texts = append(texts, text)
	}
	return smtJoin("or", texts)
}

// isOf reports whether a field is one that a schema promises this of.
func (f smtField) isOf(fact monitor.Fact) bool { return f.kind == fact.Kind && f.enum == fact.Enum }

// permissible says that a text is one of the permissible values; where none are
// named, any may be.
func (w *smtWriter) permissible(name string, values []string, at place) string {
	if len(values) == 0 {
		return "true"
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("(= %s %s)", name, w.string(v, at))
	}
	return smtJoin("or", texts)
}

// Where sums are any numbers, a quantity has a least and a greatest value, and
// may lack either.

// anySums declares the quantities and says what is known of them: of which sign
// they are, and that they are 0 where no event may be a member.
func (w *smtWriter) anySums() {
	w.sums = map[string]int{}
	for n, s := range w.smt.sums {
		w.sums[s.key] = n
		sort, zero := "Int", "0"
		if s.field.kind == value.Decimal {
			sort, zero = "Real", "0.0"
		}
		low, high := quantity(n, lowEnd), quantity(n, highEnd)
		for _, name := range []string{low, high} {
			w.line("(declare-const %s %s)", name, sort)
			w.line("(declare-const %s.endless Bool)", name)
		}
		w.line("(assert (<= %s %s))", low, high)
		if !slices.ContainsFunc(s.groups, func(g promise) bool { return g.minimum == nil || g.minimum.Sign() < 0 }) {
			w.line("(assert (and (<= %s %s) (not %s.endless)))", zero, low, low)
		}
		if !slices.ContainsFunc(s.groups, func(g promise) bool { return g.maximum == nil || g.maximum.Sign() > 0 }) {
			w.line("(assert (and (<= %s %s) (not %s.endless)))", high, zero, high)
		}
		w.line("(assert (or %s (and (= %s %s %s) (not %s.endless) (not %s.endless))))",
			w.formula(someEvent(s.event, negated(s.member.no))), low, high, zero, low, high)
	}
}

func quantity(n int, e end) string {
	if e == lowEnd {
		return fmt.Sprintf("sum%d.low", n)
	}
	return fmt.Sprintf("sum%d.high", n)
}

// sumEnd writes one end of a sum, exactly or as any number.
func (w *smtWriter) sumEnd(f sumEnd) string {
	n, any := w.sums[f.of.key]
	if !any {
		return w.formula(f.exact())
	}
	name := quantity(n, f.end)
	return smtJoin("and", []string{smtNot(name + ".endless"), w.ordered(f.op, name, w.term(f.bound))})
}

// realistic bounds the value of a field to what can be shown.
func (w *smtWriter) realistic(i int, f smtField, realism Realism) {
	name := f.symbol(i, "")
	switch {
	case f.kind == value.Decimal:
		w.scaled(name, f.symbol(i, ".scaled"))
	case f.kind.Composite():
		w.compositeText(name, f.kind)
	case f.sort() == "String" && f.kind != value.Bytes && f.kind != value.Enum:
		w.textual(name, realism)
	}
	if f.placed {
		w.line("(assert (=> %s %s))", f.symbol(i, ".known"), w.plainPath(i, f))
	}
}

// compositeText says that a text stands for a list or a map.
func (w *smtWriter) compositeText(name string, kind value.Kind) {
	w.line("(assert (or %s (str.prefixof %s %s)))", smtJoin("or", w.literalsOf(name, kind)), smtString(otherComposite), name)
	w.textual(name, ASCII)
}

// otherComposite is what the text begins with of a list or a map that stands in
// no constraint.
const otherComposite = "other:"

// literalsOf says that a list or a map is one that a constraint names.
func (w *smtWriter) literalsOf(name string, kind value.Kind) []string {
	var texts []string
	for _, v := range w.smt.composites {
		if value.KindOf(v) == kind {
			texts = append(texts, fmt.Sprintf("(= %s %s)", name, smtString(compositeText(v))))
		}
	}
	return texts
}

// textual says that a string can be written: it has no surrogates, or is
// printable ASCII.
func (w *smtWriter) textual(name string, realism Realism) {
	switch realism {
	case Texts:
		w.line(`(assert (not (str.in_re %s (re.++ re.all (re.range "\u{d800}" "\u{dfff}") re.all))))`, name)
	case ASCII:
		w.line(`(assert (str.in_re %s (re.* (re.range " " "~"))))`, name)
	}
}
