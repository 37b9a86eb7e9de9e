package lower_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/rego"
)

func allReaders(t *testing.T) []reader {
	runner, err := lower.NewCELRunner()
	if err != nil {
		t.Fatal(err)
	}
	return []reader{celReader{runner}, regoReader{}}
}

type celReader struct{ runner *lower.CELRunner }

func (celReader) name() string { return "cel" }

func (r celReader) lower(c schema.Constraint, opt lower.Options) (judge, error) {
	p, err := lower.CEL("agreement", c, opt)
	if err != nil {
		return nil, err
	}
	program, err := r.runner.Compile(p)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, p.Text())
	}
	return celJudge{p, program}, nil
}

type celJudge struct {
	policy  *lower.CELPolicy
	program *lower.CELProgram
}

func (j celJudge) text() string { return j.policy.Text() }

func (j celJudge) judge(trace []*monitor.Event) (verdicts, error) {
	events, err := j.policy.Events(trace)
	if err != nil {
		return verdicts{}, err
	}
	open, err := j.program.Verdict(context.Background(), events, false)
	if err != nil {
		return verdicts{}, err
	}
	closed, err := j.program.Verdict(context.Background(), events, true)
	return verdicts{open, closed}, err
}

type regoReader struct{}

func (regoReader) name() string { return "rego" }

func (regoReader) lower(c schema.Constraint, opt lower.Options) (judge, error) {
	m, err := lower.Rego("agreement.one", c, opt)
	if err != nil {
		return nil, err
	}
	query, err := rego.New(rego.Query("verdict := "+m.Query()+"; refused := data.agreement.one.refused"),
		rego.Module("one.rego", m.Text()), rego.StrictBuiltinErrors(true)).PrepareForEval(context.Background())
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, m.Text())
	}
	return regoJudge{m, query}, nil
}

type regoJudge struct {
	module *lower.RegoModule
	query  rego.PreparedEvalQuery
}

func (j regoJudge) text() string { return j.module.Text() }

func (j regoJudge) judge(trace []*monitor.Event) (verdicts, error) {
	events, err := j.module.Events(trace)
	if err != nil {
		return verdicts{}, err
	}
	open, err := j.verdict(events, false)
	if err != nil {
		return verdicts{}, err
	}
	closed, err := j.verdict(events, true)
	return verdicts{open, closed}, err
}

func (j regoJudge) verdict(events []any, closed bool) (schema.Verdict, error) {
	result, err := j.query.Eval(context.Background(), rego.EvalInput(map[string]any{"events": events, "closed": closed}))
	switch {
	case err != nil:
		return "", err
	case len(result) != 1:
		return "", fmt.Errorf("%d results", len(result))
	}
	if refused, _ := result[0].Bindings["refused"].([]any); len(refused) > 0 {
		return "", &lower.RefusalError{Target: lower.TargetRego, Kind: "DecimalValue", Code: lower.ReasonDecimal, Reason: fmt.Sprint(refused)}
	}
	verdict, _ := result[0].Bindings["verdict"].(string)
	return schema.Verdict(verdict), nil
}
