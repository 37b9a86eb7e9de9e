package toolargs_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/celenv/toolargs"
	"github.com/contractc/contractc/internal/doc"
)

const scaled = `{"type": "object", "required": ["n"], "additionalProperties": false, "properties": {
	"n": {"type": "integer"}, "factor": {"type": "number"}, "exact": {"type": "boolean"},
	"label": {"type": "string"}, "limit": {"type": ["integer", "null"]}, "other": {}, "list": {"type": "array"}}}`

func plain(t testing.TB, src string) any {
	n, list := doc.ReadJSON("test", []byte(src), doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return n.Plain()
}

func schemaOf(t testing.TB, src string, coerce bool) *toolargs.Schema {
	s, err := toolargs.New(plain(t, src), toolargs.Options{Coerce: coerce})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProblems(t *testing.T) {
	for _, c := range []struct{ args, coerced, strict string }{
		{`{"n": 3}`, "", ""},
		{`{"n": 3.0}`, "", ""},
		{`{"n": 3.5}`, "'n' must be int, got 3.5", "'n' must be int, got 3.5"},
		{`{"n": "3"}`, "", "'n' must be int, got '3'"},
		{`{"n": " 1_0 "}`, "", "'n' must be int, got ' 1_0 '"},
		{`{"n": "3.0"}`, "'n' must be int, got '3.0'", "'n' must be int, got '3.0'"},
		{`{"n": true}`, "'n' must be int, got True", "'n' must be int, got True"},
		{`{"n": null}`, "'n' must be int, got None", "'n' must be int, got None"},
		{`{"n": 1, "factor": 2}`, "", ""},
		{`{"n": 1, "factor": "1e9"}`, "", "'factor' must be float, got '1e9'"},
		{`{"n": 1, "exact": "YES"}`, "", "'exact' must be bool, got 'YES'"},
		{`{"n": 1, "exact": 1}`, "'exact' must be bool, got 1", "'exact' must be bool, got 1"},
		{`{"n": 1, "label": 2.50}`, "", "'label' must be str, got 2.5"},
		{`{"n": 1, "label": ["x"]}`, "'label' must be str, got ['x']", "'label' must be str, got ['x']"},
		{`{"n": 1, "limit": null}`, "", ""},
		{`{"n": 1, "limit": "x"}`, "'limit' must be int | None, got 'x'", "'limit' must be int | None, got 'x'"},
		{`{"n": 1, "other": {"a": [1]}}`, "", ""},
		{`{"n": 1, "zzz": 2}`, "got an unexpected keyword argument 'zzz'", "got an unexpected keyword argument 'zzz'"},
		{`{"zzz": 2, "label": true}`, "missing a required argument: 'n'; got an unexpected keyword argument 'zzz'; 'label' must be str, got True",
			"missing a required argument: 'n'; got an unexpected keyword argument 'zzz'; 'label' must be str, got True"},
		{`[1]`, "the arguments must be dict, got [1]", "the arguments must be dict, got [1]"},
		{`{"n": 123456789012345678901234567890}`, "", ""},
	} {
		for _, coerce := range []bool{true, false} {
			want := c.strict
			if coerce {
				want = c.coerced
			}
			got := strings.Join(schemaOf(t, scaled, coerce).Problems(plain(t, c.args)), "; ")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, coerce %v:\n%s", c.args, coerce, diff)
			}
		}
	}
}

func TestFullSchemas(t *testing.T) {
	const path = `{"type": "object", "required": ["path"], "$defs": {"p": {"type": "string", "minLength": 1, "pattern": "^/"}},
		"properties": {"path": {"$ref": "#/$defs/p"}, "mode": {"enum": ["r", "w"]}, "deep": {"type": "object", "required": ["x"]}}}`
	for args, want := range map[string]string{
		`{"path": "/a"}`:                       "",
		`{"path": "a"}`:                        "'path': 'a' does not match pattern '^/'",
		`{"path": "/a", "mode": "x"}`:          "'mode': value must be one of 'r', 'w'",
		`{"path": "/a", "deep": {}}`:           "'deep': missing a required argument: 'x'",
		`{"path": 3}`:                          "'path' must be str, got 3",
		`{"path": "\u202e/"}`:                  `'path': '\u202e/' does not match pattern '^/'`,
		`{}`:                                   "missing a required argument: 'path'",
		`{"path": "/a", "deep": {"x": [1,2]}}`: "",
	} {
		got := strings.Join(schemaOf(t, path, false).Problems(plain(t, args)), "; ")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", args, diff)
		}
	}
}

func TestUnusableSchemas(t *testing.T) {
	for _, src := range []string{
		`{"$ref": "https://example.com/schema.json"}`,
		`{"$ref": "file:///etc/passwd"}`,
		`{"$schema": "https://example.com/draft"}`,
		`{"type": "objekt"}`,
		`{"type": "object", "properties": {"a": {"type": "text"}}}`,
		`{"type": "object", "required": ["a", "a"]}`,
		`{"pattern": "("}`,
		`3`,
	} {
		if s, err := toolargs.New(plain(t, src), toolargs.Options{}); err == nil {
			t.Errorf("%s is accepted: %v", src, s)
		}
	}
	if _, err := toolargs.New(plain(t, `true`), toolargs.Options{}); err != nil {
		t.Errorf("the schema true is refused: %v", err)
	}
}

func TestReportIsBounded(t *testing.T) {
	var args strings.Builder
	args.WriteString(`{"n": 1`)
	for i := range 50 {
		args.WriteString(`, "` + strings.Repeat("x", 400) + string(rune('a'+i%26)) + string(rune('a'+i/26)) + `": 1`)
	}
	problems := schemaOf(t, scaled, false).Problems(plain(t, args.String()+"}"))
	if len(problems) != toolargs.MaxProblems+1 || problems[toolargs.MaxProblems] != "42 more problems" {
		t.Errorf("got %d problems, the last %q", len(problems), problems[len(problems)-1])
	}
	for _, p := range problems {
		if len([]rune(p)) > toolargs.MaxLength {
			t.Errorf("a problem has %d characters", len([]rune(p)))
		}
	}
}

// TestSimpleAgreesWithTheValidator gives both ways of checking the same schema
// and arguments. An empty allOf list is not allowed, so that allOf with a true
// schema sends a schema the other way without changing what it says.
func TestSimpleAgreesWithTheValidator(t *testing.T) {
	types := []any{"integer", "number", "boolean", "string", "object", "array", "null"}
	values := []any{
		nil, true, json.Number("1"), json.Number("1.0"), json.Number("1.5"), json.Number("1e3"), json.Number("1e-3"), json.Number("-0"),
		"", "1", "yes", "null", []any{}, map[string]any{},
	}
	names := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	rapid.Check(t, func(t *rapid.T) {
		properties := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "properties") {
			p := map[string]any{}
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 1:
				p["type"] = rapid.SampledFrom(types).Draw(t, "type")
			case 2:
				p["type"] = rapid.SliceOfNDistinct(rapid.SampledFrom(types), 1, 3, func(v any) any { return v }).Draw(t, "types")
			}
			properties[names.Draw(t, "name")] = p
		}
		required := []any{}
		for _, name := range rapid.SliceOfNDistinct(names, 0, 3, rapid.ID[string]).Draw(t, "required") {
			required = append(required, name)
		}
		schema := map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": rapid.Bool().Draw(t, "open")}
		other := map[string]any{"allOf": []any{true}}
		for k, v := range schema {
			other[k] = v
		}
		args := map[string]any{}
		for _, name := range rapid.SliceOfNDistinct(names, 0, 4, rapid.ID[string]).Draw(t, "args") {
			args[name] = rapid.SampledFrom(values).Draw(t, "value")
		}
		coerce := rapid.Bool().Draw(t, "coerce")
		a, errA := toolargs.New(schema, toolargs.Options{Coerce: coerce})
		b, errB := toolargs.New(other, toolargs.Options{Coerce: coerce})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if diff := cmp.Diff(a.Problems(args), b.Problems(args)); diff != "" {
			t.Fatalf("schema %v\nargs %v\n%s", schema, args, diff)
		}
	})
}

func BenchmarkNewSimple(b *testing.B) {
	schema := plain(b, scaled)
	for b.Loop() {
		if _, err := toolargs.New(schema, toolargs.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewFull(b *testing.B) {
	schema := plain(b, `{"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}}`)
	for b.Loop() {
		if _, err := toolargs.New(schema, toolargs.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProblems(b *testing.B) {
	s, args := schemaOf(b, scaled, true), plain(b, `{"n": 1, "label": "x"}`)
	for b.Loop() {
		s.Problems(args)
	}
}
