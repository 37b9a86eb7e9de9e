package lower_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
	"pgregory.net/rapid"
)

// The agreement test: a random constraint and random traces, and every reader
// must give the verdict of the monitor, on the open trace and on the closed one.
// What a reader refuses is counted by reason and is no agreement. Of a
// disagreement, the smallest case that was found is printed.

var (
	pairs = flag.Int("pairs", 2000, "how many pairs of a constraint and a trace the agreement test compares; -rapid.seed=0 draws others")
)

// tracesEach is how many traces each constraint is compared on.
const tracesEach = 2

func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["rapid.checks"] {
		_ = flag.Set("rapid.checks", strconv.Itoa((*pairs+tracesEach-1)/tracesEach))
	}
	if !given["rapid.seed"] {
		_ = flag.Set("rapid.seed", "1")
	}
	os.Exit(m.Run())
}

// verdicts are those on the open trace and on the closed one.
type verdicts struct{ Open, Closed schema.Verdict }

// reader is a reader of constraints. lower returns what judges traces; the error
// of both is a *lower.RefusalError where the reader refuses.
type reader interface {
	name() string
	lower(c schema.Constraint, opt lower.Options) (judge, error)
}

type judge interface {
	judge(trace []*monitor.Event) (verdicts, error)
	text() string
}

// tally counts what readers said.
type tally struct {
	compared map[string]int // by reader
	refused  map[string]int // by reader and reason
	spent    map[string]time.Duration
	verdicts map[verdicts]int // of the monitor
	kinds    map[string]int   // of the constraint
}

func newTally() *tally {
	return &tally{map[string]int{}, map[string]int{}, map[string]time.Duration{}, map[verdicts]int{}, map[string]int{}}
}

// refusal counts an error that is a refusal, and returns any other.
func (c *tally) refusal(reader string, err error, n int) error {
	var refused *lower.RefusalError
	if !errors.As(err, &refused) {
		return err
	}
	c.refused[reader+" "+string(refused.Code)+" "+refused.Kind] += n
	return nil
}

func TestAgreement(t *testing.T) {
	readers := allReaders(t)
	count := newTally()
	t.Cleanup(func() { count.report(t) })
	rapid.Check(t, func(t *rapid.T) {
		w := worlds().Draw(t, "world")
		c := w.constraint(t, 2)
		traces := make([][]*monitor.Event, tracesEach)
		for i := range traces {
			traces[i] = w.trace(t, 5)
		}
		count.compare(t, readers, w, c, traces)
	})
	for _, r := range readers {
		if got := count.compared[r.name()] + count.refusals(r.name()); got < *pairs {
			t.Errorf("%s was asked %d times, want %d", r.name(), got, *pairs)
		}
	}
}

func (c *tally) refusals(reader string) int {
	n := 0
	for key, count := range c.refused {
		if strings.HasPrefix(key, reader+" ") {
			n += count
		}
	}
	return n
}

func (c *tally) compare(t *rapid.T, readers []reader, w world, constraint schema.Constraint, traces [][]*monitor.Event) {
	want := make([]verdicts, len(traces))
	for i, trace := range traces {
		want[i] = monitored(t, w, constraint, trace)
		c.verdicts[want[i]]++
		c.kinds[constraint.ConstraintClass()]++
	}
	for _, r := range readers {
		start := time.Now()
		c.ask(t, r, w, constraint, traces, want)
		c.spent[r.name()] += time.Since(start)
	}
}

// ask compares one reader with the monitor.
func (c *tally) ask(t *rapid.T, r reader, w world, constraint schema.Constraint, traces [][]*monitor.Event, want []verdicts) {
	j, err := r.lower(constraint, w.options())
	if err != nil {
		if err := c.refusal(r.name(), err, len(traces)); err != nil {
			t.Fatalf("%s: %v\nconstraint %s", r.name(), err, show(constraint))
		}
		return
	}
	for i, trace := range traces {
		got, err := j.judge(trace)
		switch {
		case err != nil:
			if err := c.refusal(r.name(), err, 1); err != nil {
				t.Fatalf("%s: %v\n%s", r.name(), err, minimal(w, constraint, trace, j))
			}
		case got != want[i]:
			t.Fatalf("%s says %v, the monitor %v\n%s", r.name(), got, want[i], minimal(w, constraint, trace, j))
		default:
			c.compared[r.name()]++
		}
	}
}

// minimal shows a case; of a failure, the smallest that was found is shown last.
func minimal(w world, c schema.Constraint, trace []*monitor.Event, j judge) string {
	return fmt.Sprintf("world %+v\nconstraint %s\ntrace %s\n%s", w, show(c), show(trace), j.text())
}

func show(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func monitored(t *rapid.T, w world, c schema.Constraint, trace []*monitor.Event) verdicts {
	m, err := monitor.New(c, monitor.Options{Facts: w.facts, Cells: cells()}, w.env)
	if err != nil {
		t.Skipf("%v", err)
	}
	for _, e := range trace {
		m.Step(e)
	}
	open, _, _ := m.Verdict(false)
	closed, _, _ := m.Verdict(true)
	return verdicts{open, closed}
}

// report prints what was compared, what was refused and how long it took.
func (c *tally) report(t *testing.T) {
	for _, name := range sorted(c.spent) {
		n := c.compared[name] + c.refusals(name)
		t.Logf("%-5s agreed on %d pairs, refused %d, %.2f ms a pair", name, c.compared[name], c.refusals(name), float64(c.spent[name].Microseconds())/1000/float64(max(n, 1)))
	}
	for _, key := range sorted(c.refused) {
		t.Logf("refused %5d  %s", c.refused[key], key)
	}
	for _, v := range []schema.Verdict{schema.VerdictHolds, schema.VerdictViolated, schema.VerdictUnknown, schema.VerdictPending} {
		n := 0
		for both, count := range c.verdicts {
			if both.Open == v {
				n += count
			}
		}
		t.Logf("open %-9s %d", v, n)
	}
	for _, key := range sorted(c.kinds) {
		t.Logf("%-13s %d", key, c.kinds[key])
	}
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
