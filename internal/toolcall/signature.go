package toolcall

import (
	"maps"
	"slices"
)

// Signature is the parameters of a tool in their order.
type Signature struct {
	Tool   string
	Params []Param
	// Open allows arguments that are no parameters.
	Open bool
}

// Param is one parameter.
type Param struct {
	Name string
	// Types are the JSON Schema types that its values may have; none for any.
	Types    []string
	Required bool
	// Default is a plain value, where HasDefault is set.
	Default    any
	HasDefault bool
}

// FromSchema returns the signature that a JSON Schema of the arguments, as a
// plain value, describes. The properties of a JSON object have no order: those
// that propertyOrdering names come first, then those that required names, each
// in the order of its list, then the others by name. What is no object schema
// has no parameters and is open.
func FromSchema(tool string, schema any) Signature {
	s := Signature{Tool: tool}
	object, _ := schema.(map[string]any)
	properties, ok := object["properties"].(map[string]any)
	closed, isBool := object["additionalProperties"].(bool)
	s.Open = !isBool || closed
	if !ok {
		return s
	}
	required := texts(object["required"])
	order := slices.Concat(texts(object["propertyOrdering"]), required, slices.Sorted(maps.Keys(properties)))
	seen := map[string]bool{}
	for _, name := range order {
		property, exists := properties[name]
		if !exists || seen[name] {
			continue
		}
		seen[name] = true
		s.Params = append(s.Params, param(name, property, slices.Contains(required, name)))
	}
	return s
}

func param(name string, property any, required bool) Param {
	object, _ := property.(map[string]any)
	p := Param{Name: name, Required: required, Types: typesOf(object)}
	p.Default, p.HasDefault = object["default"]
	return p
}

// typesOf returns the types that a schema names, itself or in the branches of an anyOf; none where a branch names none.
func typesOf(object map[string]any) []string {
	if name, ok := object["type"].(string); ok {
		return []string{name}
	}
	if list := texts(object["type"]); len(list) > 0 {
		return list
	}
	var all []string
	branches, _ := object["anyOf"].([]any)
	for _, branch := range branches {
		inner, _ := branch.(map[string]any)
		name, ok := inner["type"].(string)
		if !ok {
			return nil
		}
		all = append(all, name)
	}
	return all
}

func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
