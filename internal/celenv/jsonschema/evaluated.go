package jsonschema

import (
	"maps"
	"slices"
	"strconv"
)

// evaluated is what the schemas that fit have looked at of one value. A nil one
// remembers nothing.
type evaluated struct {
	members map[string]bool
	items   map[int]bool
}

// part is a fresh one, for the value or a part of it.
func (e *evaluated) part() *evaluated {
	if e == nil {
		return nil
	}
	return &evaluated{}
}

func (e *evaluated) member(name string) {
	if e == nil {
		return
	}
	if e.members == nil {
		e.members = map[string]bool{}
	}
	e.members[name] = true
}

func (e *evaluated) item(i int) {
	if e == nil {
		return
	}
	if e.items == nil {
		e.items = map[int]bool{}
	}
	e.items[i] = true
}

func (e *evaluated) add(other *evaluated) {
	if e == nil {
		return
	}
	for name := range other.members {
		e.member(name)
	}
	for i := range other.items {
		e.item(i)
	}
}

// leftovers checks what no schema has looked at.
func (c *checker) leftovers(n *node, p place, e *evaluated) []Problem {
	var problems []Problem
	switch v := p.value.(type) {
	case map[string]any:
		if n.unevaluatedProperties == nil {
			return nil
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if !e.members[name] {
				problems = append(problems, c.other(n.unevaluatedProperties, p, c.inside(p, v[name], name), name, e)...)
				e.member(name)
			}
		}
	case []any:
		if n.unevaluatedItems == nil {
			return nil
		}
		for i, item := range v {
			if !e.items[i] {
				problems = append(problems, c.check(n.unevaluatedItems, c.inside(p, item, strconv.Itoa(i)), e.part())...)
				e.item(i)
			}
		}
	}
	return problems
}
