package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// smtEvent is an event that formulas are written for.
type smtEvent struct {
	event *monitor.Event // nil where it is any event
	used  string         // that it is in the trace
	times string         // how many times
}

// smtWriter writes one script.
type smtWriter struct {
	smt    *SMT
	text   strings.Builder
	events []smtEvent
	index  map[variable]int // of the event that a variable stands for
	sums   map[string]int   // where sums are any numbers: the number of each

	formulas int // that were written
	err      error
}

// newSMTWriter gives every effect type that a constraint names a number; 0 is
// any other.
func newSMTWriter(m *SMT, length int) *smtWriter {
	w := &smtWriter{smt: m, events: make([]smtEvent, length), index: map[variable]int{}}
	for i, name := range m.effects {
		w.line("(define-fun %s () Int %d)", symbol("effect."+name), i+1)
	}
	if m.opt.AnyEnv {
		w.line("(declare-const %s Bool)", smtComplete)
	}
	w.declareParameters()
	return w
}

// smtComplete is the symbol that provenance is complete, where that is open.
const smtComplete = "env.complete"

func (w *smtWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *smtWriter) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

// definitions writes the formulas of all programs and returns the script.
func (w *smtWriter) definitions() (string, error) {
	for i, p := range w.smt.programs {
		for _, d := range p.definitions {
			w.line("(define-fun %s () Bool\n  %s)", d.name, w.formula(d.body))
		}
		names := w.smt.Names(i)
		for _, n := range []struct {
			name string
			f    formula
		}{{names.Holds, p.status.yes}, {names.Violated, p.status.no}, {names.Final, p.status.final}, {names.Doubt, p.status.doubt}} {
			if f, ok := n.f.(named); !ok || string(f) != n.name {
				w.line("(define-fun %s () Bool %s)", n.name, w.formula(n.f))
			}
		}
	}
	return w.text.String(), w.err
}

// name is the symbol of a field of an event, or of what is known about it.
func (f smtField) symbol(i int, part string) string {
	name := fmt.Sprintf("e%d.%s", i, f.name)
	if f.ambiguous {
		name += "." + strings.ReplaceAll(f.kind.String(), " ", "_")
		if f.enum != "" {
			name += "." + f.enum
		}
	}
	return symbol(name + part)
}

// traced is the symbol of a part of the provenance of a field.
func traced(i int, name, part string) string {
	return symbol(fmt.Sprintf("e%d.%s.%s", i, name, part))
}

// sort is the sort of the values.
func (f smtField) sort() string { return sortOf(f.kind) }

// sortOf is the sort of values of a kind. Lists and maps are texts that stand for
// them: only whether two are equal is known of them, and their size.
func sortOf(kind value.Kind) string {
	switch kind {
	case value.Boolean:
		return "Bool"
	case value.Integer:
		return "Int"
	case value.Decimal:
		return "Real"
	}
	return "String"
}

// given writes the constants of an event of a trace.
func (w *smtWriter) given(i int, event *monitor.Event) {
	w.events[i] = smtEvent{event, "true", "1"}
	w.line("(define-fun e%d.effect () Int %d)", i, slices.Index(w.smt.effects, event.Effect)+1)
	for _, f := range w.smt.fields {
		w.givenField(i, f, w.fieldOf(event, f))
	}
	for _, name := range w.smt.traced {
		w.provenance(i, name, event.Provenance)
	}
}

// provenance writes where the value of a field of a given event was taken from.
func (w *smtWriter) provenance(i int, name string, origins map[string]monitor.Origin) {
	origin, recorded := origins[name]
	w.line("(define-fun %s () Bool %t)", traced(i, name, "recorded"), recorded)
	w.line("(define-fun %s () String %s)", traced(i, name, "schema"), w.string(origin.Class, place{target: TargetSMT}))
	w.line("(define-fun %s () String %s)", traced(i, name, "column"), w.string(origin.Column, place{target: TargetSMT}))
}

func (w *smtWriter) givenField(i int, f smtField, v schema.Value) {
	w.line("(define-fun %s () Bool %t)", f.symbol(i, ".known"), v != nil)
	w.line("(define-fun %s () %s %s)", f.symbol(i, ""), f.sort(), w.valueOr(v, f))
	switch {
	case f.kind.Composite():
		w.line("(define-fun %s () Int %d)", f.symbol(i, ".size"), sizeOfValue(v))
	case f.placed:
		located, location := locate(value.Text(v), w.smt.opt.Env.WorkingDirectory)
		w.line("(define-fun %s () Bool %t)", f.symbol(i, ".located"), located)
		w.line("(define-fun %s () String %s)", f.symbol(i, ".location"), w.string(location, f.at))
	}
}

// fieldOf is the value of a field, nil where it is absent or holds what
// predicates do not know. An integer is there however large it is.
func (w *smtWriter) fieldOf(event *monitor.Event, f smtField) schema.Value {
	if !f.isOf(w.smt.opt.factOf(event.Effect, f.name)) {
		return nil
	}
	v := knownField(w.smt.opt, event, f.name)
	if v != nil && f.kind != value.Integer && !value.Known(v) {
		return nil
	}
	return v
}

// valueOr writes a value, and any of the sort where there is none.
func (w *smtWriter) valueOr(v schema.Value, f smtField) string {
	switch {
	case v != nil:
		return w.literal(v, f.at)
	case f.kind == value.Boolean:
		return "false"
	case f.kind == value.Integer:
		return "0"
	case f.kind == value.Decimal:
		return "0.0"
	}
	return `""`
}

// sizeOfValue is the size of a list, tuple, set or map.
func sizeOfValue(v schema.Value) int {
	if m, ok := v.(*schema.MapValue); ok {
		return len(m.Entries)
	}
	return len(value.Members(v))
}

// locate returns whether it is known where a path leads, and the names down to
// it, each with a slash behind it.
func locate(text, workingDirectory string) (located bool, location string) {
	l := value.Locate(text, workingDirectory)
	if !l.Known() || l.String() == "/" {
		return l.Known(), ""
	}
	return true, strings.TrimPrefix(l.String(), "/") + "/"
}
