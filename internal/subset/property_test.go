package subset_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/sample"
	"github.com/contractc/contractc/internal/subset/tree"
)

// fitted is a fit that is ready to be asked.
type fitted struct {
	*subset.Fit
	document *tree.Document
	schema   map[string]any
	checker  *jsonschema.Schema
	env      *celenv.Env
	rules    []*celenv.Expression
	branches map[string]*jsonschema.Schema
}

// fails is what a test and a property test have in common.
type fails interface {
	Helper()
	Fatalf(format string, args ...any)
}

func makeFit(t fails, k kit, schema map[string]any) *fitted {
	t.Helper()
	d, list := tree.Read("test", doc.FromPlain(schema))
	if list.HasErrors() && list[0].Code == "schema.loop" {
		return nil
	}
	if list.HasErrors() {
		t.Fatalf("%s: %v", text(schema), list)
	}
	compiles, err := subset.NewEnvironment()
	if err != nil {
		t.Fatalf("%v", err)
	}
	fit, err := k.profile.Fit(d, k.words, compiles)
	if err != nil {
		t.Fatalf("%s: %v", text(schema), err)
	}
	f := &fitted{Fit: fit, document: d, env: k.env, branches: map[string]*jsonschema.Schema{}}
	if fit.Schema == nil {
		return f
	}
	f.schema = fit.Schema.Plain().(map[string]any)
	if f.checker, err = jsonschema.Compile(f.schema); err != nil {
		t.Fatalf("schema %s\nfitted %s: %v", text(schema), text(f.schema), err)
	}
	for _, r := range fit.Rules {
		x, list := k.env.CompileExpression("rule", subset.Variable, &doc.Node{Kind: doc.String, Text: r.Expression}, false)
		if x == nil {
			t.Fatalf("%s: %v", r.Expression, list)
		}
		f.rules = append(f.rules, x)
	}
	return f
}

// holds evaluates the rules.
func (f *fitted) holds(t fails, value any) bool {
	t.Helper()
	turn := f.env.NewTurn(context.Background())
	defer turn.Close()
	all := true
	for i, x := range f.rules {
		got, err := x.Eval(turn, value)
		if err != nil {
			t.Fatalf("value %s\nrule %s: %v\nfitted %s", text(value), f.Rules[i].Expression, err, text(f.schema))
		}
		holds, ok := got.(bool)
		all = all && ok && holds
	}
	return all
}

func (f *fitted) lost(kind subset.LossKind) bool {
	for _, l := range f.Lost {
		if l.Kind == kind {
			return true
		}
	}
	return false
}

// write writes a value as the fitted schema has it: null for members that it
// requires and that are not there.
func (f *fitted) write(schema any, v any) any {
	s, _ := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		return f.write(f.follow(ref), v)
	}
	if union, ok := s["anyOf"].([]any); ok {
		for _, branch := range union {
			if y := f.write(branch, v); f.fits(branch, y) {
				return y
			}
		}
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		return f.writeObject(s, v)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = f.write(s["items"], item)
			if prefix, ok := s["prefixItems"].([]any); ok && i < len(prefix) {
				out[i] = f.write(prefix[i], item)
			}
		}
		return out
	}
	return v
}

func (f *fitted) writeObject(s, v map[string]any) any {
	out := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for name, member := range v {
		out[name] = member
		if p, ok := properties[name]; ok {
			out[name] = f.write(p, member)
		} else if other, ok := s["additionalProperties"].(map[string]any); ok {
			out[name] = f.write(other, member)
		}
	}
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, given := out[name.(string)]; !given {
			out[name.(string)] = nil
		}
	}
	return out
}

func (f *fitted) follow(ref string) any {
	if ref == "#" {
		return f.schema
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(strings.TrimPrefix(ref, "#/$defs/"))
	return f.schema["$defs"].(map[string]any)[name]
}

// fits reports whether a value conforms to a part of the fitted schema.
func (f *fitted) fits(schema, v any) bool {
	key := text(schema)
	if f.branches[key] == nil {
		root := maps.Clone(f.schema)
		defs, _ := root["$defs"].(map[string]any)
		delete(root, "$defs")
		whole := map[string]any{"allOf": []any{schema}, "$defs": maps.Clone(defs)}
		if defs == nil {
			whole["$defs"] = map[string]any{}
		}
		whole["$defs"].(map[string]any)["@root"] = root
		var moved any
		d := json.NewDecoder(strings.NewReader(strings.ReplaceAll(text(whole), `"$ref":"#"`, `"$ref":"#/$defs/@root"`)))
		d.UseNumber()
		if err := d.Decode(&moved); err != nil {
			panic(err)
		}
		c, err := jsonschema.Compile(moved)
		if err != nil {
			panic(fmt.Sprint(key, err))
		}
		f.branches[key] = c
	}
	return len(f.branches[key].Check(v)) == 0
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestFitKeepsMeaning makes schemas and values. A value that the fitted schema
// allows meets the rules exactly where the schema allows it, and a value that the
// schema allows can be written, but for what is listed as lost.
func TestFitKeepsMeaning(t *testing.T) {
	for _, name := range providers {
		t.Run(name, func(t *testing.T) {
			for _, options := range []sample.Options{{Plain: true}, {}, {Old: true}} {
				keepsMeaning(t, name, options)
			}
		})
	}
}

func keepsMeaning(t *testing.T, name string, options sample.Options) {
	k := newKit(t, name)
	counts := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := &sample.Generator{T: t, Options: options}
		schema := g.Document()
		f := makeFit(t, k, schema)
		if f == nil || f.Schema == nil {
			counts["no schema"]++
			return
		}
		if len(f.Refusals) > 0 && !strings.HasPrefix(f.Refusals[0].Structure, subset.LimitPrefix) {
			t.Fatalf("schema %s\nfitted %s\nis refused for %+v", text(schema), text(f.schema), f.Refusals[0])
		}
		if !f.lost(subset.Unchecked) && !f.lost(subset.Narrowed) {
			counts["nothing lost"]++
		}
		for range 4 {
			f.reads(t, schema, g.Near(f.schema, f.schema, 5), counts)
			f.writes(t, schema, g.Near(schema, schema, 5), counts)
		}
	})
	for _, count := range []string{"nothing lost", "allowed", "refused by a rule", "written"} {
		if counts[count] == 0 {
			t.Errorf("%+v: %v", options, counts)
		}
	}
	t.Logf("%+v: %v", options, counts)
}

// reads holds the rules on a value that the fitted schema allows against the
// schema.
func (f *fitted) reads(t *rapid.T, schema map[string]any, y any, counts map[string]int) {
	if len(f.checker.Check(y)) > 0 {
		return
	}
	want := len(f.document.Checker.Check(f.Form.Restore(y))) == 0
	got := f.holds(t, y)
	switch {
	case want && !got, got && !want && !f.lost(subset.Unchecked):
		t.Fatalf("schema %s\nvalue %s, meant %s\nfitted %s\nrules %s\nare %v, want %v\nlost %s",
			text(schema), text(y), text(f.Form.Restore(y)), text(f.schema), text(f.Rules), got, want, text(f.Lost))
	case got:
		counts["allowed"]++
	default:
		counts["refused by a rule"]++
	}
}

// writes holds that a value that the schema allows can be written.
func (f *fitted) writes(t *rapid.T, schema map[string]any, x any, counts map[string]int) {
	if f.lost(subset.Narrowed) || len(f.document.Checker.Check(x)) > 0 {
		return
	}
	y := f.write(f.schema, x)
	if len(f.checker.Check(y)) > 0 || !f.holds(t, y) || text(f.Form.Restore(y)) != text(x) {
		t.Fatalf("schema %s\nvalue %s, written %s\nfitted %s: %v\nrules %s\nlost %s",
			text(schema), text(x), text(y), text(f.schema), f.checker.Check(y), text(f.Rules), text(f.Lost))
	}
	counts["written"]++
}
