package eval_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// recordedTrace is a trace of another program's tests with the verdict of that
// program on a contract.
type recordedTrace struct {
	ID       string
	Library  string
	Contract string
	Imports  json.RawMessage
	Events   json.RawMessage
	Event    json.RawMessage
	Expected string
	OK       *bool `json:"precondition_ok"`
}

func recordedTraces(t *testing.T, name string) []recordedTrace {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", name))
	if err != nil {
		t.Skip("the recorded cases are not beside the repository")
	}
	var rows []recordedTrace
	for line := range bytes.Lines(text) {
		var row recordedTrace
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", name)
	}
	return rows
}

// sharedMarkers are the rows on which the other program's shared markers decide:
// a marker makes effects of any library that carries it count, also of libraries
// that were installed later. Ours are explicit sets of effect types, so a
// contract of filesystem does not count what other libraries do.
func sharedMarkers() map[string]string {
	const mixed = "extra/filesystem+editor+grep+env/filesystem."
	return map[string]string{
		mixed + "read_only/4":         "edit_file and append_file carry the marker write",
		mixed + "read_only/7":         "append_file carries the marker write",
		mixed + "no_reads/2":          "read_env carries the marker read",
		mixed + "only_read_under/2":   "read_env carries the marker read, and has no path",
		mixed + "only_read_under/5":   "grep carries the marker read",
		mixed + "never_read_under/5":  "read_env carries the marker read, and has no path",
		mixed + "never_read_under/7":  "read_env carries the marker read, and has no path",
		mixed + "never_write_under/6": "append_file carries the marker write",
		mixed + "writes_at_most/3":    "append_file and edit_file carry the marker write",
	}
}

// TestRecordedTraces holds our verdicts on whole traces against those recorded.
func TestRecordedTraces(t *testing.T) {
	tracer, differ := eval.NewTracer(allBundles(t)), sharedMarkers()
	for _, name := range []string{"contract_traces.jsonl", "contract_traces_extra.jsonl"} {
		for _, row := range recordedTraces(t, name) {
			answer := answerTo(t, tracer, map[string]any{
				"id": row.ID, "imports": row.Imports, "guarantees": []string{row.Contract}, "events": row.Events, "closed": true, "library": row.Library,
			})
			agrees := answer.Verdict != nil && slices.Contains(acceptable(row.Expected), *answer.Verdict)
			if reason, listed := differ[row.ID]; agrees == listed {
				t.Errorf("%s: expected %s, got %+v; listed because %q", row.ID, row.Expected, answer, reason)
			}
		}
	}
}

// acceptable are the verdicts that agree with a recorded one: where that is not
// known, another event may violate the contract all the same.
func acceptable(expected string) []schema.Verdict {
	switch expected {
	case "pass":
		return []schema.Verdict{schema.VerdictHolds}
	case "fail":
		return []schema.Verdict{schema.VerdictViolated}
	}
	return []schema.Verdict{schema.VerdictUnknown, schema.VerdictViolated}
}

// TestRecordedPreconditions judges single events at the edges of preconditions.
func TestRecordedPreconditions(t *testing.T) {
	tracer := eval.NewTracer(allBundles(t))
	for _, row := range recordedTraces(t, "preconditions.jsonl") {
		answer := answerTo(t, tracer, map[string]any{"id": row.ID, "library": row.Library, "events": []json.RawMessage{row.Event}})
		if len(answer.Preconditions) != 1 || answer.Preconditions[0].Ok == nil || *answer.Preconditions[0].Ok != *row.OK || answer.Verdict != nil {
			t.Errorf("%s: want %t, got %+v", row.ID, *row.OK, answer)
		}
	}
}

// answerTo answers a question of a batch.
func answerTo(t *testing.T, tracer *eval.Tracer, question map[string]any) *schema.TraceAnswer {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var c schema.TraceCase
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	answer, err := tracer.Answer(&c)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
