package lower

import (
	"fmt"

	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// PlanRun is what fixes a run of a plan.
type PlanRun struct {
	Symbols map[string]schema.Value
	Rows    map[string]int
	Choices []bool // which way to go where a guard is not known
}

// PlanSymbols returns the constants whose values PlanRun needs.
func PlanSymbols(p *Planned) []string {
	var out []string
	for _, s := range p.Symbols {
		out = append(out, symbol(s.Name))
	}
	for _, r := range p.Rows {
		out = append(out, rowsSymbol(r.Name))
	}
	for i := range p.Choices {
		out = append(out, freeSymbol(i))
	}
	return out
}

// RunOf reads what fixes a run from the values of the constants. The error says
// which value is none that a run can have.
func (m *SMT) RunOf(p *Planned, values map[string]solver.Expr) (*PlanRun, error) {
	run := &PlanRun{Symbols: map[string]schema.Value{}, Rows: map[string]int{}, Choices: make([]bool, len(p.Choices))}
	for _, s := range p.Symbols {
		v, err := m.value(smtField{name: s.Name, kind: s.Kind}, values[symbol(s.Name)])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", s.Name, err)
		}
		run.Symbols[s.Name] = v
	}
	for _, r := range p.Rows {
		n, err := smallInt(values[rowsSymbol(r.Name)])
		if err != nil {
			return nil, fmt.Errorf("the rows %q: %w", r.Name, err)
		}
		run.Rows[r.Name] = n
	}
	for i := range p.Choices {
		run.Choices[i], _ = values[freeSymbol(i)].Bool()
	}
	return run, nil
}
