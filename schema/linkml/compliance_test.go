package linkml

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// complianceRow is one row of the recorded compliance suite.
type complianceRow struct {
	ID          string                     `json:"id"`
	Feature     string                     `json:"feature"`
	Schema      json.RawMessage            `json:"schema"`
	Imports     map[string]json.RawMessage `json:"imported_schemas"`
	TargetClass string                     `json:"target_class"`
	Instance    json.RawMessage            `json:"instance"`
	Valid       bool                       `json:"valid"`
	Notes       string                     `json:"notes"`
	Skipped     any                        `json:"upstream_skipped"`
	Oracle      map[string]any             `json:"oracle"`
	Options     struct {
		Closed           bool `json:"closed"`
		RangeDescendants bool `json:"range_descendants"`
	} `json:"options"`
}

func (r *complianceRow) scored() bool {
	return r.Oracle["jsonschema"] == r.Valid && r.Skipped == nil && !strings.Contains(r.Notes, "CONTRADICTORY")
}

// line is the row as a line of a batch.
func (r *complianceRow) line(t *testing.T) []byte {
	t.Helper()
	line, err := json.Marshal(map[string]any{"id": r.ID, "schema": r.Schema, "imports": r.Imports, "target_class": r.TargetClass, "instance": r.Instance})
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func readCompliance(t *testing.T) []complianceRow {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "cases", "linkml_compliance.jsonl"))
	if err != nil {
		t.Skip("the recorded compliance suite is not beside the repository: ", err)
	}
	defer f.Close()
	var rows []complianceRow
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var r complianceRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestCompliance(t *testing.T) {
	rows := readCompliance(t)
	for _, mode := range []struct {
		name       string
		compatible bool
		options    bool // of the row: whether objects of subclasses are accepted
		floor      int
	}{{"strict", false, false, 979}, {"strict with options", false, true, 983}, {"compatible", true, false, 981}, {"compatible with options", true, true, 985}} {
		t.Run(mode.name, func(t *testing.T) {
			good, total, wrong := 0, 0, map[string]int{}
			for _, r := range rows {
				if !r.scored() {
					continue
				}
				total++
				a := AnswerLine(r.line(t), Options{Compatible: mode.compatible}, ValidateOptions{RangeDescendants: mode.options && r.Options.RangeDescendants})
				if a.Valid == r.Valid {
					good++
					continue
				}
				wrong[r.Feature]++
				t.Logf("%s: want %v, got %+v", r.ID, r.Valid, a)
			}
			t.Logf("%d of %d agree; wrong by feature: %v", good, total, wrong)
			if good < mode.floor {
				t.Errorf("%d of %d agree, fewer than %d", good, total, mode.floor)
			}
		})
	}
}
