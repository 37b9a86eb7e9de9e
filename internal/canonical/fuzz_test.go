package canonical

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/doc"
)

// FuzzTransform checks that the canonical form is a fixed point and is read
// as the same value by encoding/json.
func FuzzTransform(f *testing.F) {
	for _, src := range []string{
		`{"b":[1.0,-0,1e21,"\u00e9\ud83d\ude00\n"],"a":{"$number":"1"}}`, `[true,null,9007199254740993,1e-7]`, `"\u2028"`, `{"\ue000":1,"\ud83d\ude00":2}`,
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		form, err := Transform(src)
		if err != nil {
			return
		}
		again, err := Transform(form)
		if err != nil || !bytes.Equal(form, again) {
			t.Fatalf("not a fixed point: %s becomes %s, %v", form, again, err)
		}
		var before, after any
		if err := json.Unmarshal(src, &before); err != nil {
			t.Fatalf("encoding/json refuses %q: %v", src, err)
		}
		if err := json.Unmarshal(form, &after); err != nil {
			t.Fatalf("encoding/json refuses the form %q: %v", form, err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("another value (-before +after):\n%s", diff)
		}
	})
}

// FuzzMarshalExact checks that the exact form keeps everything: undone, it is
// the value with every number as written.
func FuzzMarshalExact(f *testing.F) {
	for _, src := range []string{`{"$number":"1","$":[1.50,-0,9007199254740993],"a":{"$$":{}}}`, `[{"$number":"2"},2.0,"$number"]`} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, list := doc.ReadJSON("f", src, doc.Limits{Bytes: 1 << 16})
		if len(list) > 0 {
			return
		}
		form, err := MarshalExact(n)
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		fromPlain, err := MarshalExact(n.Plain())
		if err != nil || !bytes.Equal(form, fromPlain) {
			t.Fatalf("node %s, plain value %s, %v", form, fromPlain, err)
		}
		if fixed, err := Transform(form); err != nil || !bytes.Equal(form, fixed) {
			t.Fatalf("%s is not RFC 8785: %s, %v", form, fixed, err)
		}
		back, list := doc.ReadJSON("f", form, doc.Limits{Bytes: 1 << 20})
		if len(list) > 0 {
			t.Fatal(list)
		}
		if diff := cmp.Diff(n.Plain(), undo(back.Plain())); diff != "" {
			t.Fatalf("-value +undone:\n%s", diff)
		}
	})
}

// undo reverses what the exact form does to numbers and keys.
func undo(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = undo(item)
		}
		return out
	case map[string]any:
		if text, ok := v["$number"].(string); ok && len(v) == 1 {
			return json.Number(text)
		}
		out := make(map[string]any, len(v))
		for key, item := range v {
			out[strings.TrimPrefix(key, "$")] = undo(item)
		}
		return out
	}
	return v
}

// plainValue draws a plain value.
func plainValue(depth int) *rapid.Generator[any] {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "$", "$number", "$$number", "\ue000", "\U0001F600", "1", "\x00"}))
	scalars := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), text.AsAny(),
		rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,3})?([eE][-+]?[0-9]{1,3})?`), func(s string) any { return json.Number(s) }),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	return rapid.OneOf(append(scalars,
		rapid.SliceOfN(plainValue(depth-1), 0, 3).AsAny(),
		rapid.MapOfN(text, plainValue(depth-1), 0, 3).AsAny())...)
}

// TestDifferentValuesDifferentForms draws pairs of values, half of them close
// to each other, and checks that they have the same form only if they are
// equal.
func TestDifferentValuesDifferentForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := plainValue(2).Draw(t, "a")
		b := plainValue(2).Draw(t, "b")
		if rapid.Bool().Draw(t, "near") {
			b = near(t, a)
		}
		formA, errA := MarshalExact(a)
		formB, errB := MarshalExact(b)
		if errA != nil || errB != nil {
			t.Fatalf("%v, %v", errA, errB)
		}
		if same := cmp.Equal(a, b); same != bytes.Equal(formA, formB) {
			t.Fatalf("equal %v: %s and %s", same, formA, formB)
		}
	})
}

// near returns a value that differs from v in how it is wrapped or in one
// part, if at all.
func near(t *rapid.T, v any) any {
	if list, ok := v.([]any); ok && len(list) > 0 {
		out := slices.Clone(list)
		i := rapid.IntRange(0, len(out)-1).Draw(t, "i")
		out[i] = near(t, out[i])
		return out
	}
	if m, ok := v.(map[string]any); ok && len(m) > 0 {
		out := maps.Clone(m)
		key := rapid.SampledFrom(slices.Sorted(maps.Keys(m))).Draw(t, "key")
		value := out[key]
		delete(out, key)
		out[rapid.SampledFrom([]string{key, "$" + key, strings.TrimPrefix(key, "$")}).Draw(t, "new key")] = value
		return out
	}
	if n, ok := v.(json.Number); ok {
		text := string(n)
		longer := text + ".0"
		if strings.ContainsAny(text, ".eE") {
			longer = text + "0"
		}
		return rapid.SampledFrom([]any{text, json.Number(longer), map[string]any{"$number": text}, map[string]any{"$$number": text}}).Draw(t, "number")
	}
	return rapid.SampledFrom([]any{v, []any{v}, map[string]any{"$number": v}}).Draw(t, "wrapped")
}

// TestKeyOrder compares the order of keys with that of their UTF-16 units.
func TestKeyOrder(t *testing.T) {
	runes := []rune{0, 'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xefff, 0xf000, 0xfb33, 0xffff, 0x10000, 0x1f600, 0xfffff, 0x100000, 0x10ffff}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) string {
			return string(rapid.SliceOfN(rapid.SampledFrom(runes), 0, 4).Draw(t, name))
		}
		a, b := draw("a"), draw("b")
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := compareKeys(a, b); (got < 0) != (want < 0) || (got > 0) != (want > 0) {
			t.Fatalf("%q and %q: %d, want %d", a, b, got, want)
		}
	})
}
