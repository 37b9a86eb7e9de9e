package subset_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
)

// nested is a schema of objects inside each other.
func nested(depth int) string {
	return strings.Repeat(`{"type": "object", "properties": {"a": `, depth) + `{"type": "string", "minLength": 1}` + strings.Repeat(`}}`, depth)
}

// doubled is a schema whose definitions each hold the next one twice.
func doubled(n int) string {
	var b strings.Builder
	b.WriteString(`{"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d": {"type": "object", "properties": {"x": {"$ref": "#/$defs/d%d"}, "y": {"$ref": "#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d": {"type": "string", "pattern": "a", "minLength": 1, "maxLength": 2}}}`, n)
	return b.String()
}

// choices is a schema of a long list of values.
func choices(n int) string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf(`"value %d"`, i)
	}
	return `{"type": "object", "properties": {"a": {"enum": [` + strings.Join(values, ",") + `]}}, "required": ["a"], "additionalProperties": false}`
}

// knotted is a schema in which everything leads to everything.
func knotted(n int) string {
	var names, defs []string
	for i := range n {
		names = append(names, fmt.Sprintf(`"p%d": {"$ref": "#/$defs/d%d"}`, i, i))
	}
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d": {"type": "object", "properties": {%s}}`, i, strings.Join(names, ",")))
	}
	return `{"type": "object", "properties": {` + strings.Join(names, ",") + `}, "$defs": {` + strings.Join(defs, ",") + `}}`
}

// TestHostile fits schemas that are made to take long. Each ends, and what is not
// kept is listed.
func TestHostile(t *testing.T) {
	env, err := subset.NewEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]string{
		"deep": nested(55), "doubled": doubled(30), "choices": choices(20_000), "knotted": knotted(12),
		"alternatives": `{"type": "object", "properties": {"a": ` + strings.Repeat(`{"anyOf": [{"type": "null"}, `, 30) + `{"type": "string"}` + strings.Repeat(`]}`, 30) + `}}`,
		"negations":    `{"type": "object", "properties": {"a": ` + strings.Repeat(`{"not": `, 60) + `{"type": "string"}` + strings.Repeat(`}`, 60) + `}}`,
		"bounds":       `{"type": "object", "properties": {"a": {"type": "number", "minimum": 1e999, "maximum": 123456789012345678901234567890, "multipleOf": 1e-300}}}`,
		"names":        `{"type": "object", "properties": {"\u202e": {"type": "string", "minLength": 1}, "a\"b\\c\n": {"minimum": 1}, "": {"maximum": 2}, "if": {"minimum": 3}}}`,
	} {
		d := read(t, name, []byte(src))
		for _, provider := range providers {
			k := newKit(t, provider)
			start := time.Now()
			k.profile.Check(d)
			fit, err := k.profile.Fit(d, k.words, env)
			switch {
			case subset.IsLarge(err):
			case err != nil:
				t.Errorf("%s for %s: %v", name, provider, err)
			case fit.Schema == nil:
				t.Errorf("%s for %s: no schema", name, provider)
			}
			t.Logf("%s for %s: %v", name, provider, time.Since(start))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s for %s took %v", name, provider, took)
			}
		}
	}
}

// TestRefused refuses what cannot be followed, each with its place.
func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		`{"$ref": "http://example.com/a.json"}`:                    "schema.invalid",
		`{"$ref": "other.json#/a"}`:                                "schema.invalid",
		`{"properties": {"a": {"$ref": "#/$defs/none"}}}`:          "schema.invalid",
		`{"properties": {"a": {"$ref": "#/title"}}, "title": "x"}`: "schema.invalid",
		`{"$ref": "#"}`: "schema.loop",
		`{"anyOf": [{"$ref": "#"}, {"type": "null"}]}`:         "schema.loop",
		`{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}`: "schema.loop",
		`{"type": "thing"}`:                      "schema.invalid",
		`[]`:                                     "schema.invalid",
		`{"$schema": "https://example.com/own"}`: "schema.invalid",
		`{"properties": {"a": {"$id": "http://example.com/b", "type": "object"}}}`: "schema.invalid",
		strings.Repeat(`{"not": `, 120) + `true` + strings.Repeat(`}`, 120):        "",
	} {
		n, list := doc.ReadJSON("test", []byte(src), doc.DefaultLimits())
		if list.HasErrors() {
			t.Fatal(src, list)
		}
		_, list = tree.Read("test", n)
		code := ""
		if len(list) > 0 {
			code = list[0].Code
		}
		if code != want || want != "" && !list[0].Range.Known() {
			t.Errorf("%s: %v, want %s", src, list, want)
		}
	}
}

// FuzzFit reads, checks and fits whatever is a schema. A fitted schema is one, and
// its rules compile.
func FuzzFit(f *testing.F) {
	for _, src := range []string{nested(3), doubled(3), knotted(2), choices(3), `true`, `{"$ref": "#/$defs/a", "$defs": {"a": {"type": ["object", "null"], "required": ["x"]}}}`} {
		f.Add([]byte(src))
	}
	for _, line := range schemaFiles(f) {
		f.Add(line)
	}
	env, err := subset.NewEnvironment()
	if err != nil {
		f.Fatal(err)
	}
	var kits []kit
	for _, provider := range providers {
		kits = append(kits, newKit(f, provider))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, list := doc.ReadJSON("fuzz", src, doc.Limits{Bytes: 4000, Nodes: 400})
		if list.HasErrors() {
			return
		}
		d, list := tree.Read("fuzz", n)
		if list.HasErrors() {
			return
		}
		for _, k := range kits {
			k.profile.Check(d)
			fit, err := k.profile.Fit(d, k.words, env)
			if err != nil && !subset.IsLarge(err) {
				t.Fatalf("%s: %v", src, err)
			}
			if err == nil {
				checkFit(t, env, fit)
			}
		}
	})
}

func checkFit(t *testing.T, env subset.Environment, fit *subset.Fit) {
	if fit.Schema == nil && len(fit.Rules) > 0 {
		t.Error("there are rules and no schema")
	}
	for _, r := range fit.Rules {
		if !env.Compile(r.Expression) {
			t.Errorf("%s does not compile", r.Expression)
		}
	}
}
