package sample

import (
	"encoding/json"

	"pgregory.net/rapid"
)

// Options say which schemas are made.
type Options struct {
	// Old makes schemas of draft 7 in place of 2020-12.
	Old bool
	// Plain leaves out what few providers take: recursion, logic other than
	// unions, patterns of names, what was not evaluated.
	Plain bool
}

// Generator draws from a test.
type Generator struct {
	T       *rapid.T
	Options Options
	defs    map[string]any
}

// Document makes a whole schema: an object at its root, with definitions.
func (g *Generator) Document() map[string]any {
	g.defs = map[string]any{}
	root := g.object(3)
	if g.Options.Old {
		root["$schema"] = "http://json-schema.org/draft-07/schema#"
	}
	if g.chance(3) {
		defs := map[string]any{"d": g.schema(1), "e": g.schema(1)}
		root[g.definitions()] = defs
	} else {
		root[g.definitions()] = map[string]any{"d": map[string]any{"type": "string", "minLength": number(1)}, "e": true}
	}
	return root
}

func (g *Generator) definitions() string {
	if g.Options.Old {
		return "definitions"
	}
	return "$defs"
}

func number(n int) json.Number { b, _ := json.Marshal(n); return json.Number(b) }

func (g *Generator) chance(n int) bool { return rapid.IntRange(1, n).Draw(g.T, "chance") == 1 }

func pick[T any](g *Generator, from ...T) T { return rapid.SampledFrom(from).Draw(g.T, "pick") }

// schema makes a schema of any kind.
func (g *Generator) schema(depth int) any {
	if g.chance(15) {
		return pick(g, true, true, false)
	}
	kind := rapid.IntRange(0, 11).Draw(g.T, "kind")
	switch {
	case kind <= 2:
		return g.scalar()
	case kind <= 5 && depth > 0:
		return g.object(depth - 1)
	case kind <= 7 && depth > 0:
		return g.array(depth - 1)
	case kind == 8 && depth > 0:
		return g.union(depth - 1)
	case kind == 9:
		return g.choice()
	case kind == 10 && depth > 0:
		return g.reference()
	case kind == 11 && depth > 0 && !g.Options.Plain:
		return g.logic(depth - 1)
	}
	return g.scalar()
}

func (g *Generator) reference() any {
	ref := map[string]any{"$ref": "#/" + g.definitions() + "/" + pick(g, "d", "e")}
	if !g.Options.Plain && g.chance(6) {
		ref["$ref"] = "#"
	}
	if g.chance(4) {
		ref["description"] = "one of the definitions"
	}
	if g.chance(5) && !g.Options.Plain {
		ref["minLength"] = number(1)
	}
	return ref
}

func (g *Generator) scalar() map[string]any {
	s := map[string]any{}
	kind := pick(g, "string", "number", "integer", "boolean", "null")
	switch {
	case g.chance(4):
		s["type"] = []any{kind, pick(g, "null", "boolean")}
		if s["type"].([]any)[1] == kind {
			s["type"] = kind
		}
	case !g.chance(8):
		s["type"] = kind
	}
	g.bounds(s, kind)
	if g.chance(5) {
		s["description"] = "a value"
	}
	if g.chance(8) {
		s["default"] = pick[any](g, "a", number(1), nil)
	}
	return s
}

// bounds adds some of the keywords for a type.
func (g *Generator) bounds(s map[string]any, kind string) {
	switch kind {
	case "string":
		g.maybe(s, 3, "minLength", number(pickInt(g, 0, 2)))
		g.maybe(s, 4, "maxLength", number(pickInt(g, 1, 3)))
		g.maybe(s, 5, "pattern", pick(g, "^a", "b$", "^[ab]+$"))
		g.maybe(s, 6, "format", pick(g, "date", "regex"))
	case "number", "integer":
		g.maybe(s, 3, "minimum", bound(g))
		g.maybe(s, 4, "maximum", bound(g))
		g.maybe(s, 6, "exclusiveMinimum", bound(g))
		g.maybe(s, 6, "exclusiveMaximum", bound(g))
		g.maybe(s, 5, "multipleOf", pick[json.Number](g, "1", "2", "0.5", "0.1", "0.25", "3"))
	}
}

func pickInt(g *Generator, from, to int) int { return rapid.IntRange(from, to).Draw(g.T, "count") }

func bound(g *Generator) json.Number { return pick[json.Number](g, "0", "1", "-1", "1.5", "2", "0.1") }

func (g *Generator) maybe(s map[string]any, one int, name string, v any) {
	if g.chance(one) {
		s[name] = v
	}
}

func (g *Generator) choice() map[string]any {
	if g.chance(2) {
		return map[string]any{"const": g.Value(1)}
	}
	values := []any{}
	seen := map[string]bool{}
	for range pickInt(g, 1, 4) {
		v := g.Value(1)
		if text, _ := json.Marshal(v); !seen[string(text)] {
			seen[string(text)] = true
			values = append(values, v)
		}
	}
	return map[string]any{"enum": values}
}

// Names are the names of members.
func Names() []string { return []string{"a", "b", "c", "odd name"} }

func (g *Generator) object(depth int) map[string]any {
	s := map[string]any{}
	if !g.chance(8) {
		s["type"] = "object"
	}
	properties, required := map[string]any{}, []any{}
	for _, name := range Names() {
		if g.chance(2) {
			properties[name] = g.schema(depth)
			if g.chance(2) {
				required = append(required, name)
			}
		}
	}
	if len(properties) > 0 || g.chance(3) {
		s["properties"] = properties
	}
	if len(required) > 0 {
		s["required"] = required
	}
	switch {
	case g.chance(2):
		s["additionalProperties"] = false
	case g.chance(5):
		s["additionalProperties"] = g.schema(depth - 1)
	}
	g.objectExtras(s, depth)
	return s
}

func (g *Generator) objectExtras(s map[string]any, depth int) {
	g.maybe(s, 12, "minProperties", number(pickInt(g, 0, 2)))
	g.maybe(s, 12, "maxProperties", number(pickInt(g, 1, 3)))
	if g.Options.Plain {
		return
	}
	if g.chance(10) {
		s["patternProperties"] = map[string]any{pick(g, "^a", "b|c"): g.schema(depth - 1)}
	}
	if g.chance(12) {
		s["propertyNames"] = map[string]any{"maxLength": number(pickInt(g, 1, 9))}
	}
	if g.chance(12) && !g.Options.Old {
		s["dependentRequired"] = map[string]any{"a": []any{"b"}}
	}
	if g.chance(12) && g.Options.Old {
		s["dependencies"] = map[string]any{"a": []any{"b"}, "b": g.schema(depth - 1)}
	}
	if g.chance(15) && !g.Options.Old {
		s["unevaluatedProperties"] = false
	}
	if g.chance(8) {
		s[pick(g, "anyOf", "oneOf", "allOf")] = []any{
			map[string]any{"required": []any{"a"}}, map[string]any{"required": []any{"b"}, "properties": map[string]any{"b": g.schema(0)}},
		}
	}
}

func (g *Generator) array(depth int) map[string]any {
	s := map[string]any{"type": "array"}
	if !g.chance(6) {
		s["items"] = g.schema(depth)
	}
	g.maybe(s, 4, "minItems", number(pickInt(g, 0, 2)))
	g.maybe(s, 4, "maxItems", number(pickInt(g, 1, 3)))
	g.maybe(s, 6, "uniqueItems", true)
	if g.Options.Plain {
		return s
	}
	if g.chance(6) {
		g.tuple(s, depth)
	}
	if g.chance(8) {
		s["contains"] = g.schema(depth - 1)
		if !g.Options.Old {
			g.maybe(s, 2, "minContains", number(pickInt(g, 0, 2)))
			g.maybe(s, 2, "maxContains", number(pickInt(g, 1, 2)))
		}
	}
	return s
}

func (g *Generator) tuple(s map[string]any, depth int) {
	list := []any{g.schema(depth), g.schema(depth - 1)}
	rest := pick[any](g, nil, false, map[string]any{"type": "string"})
	delete(s, "items")
	first, after := "prefixItems", "items"
	if g.Options.Old {
		first, after = "items", "additionalItems"
	}
	s[first] = list
	if rest != nil {
		s[after] = rest
	}
}

func (g *Generator) union(depth int) map[string]any {
	if g.chance(3) {
		return g.tagged(depth)
	}
	s := map[string]any{pick(g, "anyOf", "anyOf", "oneOf"): []any{g.schema(depth), g.schema(depth)}}
	if g.chance(4) {
		s["description"] = "one or the other"
	}
	if !g.Options.Plain && g.chance(6) {
		s["minLength"] = number(1)
	}
	return s
}

// tagged makes alternatives that a member tells apart.
func (g *Generator) tagged(depth int) map[string]any {
	list := []any{}
	for _, tag := range []string{"a", "b"} {
		s := g.object(depth)
		s["type"] = "object"
		properties, _ := s["properties"].(map[string]any)
		if properties == nil {
			properties = map[string]any{}
			s["properties"] = properties
		}
		properties["a"] = map[string]any{"const": tag}
		s["required"] = []any{"a"}
		list = append(list, s)
	}
	return map[string]any{pick(g, "anyOf", "oneOf"): list}
}

func (g *Generator) logic(depth int) map[string]any {
	switch rapid.IntRange(0, 2).Draw(g.T, "logic") {
	case 0:
		return map[string]any{"not": g.schema(depth)}
	case 1:
		return map[string]any{"allOf": []any{g.schema(depth), g.schema(depth)}}
	}
	return map[string]any{"if": g.schema(depth), "then": g.schema(depth), "else": g.schema(depth)}
}
