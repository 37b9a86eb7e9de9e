package policytest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// TestPropertyFindsWrongReader plants a reader that forgets violations: it must
// be found, on every contract that can be violated, with one event left.
func TestPropertyFindsWrongReader(t *testing.T) {
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS("../../policies"), Name: "policies", Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	s := &Suite{from: from}
	found := 0
	for _, e := range s.bound() {
		p := &property{
			from: from, contract: e.contract, constraint: e.example.Constraint, traces: 40,
			options: eval.MonitorOptions(from), env: monitor.Env{ProvenanceComplete: true},
		}
		p.readers = []traceReader{{"forgetful", forgetful(p)}}
		wrong, err := p.check(context.Background())
		if err != nil {
			t.Fatalf("%s: %v", e.contract.ID, err)
		}
		if len(wrong) == 0 {
			continue
		}
		found++
		if !strings.HasPrefix(wrong[0], "forgetful says holds") || e.contract.ID == "filesystem.only_read_under" && strings.Count(wrong[1], `"effect"`) != 1 {
			t.Errorf("%s: %q", e.contract.ID, wrong)
		}
	}
	if all := len(s.bound()); found < all*8/10 {
		t.Errorf("the traces violate %d of %d contracts", found, all)
	}
}

// forgetful is the monitor, but that it takes holds for violated.
func forgetful(p *property) func(context.Context, []*monitor.Event) (open, closed schema.Verdict, err error) {
	return func(_ context.Context, trace []*monitor.Event) (open, closed schema.Verdict, err error) {
		m, err := monitor.New(p.constraint, p.options, p.env)
		if err != nil {
			return "", "", err
		}
		for _, event := range trace {
			m.Step(event)
		}
		open, _, _ = m.Verdict(false)
		closed, _, _ = m.Verdict(true)
		if open == schema.VerdictViolated {
			open = schema.VerdictHolds
		}
		return open, closed, nil
	}
}
