package plan

import (
	"fmt"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Assignment fixes what a plan does not know.
type Assignment struct {
	Values map[string]schema.Value              // by name
	Rows   map[string][]map[string]schema.Value // by name, each by column
	// Choices say which way to go where a guard is not known, by the guard and
	// the rows around it; the second way where they do not say.
	Choices map[string]bool
}

// Performed is what a run does.
type Performed struct {
	Events []*monitor.Event
	Chosen []string // guards that were not known, for which the assignment said which way to go
}

// Run performs the run that an assignment fixes. The error says what the
// assignment lacks, or what the plan does not allow.
func (p *Plan) Run(a *Assignment) (*Performed, error) {
	r := &run{assignment: a, known: &monitor.Event{Fields: map[string]schema.Value{}}, env: monitor.Env{WorkingDirectory: p.WorkingDirectory, ProvenanceComplete: true}}
	for _, v := range p.Values {
		if err := v.check(a.Values[v.Name]); err != nil {
			return nil, err
		}
		r.known.Fields[valueSymbol(v.Name)] = a.Values[v.Name]
	}
	for i := range p.Rows {
		if err := p.Rows[i].check(a.Rows[p.Rows[i].Name]); err != nil {
			return nil, err
		}
	}
	if err := r.steps(p.Steps); err != nil {
		return nil, err
	}
	return &r.out, nil
}

func (v *Value) check(given schema.Value) error {
	if given == nil || value.KindOf(given) != v.Type.Kind {
		return fmt.Errorf("the value %q is no %s", v.Name, v.Type)
	}
	n, number := numberOf(given)
	switch {
	case !v.Type.Kind.Numeric():
	case !number:
		return fmt.Errorf("the value %q is beyond what is kept exact", v.Name)
	case v.Minimum != nil && n.Cmp(*v.Minimum) < 0, v.Maximum != nil && n.Cmp(*v.Maximum) > 0:
		return fmt.Errorf("the value %q is not within its bounds", v.Name)
	}
	return nil
}

func (r *Rows) check(rows []map[string]schema.Value) error {
	if len(rows) > r.Most {
		return fmt.Errorf("there are %d rows %q; at most %d are possible", len(rows), r.Name, r.Most)
	}
	for i, row := range rows {
		for _, c := range r.Columns {
			if v := row[c.Name]; v == nil || value.KindOf(v) != c.Type.Kind {
				return fmt.Errorf("the column %q of row %d of %q is no %s", c.Name, i, r.Name, c.Type)
			}
		}
	}
	return nil
}

// run is a run that is being performed.
type run struct {
	assignment *Assignment
	known      *monitor.Event // what expressions name, as its fields
	env        monitor.Env
	rowsAt     []rowAt
	out        Performed
}

func (r *run) steps(steps []Step) error {
	for _, s := range steps {
		var err error
		switch s := s.(type) {
		case *Call:
			err = r.call(s)
		case *If:
			err = r.guard(s)
		case *ForEach:
			err = r.loop(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) call(c *Call) error {
	e := &monitor.Event{Effect: c.Effect.ID, Fields: map[string]schema.Value{}, Provenance: provenance(c, r.rowsAt), Index: len(r.out.Events)}
	for _, f := range c.Fields {
		v, err := monitor.EvalTerm(f.Term, r.known)
		if err != nil {
			return err
		}
		if v != nil {
			e.Fields[f.Name] = v
		}
	}
	r.out.Events = append(r.out.Events, e)
	return nil
}

func (r *run) guard(g *If) error {
	then := false
	switch g.compiled.Eval(r.known, r.env) {
	case monitor.True:
		then = true
	case monitor.Unknown:
		id := choiceID(g, r.rowsAt)
		r.out.Chosen, then = append(r.out.Chosen, id), r.assignment.Choices[id]
	}
	if then {
		return r.steps(g.Then)
	}
	return r.steps(g.Else)
}

func (r *run) loop(l *ForEach) error {
	for i, row := range r.assignment.Rows[l.Rows.Name] {
		for _, c := range l.Rows.Columns {
			r.known.Fields[l.Variable+"."+c.Name] = row[c.Name]
		}
		r.rowsAt = append(r.rowsAt, rowAt{l, i})
		err := r.steps(l.Do)
		r.rowsAt = r.rowsAt[:len(r.rowsAt)-1]
		if err != nil {
			return err
		}
	}
	return nil
}
