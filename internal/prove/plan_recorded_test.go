package prove_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/plan"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// recordedBranch is one run of a program with several, with the verdict of
// another prover on the program and on the run.
type recordedBranch struct {
	ID       string
	Library  string
	Contract string
	Branches int    `json:"branches_in_case"`
	Program  string `json:"case_verdict"`
	Expected string
	Imports  map[string]string
	Events   []recordedEvent
}

type recordedEvent struct {
	Effect     string
	Fields     map[string]any
	Provenance map[string]struct {
		Schema, Field string
		Row           int
	}
}

// TestRecordedPlans holds the plans against recorded runs of programs: each is a
// run of its plan, and the plan is refuted where the program failed.
func TestRecordedPlans(t *testing.T) {
	from, cases, seen, rows := exampleCatalog(t), map[string]planCase{}, map[string]bool{}, 0
	for _, c := range planCases() {
		cases[c.name] = c
	}
	for _, line := range recorded.Lines(t, "contract_traces.jsonl") {
		var b recordedBranch
		recorded.Decode(t, line, &b)
		if b.Branches < 2 {
			continue
		}
		name, branch, _ := strings.Cut(b.ID, "[")
		c, ok := cases[name]
		if !ok {
			t.Errorf("there is no plan for %s", name)
			continue
		}
		rows++
		seen[name] = true
		checkBranch(t, from, c, &b, "["+branch)
	}
	if rows != 161 || len(seen) != len(cases) || len(seen) != 32 {
		t.Errorf("%d rows of %d cases were seen, %d plans are there", rows, len(seen), len(cases))
	}
}

func checkBranch(t *testing.T, from *catalog.Catalog, c planCase, b *recordedBranch, branch string) {
	t.Helper()
	if want := map[string]prove.Result{"pass": prove.Proved, "fail": prove.Refuted}[b.Program]; c.want != want {
		t.Errorf("%s: the plan is %s, the program %s", b.ID, c.want, b.Program)
	}
	checkContract(t, from, c, b)
	p := readPlan(t, from, c.plan)
	performed, err := p.Run(assignmentOf(t, p, b, branch))
	if err != nil {
		t.Errorf("%s: %v", b.ID, err)
		return
	}
	if got, want := written(t, performed.Events), written(t, b.events(t, from)); got != want {
		t.Errorf("%s is no run of %s:\n%s\nthe plan's run is\n%s", b.ID, c.plan, want, got)
	}
}

// checkContract requires that the recorded contract is a guarantee of the case.
func checkContract(t *testing.T, from *catalog.Catalog, c planCase, b *recordedBranch) {
	t.Helper()
	want, problems := from.Bind(b.Contract, b.Imports)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, expression := range c.guarantees {
		if g, _ := from.Bind(expression, nil); g != nil && sameJSON(t, g.Constraint, want.Constraint) {
			return
		}
	}
	t.Errorf("%s: %s is none of %q", b.ID, b.Contract, c.guarantees)
}

func sameJSON(t *testing.T, a, b any) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(x) == string(y)
}

// events are the events with their types, in the catalog's names.
func (b *recordedBranch) events(t *testing.T, from *catalog.Catalog) []*monitor.Event {
	t.Helper()
	var out []*monitor.Event
	for _, e := range b.Events {
		effect, err := from.EffectNear(e.Effect, b.Library)
		if err != nil {
			t.Fatal(err)
		}
		types := map[string]value.Type{}
		for _, f := range effect.Fields {
			types[f.Name] = f.Type
		}
		fields, mistyped := value.Fields(e.Fields, types, nil)
		if len(mistyped) > 0 {
			t.Fatal(mistyped)
		}
		event := &monitor.Event{Effect: effect.ID, Fields: fields, Provenance: map[string]monitor.Origin{}}
		for name, origin := range e.Provenance {
			event.Provenance[name] = monitor.Origin{Class: effect.Library + "." + origin.Schema, Column: origin.Field}
		}
		out = append(out, event)
	}
	return out
}

// written writes events, without the numbers of rows, since a query may have
// left some out, and with the provenance of texts, since no other was recorded.
func written(t *testing.T, events []*monitor.Event) string {
	t.Helper()
	var b strings.Builder
	for _, e := range events {
		text, err := json.Marshal(e.Fields)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s", e.Effect, text)
		var names []string
		for name := range e.Provenance {
			if value.KindOf(e.Fields[name]) == value.String {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(&b, " %s from %s.%s", name, e.Provenance[name].Class, e.Provenance[name].Column)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// assignmentOf makes what a plan does not know from the name of a branch, such
// as [balance=500], and from its events.
func assignmentOf(t *testing.T, p *plan.Plan, b *recordedBranch, branch string) *plan.Assignment {
	t.Helper()
	a := &plan.Assignment{Values: map[string]schema.Value{}, Rows: map[string][]map[string]schema.Value{}}
	for _, m := range regexp.MustCompile(`(\w+)=(\w+)\]`).FindAllStringSubmatch(branch, -1) {
		switch m[2] {
		case "True", "False":
			a.Values[m[1]] = &schema.BooleanValue{Boolean: m[2] == "True"}
		default:
			a.Values[m[1]] = &schema.IntegerValue{Integer: m[2]}
		}
	}
	for i := range p.Rows {
		a.Rows[p.Rows[i].Name] = rowsOf(t, &p.Rows[i], b, branch)
	}
	return a
}

// rowsOf makes the rows of a branch: as many as its events use, and one that did
// not agree to get mail where the branch has one that is left out.
func rowsOf(t *testing.T, rows *plan.Rows, b *recordedBranch, branch string) []map[string]schema.Value {
	t.Helper()
	byRow := map[int]map[string]schema.Value{}
	row := func(n int) map[string]schema.Value {
		if byRow[n] == nil {
			byRow[n] = map[string]schema.Value{}
			for _, c := range rows.Columns {
				byRow[n][c.Name] = &schema.StringValue{String: "other"}
				if c.Type.Kind == value.Boolean {
					byRow[n][c.Name] = &schema.BooleanValue{Boolean: true}
				}
			}
		}
		return byRow[n]
	}
	for _, e := range b.Events {
		for field, origin := range e.Provenance {
			row(origin.Row)[origin.Field] = &schema.StringValue{String: e.Fields[field].(string)}
		}
		if amount, ok := e.Fields["amount"].(json.Number); ok {
			row(len(byRow))["amount"] = &schema.IntegerValue{Integer: amount.String()}
		}
	}
	if strings.Contains(branch, "unconsented") && strings.Contains(b.ID, "count_under_branch") {
		row(1)["consented"] = &schema.BooleanValue{}
	}
	numbers := make([]int, 0, len(byRow))
	for n := range byRow {
		numbers = append(numbers, n)
	}
	slices.SortFunc(numbers, cmp.Compare)
	var out []map[string]schema.Value
	for _, n := range numbers {
		out = append(out, byRow[n])
	}
	return out
}
