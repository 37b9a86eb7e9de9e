package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
)

// drafts are the values of $schema that are tried; empty for none.
var drafts = []string{
	"", "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema#",
	"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-04/schema#",
}

// refuse loads nothing.
type refuse struct{}

func (refuse) Load(url string) (any, error) { return nil, errors.New("not loaded") }

func compileWithLibrary(schema any) (*library.Schema, error) {
	c := library.NewCompiler()
	c.UseLoader(refuse{})
	if err := c.AddResource("test:schema", schema); err != nil {
		return nil, err
	}
	return c.Compile("test:schema")
}

// TestAgreesWithLibrary makes schemas, valid ones and others, and values, and
// compares the answers.
func TestAgreesWithLibrary(t *testing.T) {
	valid, usable := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(drafts).Draw(t, "draft")
		g := &generator{t: t, old: strings.Contains(name, "draft-0")}
		schema := g.schema(3)
		if object, ok := schema.(map[string]any); ok {
			object["$defs"] = map[string]any{"d": g.schema(1), "odd/~name": g.schema(1)}
			object["definitions"] = map[string]any{"d": g.schema(1)}
			if name != "" {
				object["$schema"] = name
			}
		}
		ours, err := jsonschema.Compile(schema)
		theirs, theirErr := compileWithLibrary(schema)
		if (err == nil) != (theirErr == nil) {
			t.Fatalf("schema %s: ours %v, library %v", text(schema), err, theirErr)
		}
		if err != nil {
			return
		}
		usable++
		for range 4 {
			value := g.value(3)
			problems, theirProblem := ours.Check(value), theirs.Validate(value)
			if len(problems) == 1 && problems[0].Text == "checking it takes too much work" {
				continue // a schema that rests on itself; the library takes not of it for true
			}
			if (len(problems) == 0) != (theirProblem == nil) {
				t.Fatalf("schema %s\nvalue %s\nours %v\nlibrary %v", text(schema), text(value), problems, theirProblem)
			}
			if theirProblem == nil {
				valid++
			}
		}
	})
	if usable == 0 || valid == 0 {
		t.Errorf("%d schemas could be used, and %d values were valid", usable, valid)
	}
}

// The program links no library that compiles schemas at its start.
func TestLibraryIsForTestsOnly(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../../cmd/contractc").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/contractc/contractc/internal/celenv/jsonschema") {
		t.Error("the list of dependencies is not what it should be")
	}
	if slices.Contains(deps, "github.com/santhosh-tekuri/jsonschema/v6") {
		t.Error("the library is linked")
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// generator makes schemas and values.
type generator struct {
	t   *rapid.T
	old bool // of a draft in which nothing counts beside $ref; the library heeds some of it
}

func (g *generator) one(label string, from ...any) any {
	return rapid.SampledFrom(from).Draw(g.t, label)
}

func (g *generator) chance(percent int) bool {
	return rapid.IntRange(0, 99).Draw(g.t, "chance") < percent
}

func number(s string) any { return json.Number(s) }

func (g *generator) name() string {
	return rapid.SampledFrom([]string{"a", "b", "c", "ab", ""}).Draw(g.t, "name")
}

func (g *generator) schema(depth int) any {
	if g.chance(10) {
		return g.chance(50)
	}
	s := map[string]any{}
	keywords := g.keywords(depth)
	for range rapid.IntRange(0, 3).Draw(g.t, "keywords") {
		i := rapid.IntRange(0, len(keywords)-1).Draw(g.t, "keyword")
		key, v := keywords[i]()
		s[key] = v
	}
	if ref, ok := s["$ref"]; ok && g.old {
		s = map[string]any{"$ref": ref}
	}
	if g.chance(1) { // a value that no keyword takes
		for _, key := range slices.Sorted(maps.Keys(s)) {
			s[key] = number("-1.5")
		}
	}
	return s
}

func keyword(key string, v func() any) func() (string, any) {
	return func() (string, any) { return key, v() }
}

// keywords are what a schema can say; those with schemas inside while depth lasts.
func (g *generator) keywords(depth int) []func() (string, any) {
	count := func() any { return number(fmt.Sprint(g.one("count", 0, 1, 2, 3))) }
	bound := func() any { return number(g.one("bound", "-1", "0", "1", "1.0", "1.5", "2", "3e0").(string)) }
	flag := func() any { return g.chance(50) }
	names := func() any { return g.names() }
	all := []func() (string, any){
		keyword("type", g.types), keyword("enum", func() any { return g.distinct(2) }), keyword("const", func() any { return g.value(2) }),
		keyword("minimum", bound), keyword("maximum", bound), keyword("exclusiveMinimum", bound), keyword("exclusiveMaximum", flag),
		keyword("multipleOf", func() any { return number(g.one("multiple", "1", "2", "0.5", "0").(string)) }),
		keyword("minLength", count), keyword("maxLength", count),
		keyword("pattern", func() any { return g.one("pattern", "^a", "b$", "[0-9]", "") }),
		keyword("minItems", count), keyword("maxItems", count), keyword("uniqueItems", flag),
		keyword("minProperties", count), keyword("maxProperties", count), keyword("required", names),
		keyword("title", func() any { return "t" }), keyword("default", func() any { return g.value(1) }),
		keyword("$ref", func() any {
			return g.one("ref", "#", "#/$defs/d", "#/definitions/d", "#/$defs/odd~1~0name", "#/$defs/none", "https://example.com/other")
		}),
	}
	if depth == 0 {
		return all[:len(all)-1]
	}
	sub := func() any { return g.schema(depth - 1) }
	subs := func() any { return g.list(sub) }
	named := func() any { return g.object(sub) }
	for _, key := range []string{
		"items", "additionalItems", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
		"unevaluatedItems", "unevaluatedProperties",
	} {
		all = append(all, keyword(key, sub))
	}
	for _, key := range []string{"items", "prefixItems", "allOf", "anyOf", "oneOf"} {
		all = append(all, keyword(key, subs))
	}
	return append(all,
		keyword("properties", named), keyword("properties", named), keyword("dependentSchemas", named),
		keyword("minContains", count), keyword("maxContains", count),
		keyword("patternProperties", func() any { return map[string]any{g.one("name pattern", "^a", "b", "").(string): sub()} }),
		keyword("dependentRequired", func() any { return map[string]any{g.name(): g.names()} }),
		keyword("dependencies", func() any { return map[string]any{g.name(): g.one("dependency", g.names(), sub())} }),
	)
}

func (g *generator) types() any {
	types := rapid.SliceOfNDistinct(rapid.SampledFrom(jsonschema.Types()), 1, 3, rapid.ID[string]).Draw(g.t, "types")
	if len(types) == 1 {
		return types[0]
	}
	list := []any{}
	for _, name := range types {
		list = append(list, name)
	}
	return list
}

func (g *generator) names() any {
	list := []any{}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 2, rapid.ID[string]).Draw(g.t, "names") {
		list = append(list, name)
	}
	return list
}

// distinct is a list of values of which no two are equal, as the oldest drafts
// want it of enum.
func (g *generator) distinct(depth int) any {
	list := []any{}
	for range rapid.IntRange(1, 3).Draw(g.t, "values") {
		v, twice := g.value(depth), false
		for _, other := range list {
			twice = twice || text(other) == text(v)
		}
		if _, isNumber := v.(json.Number); !twice && !isNumber {
			list = append(list, v)
		}
	}
	return append(list, number("7"))
}

func (g *generator) list(item func() any) any {
	list := []any{}
	for range rapid.IntRange(0, 3).Draw(g.t, "items") {
		list = append(list, item())
	}
	return list
}

func (g *generator) object(value func() any) any {
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(g.t, "members") {
		object[g.name()] = value()
	}
	return object
}

func (g *generator) value(depth int) any {
	n := 9
	if depth == 0 {
		n = 6
	}
	switch rapid.IntRange(0, n).Draw(g.t, "kind of value") {
	case 0:
		return nil
	case 1:
		return g.chance(50)
	case 2, 3:
		return number(g.one("number", "0", "1", "-1", "1.0", "1.5", "2", "1e1", "0.25", "7").(string))
	case 4, 5, 6:
		return g.one("text", "", "a", "ab", "b", "1", "aé")
	case 7:
		return g.list(func() any { return g.value(depth - 1) })
	}
	return g.object(func() any { return g.value(depth - 1) })
}
