package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestHostileLines sends lines to the batch commands that are too long, too
// deep, too many or no JSON. Every line is answered with one of JSON, those
// that cannot be read with an error, and the line after them as if nothing had
// been.
func TestHostileLines(t *testing.T) {
	fill := func(part string, size int) string { return strings.Repeat(part, size/len(part)) }
	field := map[string]string{"parse": "text", "formula": "expr", "quote": "quote"}
	good := map[string]string{
		"parse": `{"id": "last", "text": "[]"}`, "formula": `{"id": "last", "expr": "1"}`, "quote": `{"id": "last", "document": "x", "quote": "x"}`,
	}
	for _, command := range []string{"parse", "formula", "quote"} {
		name := field[command]
		lines := []string{
			"\x00", "\xff\xfe", "null", "[]", "{", `"`, `{"id": 1}`, `{"id": 1, "id": 2}`, "\ufeff{}",
			`{"id": 1, "` + name + `": null}`, `{"id": 1, "` + name + `": {}}`, `{"id": 1, "` + name + `": "\ud800"}`, `{"id": NaN}`,
			`{"id": 1, "` + name + `": ` + fill("[", 1<<20),
			`{"id": 1, "` + name + `": ` + fill(`{"a":`, 1<<20),
			`{"id": 1, "` + name + `": [` + fill("0,", 4<<20) + "0]}",
			`{"id": 1, "` + name + `": "` + fill("x", maxLine),
			fill(" x", 3<<20),
			`{"id": ` + fill("9", 1<<20) + `e999999999, "` + name + `": 1}`,
			`{"id": 1, "env": {"a": ` + fill("9", 1<<20) + `}, "value": ` + fill("9", 1<<20) + `, "` + name + `": 1}`,
			`{"id": 1, "document": "` + fill("a", 4<<20) + `", "` + name + `": true}`,
		}
		var out, errs bytes.Buffer
		code := run([]string{command, "--ndjson"}, strings.NewReader(strings.Join(lines, "\n")+"\n"+good[command]+"\n"), &out, &errs)
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if code != exitUsage || errs.Len() > 0 || len(answers) != len(lines)+1 {
			t.Fatalf("%s: exit code %d, %d answers to %d lines, %.300s", command, code, len(answers), len(lines)+1, errs.String())
		}
		for i, answer := range answers {
			var got struct {
				ID    any
				Error *string
			}
			if err := json.Unmarshal([]byte(answer), &got); err != nil {
				t.Errorf("%s, line %d: %v: %.300s", command, i, err, answer)
			}
			if last := i == len(answers)-1; last != (got.Error == nil) || last != (got.ID == "last") {
				t.Errorf("%s, line %d: %.100q is answered with %.300s", command, i, fmt.Sprint(append(lines, good[command])[i]), answer)
			}
		}
	}
}
