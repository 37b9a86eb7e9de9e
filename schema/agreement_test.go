package schema_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// roots are classes that documents are made of, with their Go types.
func roots() map[string]any {
	return map[string]any{
		"Context": schema.Context{}, "Response": schema.Response{}, "Decision": schema.Decision{}, "Receipt": schema.Receipt{}, "State": schema.State{},
		"Input": schema.Input{}, "Invocation": schema.Invocation{}, "EffectSet": schema.EffectSet{}, "Exists": schema.Exists{},
		"StateAt": schema.StateAt{}, "MapEntry": schema.MapEntry{}, "Bundle": schema.Bundle{}, "Effects": schema.Effects{},
		"StateReport": schema.StateReport{}, "StateVerification": schema.StateVerification{},
		"ContractFile": schema.ContractFile{}, "Locale": schema.Locale{}, "Lock": schema.Lock{}, "VerifiedClaim": schema.VerifiedClaim{},
	}
}

func coreView(t testing.TB) *linkml.View {
	t.Helper()
	v, err := linkml.LoadFS(schema.FS, "documents.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func compile(t testing.TB, v *linkml.View, class string, opt linkml.JSONSchemaOptions) *jsonschema.Schema {
	t.Helper()
	value, err := v.JSONSchema(class, opt)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	again, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", again); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sample draws documents of a class, most of them right and some with a mistake.
type sample struct {
	view *linkml.View
	t    *rapid.T
	odds int // one in so many values is a mistake; 0 is none
}

func (s *sample) chance(n int) bool { return n > 0 && rapid.IntRange(0, n-1).Draw(s.t, "chance") == 0 }

func (s *sample) object(c *linkml.Class, depth int, without string) map[string]any {
	out := map[string]any{}
	for _, slot := range s.view.Induced(c) {
		if slot.Name == without || !slot.Required() && (depth <= 0 || s.chance(3)) || s.chance(s.odds) {
			continue
		}
		out[slot.Property] = s.slot(slot, c, depth)
	}
	if s.chance(s.odds) {
		out["surplus"] = 1
	}
	return out
}

func (s *sample) slot(slot *linkml.Induced, c *linkml.Class, depth int) any {
	switch {
	case s.chance(s.odds):
		return rapid.SampledFrom([]any{nil, true, json.Number("1"), json.Number("1.5"), "x", "", []any{}, map[string]any{}}).Draw(s.t, "wrong")
	case slot.Expr.DesignatesType != nil:
		return c.Name
	case slot.Dict:
		out := map[string]any{}
		for range s.length(depth) {
			out[rapid.SampledFrom([]string{"a", "b", "c"}).Draw(s.t, "key")] = s.object(slot.Class, depth-1, s.view.KeySlot(slot.Class))
		}
		return out
	case slot.Multivalued():
		out := []any{}
		for range s.length(depth) {
			out = append(out, s.one(slot, depth-1))
		}
		return out
	}
	return s.one(slot, depth-1)
}

func (s *sample) length(depth int) int {
	return rapid.IntRange(0, max(0, min(2, depth))).Draw(s.t, "length")
}

func (s *sample) one(slot *linkml.Induced, depth int) any {
	switch {
	case slot.Class != nil:
		concrete := []*linkml.Class{slot.Class}
		if slot.Class.Abstract {
			concrete = s.view.Concrete(slot.Class)
		}
		if depth <= 0 {
			concrete = concrete[:1] // the first class of every hierarchy of the core is a leaf
		}
		return s.object(concrete[rapid.IntRange(0, len(concrete)-1).Draw(s.t, "class")], depth, "")
	case slot.Enum != nil:
		return slot.Enum.Values[rapid.IntRange(0, len(slot.Enum.Values)-1).Draw(s.t, "enum")].Name
	case slot.Expr.EqualsString != nil:
		return *slot.Expr.EqualsString
	case slot.Any:
		return rapid.SampledFrom([]any{json.Number("-7"), "text", nil, []any{map[string]any{"a": nil}}}).Draw(s.t, "any")
	}
	return s.scalar(slot)
}

func (s *sample) scalar(slot *linkml.Induced) any {
	switch slot.Type.Name {
	case "integer":
		numbers := []json.Number{"0", "-1", "9007199254740993"}
		fits := slices.DeleteFunc(numbers, func(n json.Number) bool { return !s.fits(slot, n) })
		return rapid.SampledFrom(fits).Draw(s.t, "integer")
	case "boolean":
		return rapid.Bool().Draw(s.t, "boolean")
	case "float":
		return json.Number(rapid.SampledFrom([]string{"0", "0.25", "1"}).Draw(s.t, "float"))
	}
	// One of these fits every pattern of the core.
	texts := []string{"a", "1.0.0", "sha256:" + string(bytes.Repeat([]byte("0"), 64)), "2026-01-31T00:00:00Z", "17", "-0.50", "ab", "a.b", "A_b", "2026-01-31", "/a"}
	fits := texts[:0:0]
	for _, text := range texts {
		if s.fits(slot, text) {
			fits = append(fits, text)
		}
	}
	return rapid.SampledFrom(fits).Draw(s.t, "text")
}

// fits asks the validator about one text or number in one slot.
func (s *sample) fits(slot *linkml.Induced, value any) bool {
	if slot.Multivalued() {
		value = []any{value}
	}
	for _, p := range s.view.Problems(slot.Owner.Name, doc.FromPlain(map[string]any{slot.Property: value}), linkml.ValidateOptions{}) {
		if strings.HasPrefix(p.Path, "/"+slot.Property) {
			return false
		}
	}
	return true
}

// TestValidatorsAgree checks on random documents of the core's classes, with and without mistakes, that our validator
// and JSON Schema agree, and that what is valid can be read into the Go type, and that what that writes is valid in the
// written form and reads back as the same value.
func TestValidatorsAgree(t *testing.T) {
	v := coreView(t)
	wrong := 0
	defer func() {
		if wrong == 0 {
			t.Error("no sample had a mistake")
		}
	}()
	for name, zero := range roots() {
		t.Run(name, func(t *testing.T) {
			accepting := compile(t, v, name, linkml.JSONSchemaOptions{})
			written := compile(t, v, name, linkml.JSONSchemaOptions{Written: true})
			rapid.Check(t, func(rt *rapid.T) {
				s := &sample{view: v, t: rt, odds: rapid.SampledFrom([]int{0, 0, 60}).Draw(rt, "odds")}
				value := s.object(v.Class(name), 5, "")
				problems := v.Problems(name, doc.FromPlain(value), linkml.ValidateOptions{})
				theirs := accepting.Validate(value)
				if (len(problems) == 0) != (theirs == nil) {
					rt.Fatalf("%v: our problems %v, theirs %v", value, problems, theirs)
				}
				if s.odds == 0 && len(problems) > 0 {
					rt.Fatalf("the sample is wrong: %v", problems)
				}
				wrong += min(1, len(problems))
				checkGoType(rt, zero, value, len(problems) == 0, written)
			})
		})
	}
}

func checkGoType(t *rapid.T, zero, value any, valid bool, written *jsonschema.Schema) {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	x := reflect.New(reflect.TypeOf(zero))
	err = json.Unmarshal(text, x.Interface())
	switch {
	case err != nil && valid:
		t.Fatalf("%s is valid and cannot be read: %v", text, err)
	case err != nil || !valid:
		return
	}
	out, err := json.Marshal(x.Interface())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := written.Validate(plain); err != nil {
		t.Fatalf("%s was written and is not valid: %v", out, err)
	}
	again := reflect.New(reflect.TypeOf(zero))
	if err := json.Unmarshal(out, again.Interface()); err != nil {
		t.Fatal(err)
	}
	twice, err := json.Marshal(again.Interface())
	if err != nil || !bytes.Equal(out, twice) {
		t.Fatalf("%s reads back as %s (%v)", out, twice, err)
	}
}
