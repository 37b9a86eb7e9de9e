package prove

import (
	"maps"
	"slices"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/schema"
)

// Report adds an answer to a report as what is proved of a guarantee.
func (a *PlanAnswer) Report(to *schema.PlanReport, in *schema.Invocation, opt lower.Options) error {
	g := schema.PlannedGuarantee{
		Expression: in.Expression, Contract: in.Contract, Version: in.Version, Digest: in.Digest,
		Result: a.Result, Reason: orNil(a.Reason), Solver: orNil(a.Solver),
	}
	if a.Run != nil {
		run, err := a.run(opt)
		if err != nil {
			return err
		}
		g.Run = run
	}
	to.Guarantees = append(to.Guarantees, g)
	to.Result = WorstResult(to.Result, a.Result)
	return nil
}

// WorstResult returns the worse of two results: refuted, unknown, proved in this
// order. No result is better than any.
func WorstResult(a, b Result) Result {
	order := []Result{"", Proved, Unknown, Refuted}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

func (a *PlanAnswer) run(opt lower.Options) (*schema.PlanRun, error) {
	events, err := eventsOf(a.Events, opt)
	if err != nil {
		return nil, err
	}
	run := &schema.PlanRun{Events: events, Verdict: a.Verdict, Because: []int64{}}
	for _, b := range a.Because {
		run.Because = append(run.Because, int64(b))
	}
	values, rows, err := plainAssignment(a.Run)
	if err != nil {
		return nil, err
	}
	run.Values, run.Rows = schema.Any{Value: values}, schema.Any{Value: rows}
	for _, guard := range a.Chosen {
		run.Choices = append(run.Choices, schema.PlanRunChoice{Guard: guard, Then: a.Run.Choices[guard]})
	}
	return run, nil
}

// plainAssignment writes values and rows as plain JSON.
func plainAssignment(a *plan.Assignment) (values, rows map[string]any, err error) {
	if values, err = lower.PlainValues(a.Values); err != nil {
		return nil, nil, err
	}
	rows = map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(a.Rows)) {
		list := make([]any, len(a.Rows[name]))
		for i, row := range a.Rows[name] {
			if list[i], err = lower.PlainValues(row); err != nil {
				return nil, nil, err
			}
		}
		rows[name] = list
	}
	return values, rows, nil
}
