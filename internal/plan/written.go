package plan

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Written is a plan with its loops written out, up to a number of rows.
type Written struct {
	lower.Planned
	of      *Plan
	most    int
	choices []string // of which guard, in which rows, each choice is
}

// valueSymbol is the symbol of a value.
func valueSymbol(name string) string { return valuesRoot + "." + name }

// columnSymbol is the symbol of a column of a row.
func columnSymbol(rows string, row int, column string) string {
	return fmt.Sprintf("%s[%d].%s", rows, row, column)
}

// Written writes the loops of a plan out, for runs with at most that many rows
// of each kind.
func (p *Plan) Written(most int) *Written {
	w := &writer{out: &Written{of: p, most: most}, names: map[string]string{}}
	for _, v := range p.Values {
		w.out.Symbols = append(w.out.Symbols, lower.PlannedSymbol{Name: valueSymbol(v.Name), Kind: v.Type.Kind, Minimum: v.Minimum, Maximum: v.Maximum})
		w.names[valueSymbol(v.Name)] = valueSymbol(v.Name)
	}
	for i := range p.Rows {
		w.rows(&p.Rows[i])
	}
	w.steps(p.Steps)
	return w.out
}

// writer stands at a step, in some row of each loop around it.
type writer struct {
	out        *Written
	names      map[string]string // symbols by what expressions write
	conditions []lower.PlannedCondition
	rowsAt     []rowAt
}

// rowAt is a row of a loop.
type rowAt struct {
	loop *ForEach
	row  int
}

func (w *writer) rows(r *Rows) {
	most := min(r.Most, w.out.most)
	w.out.Rows = append(w.out.Rows, lower.PlannedRows{Name: r.Name, Most: most})
	for row := range most {
		for _, c := range r.Columns {
			w.out.Symbols = append(w.out.Symbols, lower.PlannedSymbol{Name: columnSymbol(r.Name, row, c.Name), Kind: c.Type.Kind})
		}
	}
}

func (w *writer) steps(steps []Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			w.call(s)
		case *If:
			w.guard(s)
		case *ForEach:
			w.loop(s)
		}
	}
}

func (w *writer) call(c *Call) {
	e := lower.PlannedEvent{Effect: c.Effect.ID, When: slices.Clone(w.conditions), Fields: map[string]schema.Term{}, Names: maps.Clone(w.names)}
	for _, f := range c.Fields {
		e.Fields[f.Name] = f.Term
	}
	e.Provenance = provenance(c, w.rowsAt)
	w.out.Events = append(w.out.Events, e)
}

// provenance says of each field that is a column of a row of which.
func provenance(c *Call, at []rowAt) map[string]monitor.Origin {
	var origins map[string]monitor.Origin
	for _, f := range c.Fields {
		term, ok := f.Term.(*schema.FieldTerm)
		if !ok {
			continue
		}
		for _, r := range at {
			for _, column := range r.loop.Rows.Columns {
				if term.Field == r.loop.Variable+"."+column.Name {
					if origins == nil {
						origins = map[string]monitor.Origin{}
					}
					origins[f.Name] = monitor.Origin{Class: r.loop.Rows.Class.ID, Column: column.Name, Row: r.row}
				}
			}
		}
	}
	return origins
}

func (w *writer) guard(g *If) {
	n := len(w.out.Choices)
	w.out.Choices = append(w.out.Choices, lower.PlannedChoice{Guard: g.Guard, Names: maps.Clone(w.names)})
	w.out.choices = append(w.out.choices, choiceID(g, w.rowsAt))
	for _, way := range []bool{true, false} {
		w.conditions = append(w.conditions, lower.Taken{Choice: n, Way: way})
		if way {
			w.steps(g.Then)
		} else {
			w.steps(g.Else)
		}
		w.conditions = w.conditions[:len(w.conditions)-1]
	}
}

// choiceID tells a guard in some row of each loop around it apart from all
// others.
func choiceID(g *If, at []rowAt) string {
	id := g.ID
	for _, r := range at {
		id += fmt.Sprintf(", %s %d", r.loop.Variable, r.row)
	}
	return id
}

func (w *writer) loop(l *ForEach) {
	for row := range min(l.Rows.Most, w.out.most) {
		for _, c := range l.Rows.Columns {
			w.names[l.Variable+"."+c.Name] = columnSymbol(l.Rows.Name, row, c.Name)
		}
		w.conditions = append(w.conditions, lower.Reached{Rows: l.Rows.Name, Row: row})
		w.rowsAt = append(w.rowsAt, rowAt{l, row})
		w.steps(l.Do)
		w.rowsAt, w.conditions = w.rowsAt[:len(w.rowsAt)-1], w.conditions[:len(w.conditions)-1]
	}
	for _, c := range l.Rows.Columns {
		delete(w.names, l.Variable+"."+c.Name)
	}
}

// Assignment is the run that a solver found, as one that the plan can perform.
func (w *Written) Assignment(run *lower.PlanRun) *Assignment {
	p, a := w.of, &Assignment{Values: map[string]schema.Value{}, Rows: map[string][]map[string]schema.Value{}, Choices: map[string]bool{}}
	for _, v := range p.Values {
		a.Values[v.Name] = run.Symbols[valueSymbol(v.Name)]
	}
	for _, r := range p.Rows {
		rows := make([]map[string]schema.Value, run.Rows[r.Name])
		for i := range rows {
			rows[i] = map[string]schema.Value{}
			for _, c := range r.Columns {
				rows[i][c.Name] = run.Symbols[columnSymbol(r.Name, i, c.Name)]
			}
		}
		a.Rows[r.Name] = rows
	}
	for i, id := range w.choices {
		a.Choices[id] = run.Choices[i]
	}
	return a
}
