package catalog_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// recordedRow is one recorded trace with the verdict of another implementation.
type recordedRow struct {
	ID, Contract, Library, Expected string
	Imports                         map[string]string
	Params                          map[string]any
	Events                          []struct {
		Effect string
		Fields map[string]any
	}
}

// recorded reads the recorded traces of the libraries that the default bundle has.
func recorded(t *testing.T) []recordedRow {
	t.Helper()
	var rows []recordedRow
	for _, name := range []string{"contract_traces.jsonl", "contract_traces_extra.jsonl"} {
		file, err := os.ReadFile("../../shared/cases/" + name)
		if err != nil {
			t.Skip("the recorded cases are not here")
		}
		for line := range strings.Lines(string(file)) {
			d := json.NewDecoder(strings.NewReader(line))
			d.UseNumber()
			var row recordedRow
			if err := d.Decode(&row); err != nil {
				t.Fatal(err)
			}
			if row.Library == "filesystem" || row.Library == "editor" {
				rows = append(rows, row)
			}
		}
	}
	if len(rows) < 100 {
		t.Fatalf("only %d rows", len(rows))
	}
	return rows
}

// The expressions bind, with the values that were recorded.
func TestRecordedExpressionsBind(t *testing.T) {
	c := load(t, "../policies")
	for _, row := range recorded(t) {
		g, problems := c.Bind(row.Contract, row.Imports)
		if g == nil {
			t.Errorf("%s: %s: %v", row.ID, row.Contract, problems)
			continue
		}
		for _, a := range g.Invocation.Arguments {
			text, err := json.Marshal(a.Value)
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("%v", row.Params[a.Name]); !strings.Contains(string(text), want) {
				t.Errorf("%s: %s is %s, recorded as %s", row.ID, a.Name, text, want)
			}
		}
		if len(g.Invocation.Arguments) != len(row.Params) {
			t.Errorf("%s: %d arguments, recorded %d", row.ID, len(g.Invocation.Arguments), len(row.Params))
		}
	}
}

// The verdicts agree on traces of the contract's own library. The other implementation matches effects of several libraries by shared markers,
// which explicit sets do not.
func TestRecordedVerdicts(t *testing.T) {
	c := load(t, "../policies")
	judged := 0
	for _, row := range recorded(t) {
		if verdict, ok := judgeRow(t, c, &row); ok {
			judged++
			want := map[string]schema.Verdict{"pass": schema.VerdictHolds, "fail": schema.VerdictViolated, "unknown": schema.VerdictUnknown}[row.Expected]
			if verdict != want {
				t.Errorf("%s: %s is %s, recorded as %s", row.ID, row.Contract, verdict, row.Expected)
			}
		}
	}
	if judged < 60 {
		t.Errorf("only %d rows were judged", judged)
	}
}

func judgeRow(t *testing.T, c *catalog.Catalog, row *recordedRow) (schema.Verdict, bool) {
	t.Helper()
	g, problems := c.Bind(row.Contract, row.Imports)
	if g == nil {
		t.Fatalf("%s: %v", row.ID, problems)
	}
	m, err := monitor.New(g.Constraint, monitor.Options{Facts: facts(c)}, monitor.Env{})
	if err != nil {
		t.Fatalf("%s: %v", row.ID, err)
	}
	own := []string{"read_file", "write_file", "edit_file", "append_file"}
	for i, event := range row.Events {
		e, err := c.EffectNamed(event.Effect, "")
		if !slices.Contains(own, event.Effect) || err != nil || e.Library != row.Library {
			return "", false
		}
		fields, _ := value.Fields(event.Fields, nil, nil)
		m.Step(&monitor.Event{Effect: e.ID, Fields: fields, Index: i})
	}
	verdict, _, _ := m.Verdict(true)
	return verdict, true
}
