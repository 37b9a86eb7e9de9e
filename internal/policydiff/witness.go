package policydiff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// witness notes a trace that shows a difference, once the monitor of each version
// has judged it with its own bundle, and returns the class that it shows. One
// that is not confirmed decides nothing.
func (d *differ) witness(c *change, two twoConstraints, class Class, kind prove.Kind, a prove.Answer, env monitor.Env) Class {
	w, err := d.replay(two, a, env, kind == prove.NotLooser)
	if err == nil && !shows(w, class) {
		err = fmt.Errorf("the monitors give %s before and %s after", w.Old, w.New)
	}
	if err != nil {
		c.note(Unknown, "%swhether it is %s is not known: a trace that decides is not confirmed: %v", two.case_, class, err)
		return Unknown
	}
	w.Shows = class
	c.Witnesses = append(c.Witnesses, w)
	c.note(class, "%s%s", two.case_, showsWords(w))
	return class
}

// replay judges a trace by the monitor of each version, with its own contract,
// arguments, schema and state cells.
func (d *differ) replay(two twoConstraints, a prove.Answer, env monitor.Env, closed bool) (schema.DiffWitness, error) {
	w := schema.DiffWitness{Parameters: []schema.WitnessParameter{}, Events: []schema.Event{}, Closed: closed, ProvenanceComplete: env.ProvenanceComplete, WorkingDirectory: orNil(env.WorkingDirectory)}
	arguments := map[string]schema.Value{}
	for _, name := range slices.Sorted(maps.Keys(two.shared)) {
		if v := a.Parameters[name]; v != nil {
			arguments[name] = v
			w.Parameters = append(w.Parameters, schema.WitnessParameter{Name: name, Of: schema.ParameterSideBoth, Value: v})
		}
	}
	w.Parameters = append(w.Parameters, valuesOf(two.oldValues, schema.ParameterSideFirst)...)
	w.Parameters = append(w.Parameters, valuesOf(two.newValues, schema.ParameterSideSecond)...)
	var err error
	if w.Old, err = d.old.judge(two.old, arguments, two.oldValues, env, a.Trace, closed); err != nil {
		return w, err
	}
	if w.New, err = d.new.judge(two.new, arguments, two.newValues, env, a.Trace, closed); err != nil {
		return w, err
	}
	opt := d.lowerOptions(two, env)
	for _, e := range a.Trace {
		event, err := lower.SchemaEvent(opt, e)
		if err != nil {
			return w, err
		}
		w.Events = append(w.Events, event)
	}
	return w, nil
}

func valuesOf(values map[string]schema.Value, of schema.ParameterSide) []schema.WitnessParameter {
	var list []schema.WitnessParameter
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, schema.WitnessParameter{Name: name, Of: of, Value: values[name]})
	}
	return list
}

// judge is the verdict of a version's monitor on a trace.
func (s *side) judge(c schema.Constraint, shared, own map[string]schema.Value, env monitor.Env, trace []*monitor.Event, closed bool) (schema.Verdict, error) {
	arguments := maps.Clone(shared)
	maps.Copy(arguments, own)
	m, err := monitor.New(c, monitor.Options{Parameters: arguments, Facts: s.options.Facts, Cells: s.options.Cells}, env)
	if err != nil {
		return "", err
	}
	for i, e := range trace {
		own := *e
		own.Index = i
		m.Step(&own)
	}
	verdict, _, _ := m.Verdict(closed)
	return verdict, nil
}

// shows reports whether the verdicts are those of a looser new version, or of a
// tighter one.
func shows(w schema.DiffWitness, class Class) bool {
	before, after := strictness(w.Old, w.Closed), strictness(w.New, w.Closed)
	if class == Tightened {
		before, after = after, before
	}
	return after < before
}

// strictness orders verdicts: on an open trace, only one that is violated
// refuses.
func strictness(v schema.Verdict, closed bool) int {
	switch {
	case v == schema.VerdictViolated:
		return 2
	case v == schema.VerdictUnknown && closed:
		return 1
	}
	return 0
}

func showsWords(w schema.DiffWitness) string {
	if !w.Closed {
		return fmt.Sprintf("the verdict on a trace that goes on was %s and is %s", w.Old, w.New)
	}
	return fmt.Sprintf("the verdict on a trace was %s and is %s", w.Old, w.New)
}
