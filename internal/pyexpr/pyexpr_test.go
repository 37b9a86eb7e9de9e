package pyexpr_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/pyexpr"
)

func TestLimits(t *testing.T) {
	cases := []struct {
		name, src, code string
		lim             pyexpr.Limits
	}{
		{"bytes", "c.f('" + strings.Repeat("a", 100) + "')", "limit.bytes", pyexpr.Limits{Bytes: 100}},
		{"depth", "c.f(" + strings.Repeat("[", 33), "limit.depth", pyexpr.Limits{}},
		{"depth of mixed brackets", "c.f(" + strings.Repeat("({1:[", 11), "limit.depth", pyexpr.Limits{}},
		{"nodes", "c.f([" + strings.Repeat("1,", 4096) + "])", "limit.nodes", pyexpr.Limits{}},
		{"arguments", "c.f(" + strings.Repeat("A,", 4097) + ")", "limit.nodes", pyexpr.Limits{}},
		{"digits", "c.f(" + strings.Repeat("1", 4301) + ")", "limit.digits", pyexpr.Limits{}},
		{"a million brackets", strings.Repeat("[", 1_000_000), "limit.bytes", pyexpr.Limits{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := pyexpr.ParseCall(c.src, c.lim)
			var e *pyexpr.Error
			if !errors.As(err, &e) || e.Code != c.code {
				t.Errorf("got %v, want code %s", err, c.code)
			}
		})
	}
}

func TestNestingWithinTheLimit(t *testing.T) {
	src := "c.f(" + strings.Repeat("[", 32) + strings.Repeat("]", 32) + ")"
	if _, err := pyexpr.ParseCall(src, pyexpr.Limits{}); err != nil {
		t.Error(err)
	}
}

// The file holds JSON values and what CPython 3.13 prints for them.
func TestRepr(t *testing.T) {
	file, err := os.ReadFile("testdata/repr.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		var row struct {
			Value json.RawMessage
			Repr  string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if got := pyexpr.Repr(decode(t, row.Value)); got != row.Repr {
			t.Errorf("Repr(%s) = %s, want %s", row.Value, got, row.Repr)
		}
	}
}

func decode(t *testing.T, raw []byte) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestIdentity(t *testing.T) {
	same := [][]string{{"1", "1.0", "True", "0x1"}, {"0", "False", "0.0", "-0.0"}, {"'a'", `"a"`}, {"(1, 'a')", "(True, 'a')"}, {"1e400", "2e400"}}
	for _, group := range same {
		first := identity(t, group[0])
		for _, other := range group[1:] {
			if identity(t, other) != first {
				t.Errorf("%s and %s are one key in Python", group[0], other)
			}
		}
	}
	different := []string{"1", "2", "0.1", "'1'", "b'1'", "None", "(1,)", "((1,),)", "('1',)", "(1, 1)", "9007199254740993", "9007199254740992.0"}
	seen := map[string]string{}
	for _, src := range different {
		id := identity(t, src)
		if before, ok := seen[id]; ok {
			t.Errorf("%s and %s are two keys in Python", before, src)
		}
		seen[id] = src
	}
}

func identity(t *testing.T, src string) string {
	t.Helper()
	l, err := pyexpr.ParseLiteral(src, pyexpr.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	id, ok := pyexpr.Identity(l)
	if !ok {
		t.Fatalf("%s cannot be a key", src)
	}
	return id
}

func FuzzParseCall(f *testing.F) {
	for _, name := range []string{"testdata/calls.golden", "testdata/literals.golden"} {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			if src, ok := strings.CutPrefix(line, "> "); ok {
				f.Add(strings.TrimSuffix(src, "\n"))
			}
		}
	}
	f.Add("rules.f(\"a\"\n'b' \"c\")")
	f.Fuzz(func(t *testing.T, src string) {
		call, err := pyexpr.ParseCall(src, pyexpr.Limits{})
		if err == nil {
			checkCall(t, src, call)
		} else {
			checkError(t, src, err)
		}
		if _, err := pyexpr.ParseLiteral(src, pyexpr.Limits{}); err != nil {
			checkError(t, src, err)
		}
	})
}

// checkCall holds every spelling against the text that it was read from, and reads it once more as the only argument of
// a call: a text of several parts may stand on several lines only within brackets.
func checkCall(t *testing.T, src string, call *pyexpr.Call) {
	t.Helper()
	runes := []rune(src)
	for _, a := range call.Args {
		at := a.Value.At()
		if got := string(runes[at.Start:at.End]); got != a.Value.Source() {
			t.Errorf("source %q but the text there is %q", a.Value.Source(), got)
		}
		if _, isClass := a.Value.(pyexpr.ClassRef); isClass {
			continue
		}
		again, err := pyexpr.ParseCall("rules.f("+a.Value.Source()+")", pyexpr.Limits{})
		if err != nil || len(again.Args) != 1 || show(again.Args[0].Value) != show(a.Value) {
			t.Errorf("%q alone reads as %v, %v", a.Value.Source(), again, err)
		}
	}
}

func checkError(t *testing.T, src string, err error) {
	t.Helper()
	var e *pyexpr.Error
	if !errors.As(err, &e) {
		t.Fatalf("not an *Error: %v", err)
	}
	size := len([]rune(src))
	if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > size+1 || e.Code == "" || e.Summary == "" || e.Detail == "" {
		t.Errorf("bad error %+v for a text of %d code points", e, size)
	}
}

func BenchmarkParseCall(b *testing.B) {
	for b.Loop() {
		if _, err := pyexpr.ParseCall(`rules.only_read_under("test.md")`, pyexpr.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
