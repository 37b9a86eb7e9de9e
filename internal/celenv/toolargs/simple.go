package toolargs

import (
	"slices"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
)

// simple is a schema of the most usual form.
type simple struct {
	types    map[string][]string // nil for any type
	required []string
	closed   bool
}

// readSimple reads a schema that says no more than types, required properties
// and whether others are allowed.
func readSimple(schema any) (*simple, bool) {
	m, ok := schema.(map[string]any)
	if !ok || m["type"] != "object" || !onlyKeys(m, "type", "properties", "required", "additionalProperties", "title", "description") {
		return nil, false
	}
	s := &simple{types: map[string][]string{}}
	if !s.readRequired(m) || !s.readProperties(m) || !annotations(m) {
		return nil, false
	}
	switch open, given := m["additionalProperties"]; {
	case given && open == false:
		s.closed = true
	case given && open != true:
		return nil, false
	}
	return s, true
}

func onlyKeys(m map[string]any, keys ...string) bool {
	for key := range m {
		if !slices.Contains(keys, key) {
			return false
		}
	}
	return true
}

// annotations reports whether title and description are texts, as the schema
// language wants it.
func annotations(m map[string]any) bool {
	for _, key := range []string{"title", "description"} {
		if v, given := m[key]; given {
			if _, ok := v.(string); !ok {
				return false
			}
		}
	}
	return true
}

func (s *simple) readRequired(m map[string]any) bool {
	v, given := m["required"]
	if !given {
		return true
	}
	list, ok := v.([]any)
	if !ok {
		return false
	}
	for _, item := range list {
		name, ok := item.(string)
		if !ok || slices.Contains(s.required, name) {
			return false
		}
		s.required = append(s.required, name)
	}
	return true
}

func (s *simple) readProperties(m map[string]any) bool {
	v, given := m["properties"]
	if !given {
		return true
	}
	properties, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for name, property := range properties {
		p, ok := property.(map[string]any)
		if !ok || !onlyKeys(p, "type", "title", "description", "default") || !annotations(p) {
			return false
		}
		types, ok := readTypes(p)
		if !ok {
			return false
		}
		s.types[name] = types
	}
	return true
}

// readTypes returns the types that a property may have, nil for any.
func readTypes(p map[string]any) ([]string, bool) {
	v, given := p["type"]
	if !given {
		return nil, true
	}
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	var types []string
	for _, item := range list {
		name, ok := item.(string)
		if !ok || !slices.Contains(jsonschema.Types(), name) || slices.Contains(types, name) {
			return nil, false
		}
		types = append(types, name)
	}
	return types, len(types) > 0
}

// propertyTypes returns the declared types of a schema's properties, where
// they can be read.
func propertyTypes(schema any) map[string][]string {
	m, _ := schema.(map[string]any)
	properties, _ := m["properties"].(map[string]any)
	types := map[string][]string{}
	for name, property := range properties {
		if p, ok := property.(map[string]any); ok {
			if t, ok := readTypes(p); ok && t != nil {
				types[name] = t
			}
		}
	}
	return types
}

func (s *simple) check(args any) []problem {
	m, ok := args.(map[string]any)
	if !ok {
		return []problem{typeProblem(nil, []string{"object"}, args)}
	}
	var problems []problem
	for _, name := range s.required {
		if _, given := m[name]; !given {
			problems = append(problems, missingProblem(nil, name))
		}
	}
	for name, value := range m {
		types, known := s.types[name]
		switch {
		case !known && s.closed:
			problems = append(problems, unexpectedProblem(nil, name))
		case types != nil && !jsonschema.HasType(value, types):
			problems = append(problems, typeProblem([]string{name}, types, value))
		}
	}
	return problems
}
