package policytest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// What is generated where nobody asks for more: traces for each contract, and
// how many contracts are read by CEL and Rego too, which must be compiled first.
const (
	defaultTraces  = 6
	defaultReaders = 12
)

// property is a contract with the arguments of one of its examples, and what
// must be so of it on any trace.
type property struct {
	from       *catalog.Catalog
	contract   *index.Contract
	constraint schema.Constraint
	options    monitor.Options
	env        monitor.Env
	readers    []traceReader
	traces     int
}

// traceReader is one more reader of a constraint; it gives the verdicts on a
// trace that is open and one that is closed.
type traceReader struct {
	name string
	read func(ctx context.Context, trace []*monitor.Event) (open, closed schema.Verdict, err error)
}

// AddProperties adds a test for every contract with examples: traces are made
// from its constants, the same every time, and its readers must agree on them. 0
// asks for the default number of traces, and reads a part of the contracts by
// the monitor alone; the name of the test says which readers read.
func (s *Suite) AddProperties(traces int) error {
	whole := traces > 0
	if !whole {
		traces = defaultTraces
	}
	bound, alone, beside := s.bound(), eval.WholeMonitorOptions(s.from), eval.MonitorOptions(s.from)
	for i, e := range bound {
		p := &property{
			from: s.from, contract: e.contract, constraint: e.example.Constraint, traces: traces,
			options: alone, env: monitor.Env{ProvenanceComplete: true},
		}
		refused, names := "", "monitor"
		if step := (len(bound) + defaultReaders - 1) / defaultReaders; whole || i%step == 0 {
			var err error
			if refused, err = p.addReaders(beside); err != nil {
				return err
			}
		}
		for _, r := range p.readers {
			names += ", " + r.name
		}
		s.tests = append(s.tests, test{
			TestResult: schema.TestResult{
				Kind: schema.TestKindProperty, Name: fmt.Sprintf("property on %d traces, read by %s%s", traces, names, refused),
				Subject: &e.contract.ID, File: s.from.Display(s.from.Library(e.contract.Library), e.example.File),
				Line: int64(e.example.Line), Column: int64(e.example.Column),
			},
			run: func(ctx context.Context) (wrong, fired []string, err error) {
				wrong, err = p.check(ctx)
				return wrong, nil, err
			},
		})
	}
	s.sort()
	return nil
}

type boundContract struct {
	contract *index.Contract
	example  catalog.Example
}

// bound are the contracts with their first example each, whose arguments bind
// them.
func (s *Suite) bound() []boundContract {
	var list []boundContract
	for _, c := range s.from.Contracts {
		if given := s.from.Examples(c.ID); given != nil {
			if all := slices.Concat(given.Good, given.Bad); len(all) > 0 {
				list = append(list, boundContract{c, all[0]})
			}
		}
	}
	return list
}

// addReaders lowers the constraint to CEL and Rego. What a reader refuses is
// said, and is no agreement.
func (p *property) addReaders(of monitor.Options) (refused string, err error) {
	opt := lower.Options{Facts: of.Facts, Cells: of.Cells, Env: p.env}
	var no *lower.RefusalError
	inCEL, err := celReader(p.constraint, opt)
	switch {
	case errors.As(err, &no):
		refused += "; refused by cel: " + no.Reason
	case err != nil:
		return "", err
	default:
		p.readers = append(p.readers, inCEL)
	}
	inRego, err := regoReader(p.constraint, opt)
	switch {
	case errors.As(err, &no):
		refused += "; refused by rego: " + no.Reason
	case err != nil:
		return "", err
	default:
		p.readers = append(p.readers, inRego)
	}
	p.options = of
	return refused, nil
}

// check makes the traces and says what the smallest one shows that must not be.
func (p *property) check(ctx context.Context) ([]string, error) {
	maker := newMaker(p.from, p.contract.Library, p.constraint)
	for i := range p.traces {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		trace := maker.trace(i)
		wrong, err := p.wrong(ctx, trace)
		if err != nil {
			return nil, err
		}
		if wrong != "" {
			return p.smallest(ctx, trace), nil
		}
	}
	return nil, nil
}

// wrong says what is wrong on a trace; nothing where all is as it must be.
func (p *property) wrong(ctx context.Context, trace []*monitor.Event) (string, error) {
	m, err := monitor.New(p.constraint, p.options, p.env)
	if err != nil {
		return "", err
	}
	if wrong := p.empty(m); wrong != "" {
		return wrong, nil
	}
	violated := false
	for i, event := range trace {
		m.Step(event)
		open, _, _ := m.Verdict(false)
		if violated && open != schema.VerdictViolated {
			return fmt.Sprintf("it was violated before event %d and is %s after it", i, open), nil
		}
		violated = open == schema.VerdictViolated
		again, err := p.afresh(trace[:i+1])
		if err != nil {
			return "", err
		}
		if again != open {
			return fmt.Sprintf("after event %d it is %s, and %s where all events are read again", i, open, again), nil
		}
	}
	return p.verdicts(ctx, m, trace)
}

// empty says what is wrong before the first event: a demand on every event holds
// of none.
func (p *property) empty(m *monitor.Monitor) string {
	switch p.constraint.(type) {
	case *schema.All, *schema.Empty, *schema.UniqueBy, *schema.Unrestricted:
	default:
		return ""
	}
	for _, closed := range []bool{false, true} {
		if v, _, reason := m.Verdict(closed); v != schema.VerdictHolds {
			return fmt.Sprintf("of no event it is %s and not holds: %s", v, reason)
		}
	}
	return ""
}

func (p *property) afresh(trace []*monitor.Event) (schema.Verdict, error) {
	m, err := monitor.New(p.constraint, p.options, p.env)
	if err != nil {
		return "", err
	}
	for _, event := range trace {
		m.Step(event)
	}
	open, _, _ := m.Verdict(false)
	return open, nil
}

// verdicts compares those of the open and the closed trace, and the readers.
func (p *property) verdicts(ctx context.Context, m *monitor.Monitor, trace []*monitor.Event) (string, error) {
	open, _, _ := m.Verdict(false)
	closed, _, _ := m.Verdict(true)
	switch {
	case closed == schema.VerdictPending:
		return "of a closed trace it is pending", nil
	case open == schema.VerdictViolated && closed != schema.VerdictViolated:
		return fmt.Sprintf("it is violated while the trace is open and %s when it is closed", closed), nil
	}
	for _, r := range p.readers {
		gotOpen, gotClosed, err := r.read(ctx, trace)
		var no *lower.RefusalError
		switch {
		case errors.As(err, &no):
		case err != nil:
			return "", fmt.Errorf("%s: %w", r.name, err)
		case gotOpen != open || gotClosed != closed:
			return fmt.Sprintf("%s says %s, and %s when closed; the monitor says %s and %s", r.name, gotOpen, gotClosed, open, closed), nil
		}
	}
	return "", nil
}

// smallest takes events and fields off a trace that shows something wrong, as
// long as it does.
func (p *property) smallest(ctx context.Context, trace []*monitor.Event) []string {
	shows := func(t []*monitor.Event) bool {
		wrong, err := p.wrong(ctx, t)
		return err == nil && wrong != ""
	}
	for again := true; again; {
		again = false
		for _, smaller := range smallerTraces(trace) {
			if shows(smaller) {
				trace, again = smaller, true
				break
			}
		}
	}
	wrong, err := p.wrong(ctx, trace)
	if err != nil {
		wrong = err.Error()
	}
	return []string{wrong, "smallest trace: " + traceText(trace), "constraint: " + constraintText(p.constraint)}
}

// smallerTraces are a trace without one event, and without one field.
func smallerTraces(trace []*monitor.Event) [][]*monitor.Event {
	var list [][]*monitor.Event
	for i := range trace {
		list = append(list, numbered(slices.Delete(slices.Clone(trace), i, i+1)))
	}
	for i, event := range trace {
		for _, name := range fieldNames(event.Fields) {
			fewer := map[string]schema.Value{}
			for other, v := range event.Fields {
				if other != name {
					fewer[other] = v
				}
			}
			smaller := slices.Clone(trace)
			smaller[i] = &monitor.Event{Effect: event.Effect, Fields: fewer, Index: i}
			list = append(list, smaller)
		}
	}
	return list
}

// numbered gives the events of a trace their places.
func numbered(trace []*monitor.Event) []*monitor.Event {
	for i, event := range trace {
		trace[i] = &monitor.Event{Effect: event.Effect, Fields: event.Fields, Index: i}
	}
	return trace
}

func fieldNames(fields map[string]schema.Value) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func traceText(trace []*monitor.Event) string {
	parts := make([]string, len(trace))
	for i, event := range trace {
		text, err := json.Marshal(map[string]any{"effect": event.Effect, "fields": event.Fields})
		if err != nil {
			text = []byte(err.Error())
		}
		parts[i] = string(text)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func constraintText(c schema.Constraint) string {
	text, err := json.Marshal(c)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
