package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// SMT is one or several constraints as SMT-LIB 2, about one trace: a trace that
// is given, or any trace of some length. Quantifiers over events are written
// out, one formula for each event.
type SMT struct {
	opt        Options
	programs   []*program
	fields     []smtField     // in the order of their names and types
	traced     []string       // fields whose provenance is read
	effects    []string       // effect types that are named
	sums       []*summed      // one for each quantity
	composites []schema.Value // lists and maps that values are compared with
	parameters []smtParameter // of which only the type is known, in the order of their names
}

// smtField is a field of events, of one type.
type smtField struct {
	name      string
	kind      value.Kind
	enum      string // name of the enumeration, of values of one
	at        place
	placed    bool // paths are read from it
	ambiguous bool // a field of this name has another type too
}

// SMTNames are the names of the Boolean functions that a script defines for a
// constraint: surely true and surely false if the trace ends there, whether that
// stays so whatever follows, and whether something that is not known could
// decide.
type SMTNames struct{ Holds, Violated, Final, Doubt string }

// NewSMT lowers constraints. The error is a *monitor.CompileError or a
// *RefusalError.
func NewSMT(opt Options, constraints ...schema.Constraint) (*SMT, error) {
	m := &SMT{opt: opt}
	for i, c := range constraints {
		p, err := lower(c, opt, TargetSMT, smtPrefix(i, len(constraints)))
		if err != nil {
			return nil, err
		}
		m.programs = append(m.programs, p)
		m.use(usesOf(p))
	}
	slices.Sort(m.effects)
	slices.Sort(m.traced)
	m.effects, m.traced = slices.Compact(m.effects), slices.Compact(m.traced)
	slices.SortFunc(m.fields, func(a, b smtField) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		if c := int(a.kind) - int(b.kind); c != 0 {
			return c
		}
		return strings.Compare(a.enum, b.enum)
	})
	return m, nil
}

// smtPrefix is what the names of a constraint's definitions begin with.
func smtPrefix(i, of int) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf("c%d.", i+1)
}

// use takes in what a program reads.
func (m *SMT) use(u uses) {
	m.effects, m.traced = append(m.effects, u.effects...), append(m.traced, u.traced...)
	m.composites = append(m.composites, u.composites...)
	for _, s := range u.sums {
		if !slices.ContainsFunc(m.sums, func(other *summed) bool { return other.key == s.key }) {
			m.sums = append(m.sums, s)
		}
	}
	m.useParameters(u)
	for _, f := range u.typed {
		m.field(f)
	}
	for _, f := range u.placed {
		m.field(f).placed = true
	}
}

func (m *SMT) field(f field) *smtField {
	ambiguous := false
	for i := range m.fields {
		g := &m.fields[i]
		if g.name == f.name && g.kind == f.kind && g.enum == f.enum {
			return g
		}
		if g.name == f.name {
			g.ambiguous, ambiguous = true, true
		}
	}
	m.fields = append(m.fields, smtField{f.name, f.kind, f.enum, f.at, false, ambiguous})
	return &m.fields[len(m.fields)-1]
}

// Names returns the names of the functions of the i-th constraint.
func (m *SMT) Names(i int) SMTNames {
	prefix := smtPrefix(i, len(m.programs))
	return SMTNames{prefix + "holds", prefix + "violated", prefix + "final", prefix + "doubt"}
}

// Given returns declarations and definitions for a trace. The error is a
// *RefusalError: a text above U+2FFFF.
func (m *SMT) Given(trace []*monitor.Event) (string, error) {
	w := newSMTWriter(m, len(trace))
	for i, event := range trace {
		w.given(i, event)
	}
	return w.definitions()
}

// AnyTrace says of which traces a script speaks.
type AnyTrace struct {
	// Length is how many events there are at most.
	Length int

	// Repeated lets an event stand in its place several times, at once: the
	// integer e0.times and so on says how often. Otherwise it is 0 or 1.
	Repeated bool

	// AnySums takes every sum for a number of which only its sign is known. What
	// cannot be met then cannot be met by any trace, however long; but what can
	// be met may be met by none.
	AnySums bool

	// Realism bounds the values of fields, for a trace that is to be shown.
	Realism Realism
}

// Realism says which values fields may have.
type Realism uint8

// The levels.
const (
	AnyValues Realism = iota // what the solver likes, a path that leads anywhere
	Texts                    // text that can be written, paths that lead where they say
	ASCII                    // the same in printable ASCII
)

// Any returns declarations and definitions for any trace of a kind. The error is
// a *RefusalError: what can be said of a given trace only.
func (m *SMT) Any(of AnyTrace) (string, error) {
	w := newSMTWriter(m, of.Length)
	for i := range of.Length {
		w.declare(i, of)
	}
	if of.Realism > AnyValues {
		w.realisticParameters(of.Realism)
	}
	if of.AnySums {
		w.anySums()
	}
	return w.definitions()
}

// VerdictOf returns the verdict that the four formulas of a constraint give.
func VerdictOf(holds, violated, final, doubt, closed bool) schema.Verdict {
	switch {
	case holds:
		return schema.VerdictHolds
	case violated && (closed || final):
		return schema.VerdictViolated
	case !violated || doubt:
		return schema.VerdictUnknown
	}
	return schema.VerdictPending
}
