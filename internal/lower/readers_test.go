package lower_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/rego"
)

func allReaders(t *testing.T) []reader {
	runner, err := lower.NewCELRunner()
	if err != nil {
		t.Fatal(err)
	}
	readers := []reader{celReader{runner}, regoReader{}}
	for _, name := range []string{solver.Z3, solver.CVC5} {
		readers = append(readers, newSMTReader(t, name))
	}
	return readers
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

// smtReader asks one process of a solver, which is started again after it gave
// no answer.
type smtReader struct {
	t       *testing.T
	solver  solver.Solver
	session *solver.Session
}

// solverEffort is what one question may cost.
const solverEffort = 5 * time.Second

func newSMTReader(t *testing.T, name string) *smtReader {
	found, err := solver.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r := &smtReader{t: t, solver: found[0]}
	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if r.session != nil {
			r.session.Close()
		}
	})
	return r
}

func (r *smtReader) name() string { return r.solver.Name }

func (r *smtReader) lower(c schema.Constraint, opt lower.Options) (judge, error) {
	m, err := lower.NewSMT(opt, c)
	if err != nil {
		return nil, err
	}
	return &smtJudge{reader: r, smt: m}, nil
}

type smtJudge struct {
	reader *smtReader
	smt    *lower.SMT
	script string
}

func (j *smtJudge) text() string { return j.script }

func (j *smtJudge) judge(trace []*monitor.Event) (verdicts, error) {
	script, err := j.smt.Given(trace)
	if err != nil {
		return verdicts{}, err
	}
	names := j.smt.Names(0)
	var symbols []string
	for _, name := range []string{names.Holds, names.Violated, names.Final, names.Doubt} {
		script += fmt.Sprintf("(declare-const answer.%[1]s Bool)\n(assert (= answer.%[1]s %[1]s))\n", name)
		symbols = append(symbols, "answer."+name)
	}
	j.script = script
	answers, err := j.reader.ask(script, symbols)
	if err != nil {
		return verdicts{}, err
	}
	verdict := func(closed bool) schema.Verdict {
		return lower.VerdictOf(answers[0], answers[1], answers[2], answers[3], closed)
	}
	return verdicts{verdict(false), verdict(true)}, nil
}

// ask returns the values of the symbols. A solver that does not know counts as
// one that refuses.
func (r *smtReader) ask(script string, symbols []string) ([]bool, error) {
	if err := r.start(); err != nil {
		return nil, err
	}
	lines, err := r.session.Ask(script + "(check-sat)\n(get-value (" + strings.Join(symbols, " ") + "))")
	if err != nil {
		r.session.Close()
		r.session = nil
		var late *solver.TimeoutError
		if errors.As(err, &late) || strings.Contains(err.Error(), "model") {
			return nil, &lower.RefusalError{Target: lower.TargetSMT, Kind: "check-sat", Code: "unknown", Reason: err.Error()}
		}
		return nil, err
	}
	if len(lines) > 0 && lines[0] == "unknown" {
		return nil, &lower.RefusalError{Target: lower.TargetSMT, Kind: "check-sat", Code: "unknown", Reason: "the solver does not know"}
	}
	if len(lines) == 0 || lines[0] != "sat" {
		return nil, fmt.Errorf("a given trace is %q", lines)
	}
	values, err := solver.Parse(strings.Join(lines[1:], "\n"))
	if err != nil || len(values.List) != len(symbols) {
		return nil, fmt.Errorf("%q: %v", lines, err)
	}
	answers := make([]bool, len(symbols))
	for i, pair := range values.List {
		answers[i] = pair.List[1].Atom == "true"
	}
	return answers, nil
}

// start starts a process where there is none.
func (r *smtReader) start() (err error) {
	if r.session == nil {
		r.session, err = r.solver.Start(context.Background(), solver.Limit{Effort: solverEffort, Time: time.Minute})
	}
	return err
}
