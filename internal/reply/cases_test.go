package reply_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/reply"
)

// options returns the options of a rule set in the default bundle.
func options(t testing.TB, set string) reply.Options {
	t.Helper()
	opt, err := reply.Decode(recorded.Table(t, "claim/tables/leniencies.yaml"), set)
	if err != nil {
		t.Fatal(err)
	}
	return opt
}

func read(t testing.TB, text, set string) *reply.Reply {
	t.Helper()
	r, err := reply.Read([]byte(text), options(t, set))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fieldsOf are the fields of each type of action that are not text, key or value: those that leniencies may change.
func known(kind string) []string {
	switch kind {
	case "call_tool":
		return []string{"type", "tool", "args", "key", "claim"}
	case "cite":
		return []string{"type", "document", "quote", "key", "value", "claim"}
	case "claim":
		return []string{"type", "key", "value", "claim", "follows_from", "formula", "confidence"}
	case "answer":
		return []string{"type", "text", "follows_from", "confidence"}
	}
	return nil
}

// parsed is an action as the recorded answers have it: known fields only, empty ones left out.
func parsed(object map[string]any) map[string]any {
	kind, _ := object["type"].(string)
	out := map[string]any{}
	for _, field := range known(kind) {
		switch v := object[field].(type) {
		case nil:
		case string:
			if v != "" {
				out[field] = v
			}
		case []any:
			if len(v) > 0 {
				out[field] = v
			}
		case map[string]any:
			if len(v) > 0 || field != "args" {
				out[field] = v
			}
		default:
			out[field] = v
		}
	}
	return out
}

func num(s string) any { return json.Number(s) }

func sameNumbers() cmp.Option {
	return cmp.Comparer(func(a, b json.Number) bool {
		x, _ := a.Float64()
		y, _ := b.Float64()
		return x == y || math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y)) || math.IsNaN(x) && math.IsNaN(y)
	})
}

// wellFormed says whether an action has the shape that the rules demand. It is the yardstick for what leniencies must and must not
// change; the rules themselves are policies.
func wellFormed(object map[string]any) bool {
	kind, _ := object["type"].(string)
	text := func(field string, required bool) bool {
		v, given := object[field]
		_, ok := v.(string)
		return ok || !required && (!given || v == nil)
	}
	keys := func() bool {
		list, ok := object["follows_from"].([]any)
		return object["follows_from"] == nil || ok && !slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok })
	}
	confidence := func() bool {
		n, ok := object["confidence"].(json.Number)
		x, _ := n.Float64()
		return object["confidence"] == nil || ok && x >= 0 && x <= 1
	}
	_, hasValue := object["value"]
	switch kind {
	case "call_tool":
		_, isObject := object["args"].(map[string]any)
		return text("tool", true) && text("key", false) && text("claim", false) && (isObject || object["args"] == nil)
	case "cite":
		return hasValue && text("document", true) && text("quote", true) && text("key", true) && text("claim", false)
	case "claim":
		formula, _ := object["formula"].(string)
		return text("formula", false) && (hasValue || formula != "") && text("key", true) && text("claim", false) && keys() && confidence()
	case "answer":
		return text("text", true) && keys() && confidence()
	}
	return false
}

// The recorded answers are those of the claim contract's first version.
func TestRecordedReplies(t *testing.T) {
	for _, c := range recorded.Claim(t, "parse") {
		if c.Expected.Has("crash") {
			checkCrash(t, c)
			continue
		}
		r := read(t, c.Input.Text("text"), "claim@1")
		want, usable := c.Expected["actions"].([]any)
		if usable != (r.Unusable == "") {
			t.Errorf("%s: unusable %q, recorded %v", c.ID, r.Unusable, c.Expected)
			continue
		}
		if !usable {
			checkViolation(t, c, r.Unusable)
			continue
		}
		var good []map[string]any
		bad := 0
		for i := range r.Actions {
			if object, ok := r.Actions[i].Object(); ok && wellFormed(object) {
				good = append(good, parsed(object))
			} else {
				bad++
				checkLabel(t, c, &r.Actions[i])
			}
		}
		var recordedActions []map[string]any
		for _, a := range want {
			recordedActions = append(recordedActions, parsed(a.(map[string]any)))
		}
		if diff := cmp.Diff(recordedActions, good, sameNumbers()); diff != "" {
			t.Errorf("%s: %s: %s", c.ID, c.Input.Text("text"), diff)
		}
		if bad != malformedActions(c) {
			t.Errorf("%s: %d malformed actions, recorded %v", c.ID, bad, c.Expected["errors"])
		}
	}
}

// malformedActions counts the actions that the recorded errors are about.
func malformedActions(c recorded.Case) int {
	seen := map[string]bool{}
	for _, e := range c.Expected["errors"].([]any) {
		number, _, _ := strings.Cut(strings.TrimPrefix(e.(string), "action "), ":")
		number, _, _ = strings.Cut(number, " ")
		seen[number] = true
	}
	return len(seen)
}

// checkLabel looks for the action's label among the recorded errors.
func checkLabel(t *testing.T, c recorded.Case, a *reply.RawAction) {
	t.Helper()
	for _, e := range c.Expected["errors"].([]any) {
		if strings.HasPrefix(e.(string), a.Label()+": ") {
			return
		}
	}
	t.Errorf("%s: label %q, recorded %v", c.ID, a.Label(), c.Expected["errors"])
}

func checkViolation(t *testing.T, c recorded.Case, got string) {
	t.Helper()
	want := c.Expected["violation"].([]any)[0].(string)
	want = strings.Replace(want, " at at line", " at line", 1) // "Invalid control character at" and the place
	if got != want {
		t.Errorf("%s: %q, recorded %q", c.ID, got, want)
	}
}

// checkCrash reads what the reference does not survive: the field must stay as it is, for a rule to refuse.
func checkCrash(t *testing.T, c recorded.Case) {
	t.Helper()
	r := read(t, c.Input.Text("text"), "claim@1")
	for i := range r.Actions {
		if object, ok := r.Actions[i].Object(); ok && wellFormed(object) {
			t.Errorf("%s: an action is read where the reference fails", c.ID)
		}
	}
}

func TestRecordedExtractions(t *testing.T) {
	for _, c := range recorded.Claim(t, "extract") {
		r := read(t, c.Input.Text("text"), "claim@1")
		if r.Unusable != `"actions" must be a list` {
			t.Errorf("%s: %q: %q", c.ID, c.Input.Text("text"), r.Unusable)
		}
	}
}
