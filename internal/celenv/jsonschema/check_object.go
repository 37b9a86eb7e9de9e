package jsonschema

import (
	"slices"

	"github.com/contractc/contractc/internal/pyexpr"
)

func (c *checker) object(n *node, p place, object map[string]any, e *evaluated) []Problem {
	var problems []Problem
	if n.minProperties > len(object) {
		problems = append(problems, p.wrong("value must have at least %s", several(n.minProperties, "member")))
	}
	if n.maxProperties >= 0 && len(object) > n.maxProperties {
		problems = append(problems, p.wrong("value must have at most %s", several(n.maxProperties, "member")))
	}
	problems = append(problems, missing(p, object, n.required)...)
	for _, name := range sorted(object) {
		if c.stopped {
			return nil
		}
		problems = append(problems, c.member(n, p, object, name, e)...)
		problems = append(problems, missing(p, object, n.dependentRequired[name])...)
		for _, schema := range n.dependentSchemas[name] {
			problems = append(problems, c.same(schema, p, e)...)
		}
	}
	return problems
}

// sorted returns the names of the members in their order.
func sorted(object map[string]any) []string {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func missing(p place, object map[string]any, names []string) []Problem {
	var problems []Problem
	for _, name := range names {
		if _, ok := object[name]; !ok {
			problems = append(problems, Problem{Kind: Missing, at: p.at, Name: name})
		}
	}
	return problems
}

// member checks one member by all schemas that are for its name.
func (c *checker) member(n *node, p place, object map[string]any, name string, e *evaluated) []Problem {
	var problems []Problem
	if n.names != nil && len(c.check(n.names, place{value: name, depth: p.depth + 1}, e.part())) > 0 {
		problems = append(problems, p.wrong("the name %s is not allowed", pyexpr.Repr(name)))
	}
	at, known := c.inside(p, object[name], name), false
	if schema := n.properties[name]; schema != nil {
		known = true
		problems = append(problems, c.check(schema, at, e.part())...)
	}
	for _, pattern := range n.patterns {
		if pattern.name.MatchString(name) {
			known = true
			problems = append(problems, c.check(pattern.value, at, e.part())...)
		}
	}
	if !known && n.additional != nil {
		known = true
		problems = append(problems, c.other(n.additional, p, at, name, e)...)
	}
	if known {
		e.member(name)
	}
	return problems
}

// other checks a member that no schema is for by its name.
func (c *checker) other(n *node, p, at place, name string, e *evaluated) []Problem {
	if n.never {
		return []Problem{{Kind: Unexpected, at: p.at, Name: name}}
	}
	return c.check(n, at, e.part())
}
