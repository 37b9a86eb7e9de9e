package policytest

import (
	"context"
	"fmt"
	"sync"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// celReader lowers a constraint to CEL; it is compiled at the first trace.
func celReader(c schema.Constraint, opt lower.Options) (traceReader, error) {
	policy, err := lower.CEL("property", c, opt)
	if err != nil {
		return traceReader{}, err
	}
	compiled := sync.OnceValues(func() (*lower.CELProgram, error) {
		runner, err := lower.NewCELRunner()
		if err != nil {
			return nil, err
		}
		return runner.Compile(policy)
	})
	read := func(ctx context.Context, trace []*monitor.Event) (open, closed schema.Verdict, err error) {
		program, err := compiled()
		if err != nil {
			return "", "", err
		}
		events, err := policy.Events(trace)
		if err != nil {
			return "", "", err
		}
		if open, err = program.Verdict(ctx, events, false); err != nil {
			return "", "", err
		}
		closed, err = program.Verdict(ctx, events, true)
		return open, closed, err
	}
	return traceReader{"cel", read}, nil
}

// regoPackage is the package of a constraint that is lowered to Rego.
const regoPackage = "property.one"

// regoReader lowers a constraint to Rego; it is compiled at the first trace.
func regoReader(c schema.Constraint, opt lower.Options) (traceReader, error) {
	module, err := lower.Rego(regoPackage, c, opt)
	if err != nil {
		return traceReader{}, err
	}
	compiled := sync.OnceValues(func() (*regorules.Module, error) {
		m, problems := regorules.CompileModule(regorules.Source{Path: "property.rego", Text: module.Text()})
		return m, problems.Err()
	})
	read := func(ctx context.Context, trace []*monitor.Event) (open, closed schema.Verdict, err error) {
		m, err := compiled()
		if err != nil {
			return "", "", err
		}
		events, err := module.Events(trace)
		if err != nil {
			return "", "", err
		}
		if open, err = regoVerdict(ctx, m, events, false); err != nil {
			return "", "", err
		}
		closed, err = regoVerdict(ctx, m, events, true)
		return open, closed, err
	}
	return traceReader{"rego", read}, nil
}

// regoVerdict asks a generated module. A decimal that Rego would round is a
// refusal.
func regoVerdict(ctx context.Context, m *regorules.Module, events []any, closed bool) (schema.Verdict, error) {
	input := map[string]any{"events": events, "closed": closed}
	refused, err := m.Value(ctx, input, regoPackage+".refused")
	if err != nil {
		return "", err
	}
	if list, _ := refused.([]any); len(list) > 0 {
		return "", &lower.RefusalError{Target: lower.TargetRego, Kind: "DecimalValue", Code: lower.ReasonDecimal, Reason: fmt.Sprint(list)}
	}
	verdict, err := m.Value(ctx, input, regoPackage+".verdict")
	if err != nil {
		return "", err
	}
	text, ok := verdict.(string)
	if !ok {
		return "", fmt.Errorf("the module gives no verdict")
	}
	return schema.Verdict(text), nil
}
