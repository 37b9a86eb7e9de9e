package jsonschema

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// link finds what the references lead to, in all schemas that a check can come to.
// Others may lead to nothing.
func (c *compiler) link(root *node) {
	linked := map[*node]bool{root: true}
	for open := []*node{root}; len(open) > 0 && c.err == nil; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if n.reference != nil {
			if n.ref = c.resolve(n.at, *n.reference); n.ref == nil {
				return
			}
			n.parts = append(n.parts, n.ref)
		}
		for _, part := range n.parts {
			if !linked[part] {
				linked[part] = true
				open = append(open, part)
			}
		}
	}
}

// resolve returns the node that a reference of the schema at a place leads to,
// inside the document.
func (c *compiler) resolve(at, ref string) *node {
	fragment, ok := c.local(ref)
	if !ok {
		c.fail(at+"/$ref", "references to other documents are not followed: %q", ref)
		return nil
	}
	if fragment != "" && fragment[0] != '/' {
		pointer, found := c.anchor(c.document, "", fragment, 0)
		if !found {
			c.fail(at+"/$ref", "nothing has the name %q", fragment)
			return nil
		}
		fragment = pointer
	}
	schema, ok := follow(c.document, fragment)
	if !ok {
		c.fail(at+"/$ref", "it leads to nothing: %q", ref)
		return nil
	}
	return c.make(schema, fragment, strings.Count(fragment, "/"))
}

// local is the fragment of a reference into this document, decoded.
func (c *compiler) local(ref string) (string, bool) {
	u, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	if u.String() == "" {
		return fragment, true
	}
	return fragment, c.base != nil && c.base.ResolveReference(u).String() == c.base.String()
}

// follow follows a JSON pointer.
func follow(v any, pointer string) (any, bool) {
	if pointer == "" {
		return v, true
	}
	for _, step := range strings.Split(pointer[1:], "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch c := v.(type) {
		case map[string]any:
			next, ok := c[step]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(c) || strconv.Itoa(i) != step {
				return nil, false
			}
			v = c[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// anchor finds the place with a name.
func (c *compiler) anchor(v any, at, name string, depth int) (string, bool) {
	if depth > MaxDepth {
		return "", false
	}
	switch v := v.(type) {
	case map[string]any:
		if c.hasName(v, name) {
			return at, true
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if slices.Contains([]string{"enum", "const", "default", "examples"}, key) {
				continue
			}
			if found, ok := c.anchor(v[key], at+"/"+escape(key), name, depth+1); ok {
				return found, true
			}
		}
	case []any:
		for i, item := range v {
			if found, ok := c.anchor(item, at+"/"+strconv.Itoa(i), name, depth+1); ok {
				return found, true
			}
		}
	}
	return "", false
}

// hasName reports whether a schema has the name.
func (c *compiler) hasName(object map[string]any, name string) bool {
	if c.draft <= draft7 {
		return object[c.draft.id()] == "#"+name
	}
	return object["$anchor"] == name || c.draft == draft2020 && object["$dynamicAnchor"] == name
}
