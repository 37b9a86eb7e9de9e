package repair_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/repair"
)

// alignedCase is a recorded reply with the value that a reader makes of it which
// knows the type that is asked for and fits the reply to it.
type alignedCase struct {
	Case, Macro, Input string
	Target             string          `json:"target_type"`
	Expected           json.RawMessage `json:"expected_json"`
	Source             *string         `json:"expected_src"`
}

// want is the expected value; false where there is none, or only as a program.
func (c alignedCase) want(t *testing.T) (any, bool) {
	text := string(c.Expected)
	if text == "null" || text == "" {
		if c.Source == nil || !json.Valid([]byte(*c.Source)) {
			return nil, false
		}
		text = *c.Source
	}
	return plain(t, text), true
}

// aligned says what is made of a reply next to what is expected, and why they
// differ.
func aligned(t *testing.T, c alignedCase) (class, detail string) {
	got := read(t, c.Input)
	want, known := c.want(t)
	switch {
	case got.Refusal != nil && len(got.Refusal.Readings) > 1:
		return "refused: several readings", got.Refusal.Reason
	case got.Refusal != nil && strings.HasPrefix(got.Refusal.Reason, "there is no"):
		return "refused: no JSON, the expected value is looked for in prose", c.Target
	case got.Refusal != nil:
		return "refused: cannot be read in one way", got.Refusal.Reason
	case c.Macro == "test_failing_deserializer":
		return "read: JSON of another type than is asked for, which is for a schema to refuse", c.Target
	case !known:
		return "read: the expected value is given as a program only", classes(got.Edits)
	}
	return comparedTo(got, want)
}

func comparedTo(got *repair.Result, want any) (class, detail string) {
	value := got.Value.Plain()
	switch {
	case cmp.Equal(want, value, numbers()):
		return "read: as expected", classes(got.Edits)
	case cmp.Equal(want, filled(value, want), numbers()):
		return "read: as expected, but for keys that are absent and were filled or left out", classes(got.Edits)
	case cmp.Equal(texts(want), texts(filled(value, want)), numbers()):
		return "read: scalars and lists of one are not fitted to the type", classes(got.Edits)
	}
	return "read: another value, which is not fitted to the type", classes(got.Edits)
}

// filled gives an object the keys of another one that it lacks, as null or empty,
// and takes away those that the other one lacks.
func filled(value, like any) any {
	switch like := like.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		if !ok {
			return value
		}
		out := map[string]any{}
		for key, of := range like {
			if v, ok := object[key]; ok {
				out[key] = filled(v, of)
			} else if list, ok := of.([]any); of == nil || ok && len(list) == 0 {
				out[key] = of
			}
		}
		return out
	case []any:
		list, ok := value.([]any)
		if !ok || len(list) != len(like) {
			return value
		}
		out := make([]any, len(list))
		for i := range list {
			out[i] = filled(list[i], like[i])
		}
		return out
	}
	return value
}

// texts writes scalars as texts, and takes one value for a list of it.
func texts(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, of := range v {
			out[key] = texts(of)
		}
		return out
	case []any:
		if len(v) == 1 {
			return texts(v[0])
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = texts(v[i])
		}
		return out
	}
	return strings.ToLower(strings.Trim(fmt.Sprint(v), ".,$% "))
}

// What is made of replies for which another reader knows the type is on a list,
// by class: what is read, what is refused, and why.
func TestAlignedParsing(t *testing.T) {
	byClass := map[string][]string{}
	h := sha256.New()
	for _, line := range recorded.Lines(t, "schema_aligned_parsing.jsonl") {
		h.Write(line)
		var c alignedCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		class, detail := aligned(t, c)
		detail = strings.Join(strings.Fields(detail), " ")
		byClass[class] = append(byClass[class], fmt.Sprintf("  %s: %.100s\n", c.Case, detail))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Recorded replies that another reader fits to the type that is asked for. Nothing is fitted here: the value is read\ncases sha256:%x\n", h.Sum(nil))
	b.WriteString("as it is written, and a schema says what is wrong with it.\n")
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		fmt.Fprintf(&b, "\n%s: %d\n%s", class, len(byClass[class]), strings.Join(byClass[class], ""))
	}
	golden(t, "aligned.txt", b.String())
}
