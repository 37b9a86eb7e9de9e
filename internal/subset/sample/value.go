package sample

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Value makes any value.
func (g *Generator) Value(depth int) any {
	switch kind := rapid.IntRange(0, 8).Draw(g.T, "value"); {
	case kind <= 1:
		return pick(g, "", "a", "ab", "ba", "abc")
	case kind <= 3:
		return pick[json.Number](g, "0", "1", "-1", "2", "3", "1.0", "1.5", "0.1", "0.3", "2.25", "1e3")
	case kind == 4:
		return rapid.Bool().Draw(g.T, "bool")
	case kind == 5:
		return nil
	case kind <= 6 && depth > 0:
		list := []any{}
		for range pickInt(g, 0, 3) {
			list = append(list, g.Value(depth-1))
		}
		return list
	case kind <= 8 && depth > 0:
		object := map[string]any{}
		for _, name := range Names() {
			if g.chance(2) {
				object[name] = g.Value(depth - 1)
			}
		}
		return object
	}
	return pick(g, "a", "b")
}

// Near makes a value that comes near to a schema of a document.
func (g *Generator) Near(document map[string]any, schema any, depth int) any {
	s, ok := schema.(map[string]any)
	if !ok || depth <= 0 || g.chance(25) {
		return g.Value(1)
	}
	if v, ok := g.follow(document, s, depth); ok {
		return v
	}
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		kind, _ = pick(g, list...).(string)
	}
	switch {
	case kind == "object" || kind == "" && (s["properties"] != nil || s["required"] != nil):
		return g.nearObject(document, s, depth)
	case kind == "array" || kind == "" && (s["items"] != nil || s["prefixItems"] != nil):
		return g.nearArray(document, s, depth)
	}
	return g.ofType(kind)
}

// follow goes on with a schema that the schema leads to.
func (g *Generator) follow(document, s map[string]any, depth int) (any, bool) {
	if ref, ok := s["$ref"].(string); ok {
		var to any = document
		for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			if object, ok := to.(map[string]any); ok && ref != "#" {
				to = object[step]
			}
		}
		return g.Near(document, to, depth-1), true
	}
	if v, ok := s["const"]; ok {
		return v, true
	}
	if list, ok := s["enum"].([]any); ok {
		return pick(g, list...), true
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := s[key].([]any); ok && len(list) > 0 && s["properties"] == nil {
			return g.Near(document, pick(g, list...), depth), true
		}
	}
	return nil, false
}

func (g *Generator) nearObject(document, s map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !g.chance(3) || slices.Contains(texts(s["required"]), name) {
			object[name] = g.Near(document, properties[name], depth-1)
		}
	}
	if g.chance(6) {
		object[pick(g, Names()...)] = g.Value(1)
	}
	return object
}

func texts(v any) []string {
	var list []string
	items, _ := v.([]any)
	for _, item := range items {
		s, _ := item.(string)
		list = append(list, s)
	}
	return list
}

func (g *Generator) nearArray(document, s map[string]any, depth int) any {
	list := []any{}
	prefix, _ := s["prefixItems"].([]any)
	items := s["items"]
	if old, ok := items.([]any); ok {
		prefix, items = old, s["additionalItems"]
	}
	for i := range pickInt(g, 0, 3) {
		if i < len(prefix) {
			list = append(list, g.Near(document, prefix[i], depth-1))
		} else {
			list = append(list, g.Near(document, items, depth-1))
		}
	}
	return list
}

func (g *Generator) ofType(kind string) any {
	switch kind {
	case "string":
		return pick(g, "", "a", "ab", "ba", "abc")
	case "integer":
		return pick[json.Number](g, "0", "1", "-1", "2", "3", "4.0")
	case "number":
		return pick[json.Number](g, "0", "1", "0.5", "0.1", "0.3", "1.5", "-1", "2")
	case "boolean":
		return g.chance(2)
	case "null":
		return nil
	}
	return g.Value(2)
}
