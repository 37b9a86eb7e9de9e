package repair_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// realCalls are the arguments of recorded calls, as JSON.
func realCalls(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{}
	var calls []string
	for _, line := range recorded.Lines(t, "envelopes.jsonl") {
		var c struct {
			Expect struct{ Args json.RawMessage }
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if text := string(c.Expect.Args); strings.HasPrefix(text, "{") && !seen[text] {
			seen[text] = true
			calls = append(calls, text)
		}
	}
	return calls
}

// Arguments of real calls that were cut anywhere are never made a call where
// nothing says that they are whole. Where something does, what comes out is what
// stood there: no text or number is shorter than it was.
func TestCutCalls(t *testing.T) {
	opt := options(t, "claim@2")
	cuts, mended, other := 0, 0, 0
	for _, text := range realCalls(t) {
		for end := 1; end < len(text); end++ {
			cut := text[:end]
			cuts++
			r := repair.Read(cut, opt, repair.Request{For: repair.ForCall, Completeness: schema.CompletenessUnknown})
			if r.Refusal == nil {
				t.Errorf("%s: read as %v", cut, r.Value.Plain())
			}
			r = repair.Read(cut, opt, repair.Request{For: repair.ForCall, Completeness: schema.CompletenessComplete})
			if r.Refusal != nil {
				continue
			}
			mended++
			if !partOf(r.Value.Plain(), plain(t, text)) {
				other++
				t.Errorf("%s: read as %v", cut, r.Value.Plain())
			}
		}
	}
	t.Logf("%d cuts, %d mended in replies that are said to be whole, %d with another value", cuts, mended, other)
	if cuts < 1000 {
		t.Errorf("only %d cuts", cuts)
	}
}

// partOf reports whether a value is another one of which later members and items
// are missing.
func partOf(value, of any) bool {
	switch value := value.(type) {
	case map[string]any:
		object, ok := of.(map[string]any)
		for key, v := range value {
			ok = ok && partOf(v, object[key])
		}
		return ok
	case []any:
		list, ok := of.([]any)
		if !ok || len(value) > len(list) {
			return false
		}
		for i := range value {
			ok = ok && partOf(value[i], list[i])
		}
		return ok
	}
	return cmp.Equal(value, of)
}
