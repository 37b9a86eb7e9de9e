package prove

import (
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// Report is an answer as a document. Open are the parameters that the question
// leaves open.
func (a *Answer) Report(q Question, expressions []string, open []Parameter, opt lower.Options) (*schema.ProofReport, error) {
	r := &schema.ProofReport{
		Format: schema.ProofReportFormat, Question: schema.ProofQuestion(q.Kind), Expressions: expressions, Parameters: OpenParameters(open),
		Result: a.Result, Reason: orNil(a.Reason), Solver: orNil(a.Solver),
	}
	if a.Verdicts == nil {
		return r, nil
	}
	events, err := eventsOf(a.Trace, opt)
	if err != nil {
		return nil, err
	}
	r.Witness = &schema.ProofWitness{Events: events}
	for _, p := range open {
		if v := a.Parameters[p.Symbol]; v != nil {
			r.Witness.Parameters = append(r.Witness.Parameters, schema.WitnessParameter{Name: p.Name, Of: p.Of, Value: v})
		}
	}
	for i, v := range a.Verdicts {
		r.Witness.Verdicts = append(r.Witness.Verdicts, schema.WitnessVerdict{Expression: expressions[i], Verdict: v})
	}
	return r, nil
}

func eventsOf(trace []*monitor.Event, opt lower.Options) ([]schema.Event, error) {
	events := make([]schema.Event, len(trace))
	for i, e := range trace {
		var err error
		if events[i], err = lower.SchemaEvent(opt, e); err != nil {
			return nil, err
		}
	}
	return events, nil
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
