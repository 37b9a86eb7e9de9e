package eval

import (
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Example returns the verdict that an example of a contract has, and why. Its
// trace is whole: no event follows, and a field without provenance is a literal.
// The error says that it cannot be judged.
func (t *Tracer) Example(e *catalog.Example) (schema.Verdict, string, error) {
	m, err := monitor.New(e.Constraint, t.whole, monitor.Env{ProvenanceComplete: true})
	if err != nil {
		return "", "", err
	}
	for i := range e.Events {
		event := &e.Events[i]
		origins, err := t.provenance(&schema.Any{Value: event.Provenance}, event.Effect.Library)
		if err != nil {
			return "", "", fmt.Errorf("event %d: %w", i, err)
		}
		m.Step(&monitor.Event{Effect: event.Effect.ID, Fields: event.Fields, Provenance: origins, Index: i})
	}
	verdict, _, reason := m.Verdict(true)
	return verdict, reason, nil
}
