package tree

import (
	"net/url"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// readBase reads the address of the document, which references may name.
func (d *Document) readBase() {
	id := d.node.Get("$id")
	if d.draft == draft4 {
		id = d.node.Get("id")
	}
	if id == nil || id.Text == "" || strings.HasPrefix(id.Text, "#") {
		return
	}
	if u, err := url.Parse(id.Text); err == nil {
		u.Fragment, u.RawFragment = "", ""
		d.base = u
	}
}

// name keeps the name of a schema, which references may use.
func (d *Document) name(n *doc.Node, at string) {
	for _, key := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
		v := n.Get(key)
		if v == nil || v.Kind != doc.String {
			continue
		}
		name := v.Text
		if key == "$id" || key == "id" {
			if !strings.HasPrefix(name, "#") {
				continue
			}
			name = name[1:]
		}
		if _, taken := d.anchors[name]; !taken {
			d.anchors[name] = at
		}
	}
}

// Target returns the schema that a reference leads to.
func (d *Document) Target(ref *Keyword) *Schema {
	pointer, ok := d.pointer(ref.Value.Text)
	if !ok {
		return nil
	}
	if s, known := d.known[pointer]; known {
		return s
	}
	n := d.node
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if n, _ = inside(n, unescape(step)); n == nil {
			return nil
		}
	}
	if !isSchema(n) {
		return nil
	}
	return d.schema(n, pointer)
}

// pointer is the JSON pointer that a reference stands for.
func (d *Document) pointer(ref string) (string, bool) {
	u, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	if u.String() != "" && (d.base == nil || d.base.ResolveReference(u).String() != d.base.String()) {
		return "", false
	}
	if fragment == "" || fragment[0] == '/' {
		return fragment, true
	}
	at, ok := d.anchors[fragment]
	return at, ok
}

// noLoops refuses references that lead back to themselves before a part of the
// value is looked at: no value conforms to such a schema, and no check ends.
func (d *Document) noLoops() (list diag.List) {
	c := NewCycles(d, SameValue)
	for _, at := range d.Places() {
		s := d.known[at]
		if k := s.Get("$ref"); k != nil && c.Recursive(s, d.Target(k)) {
			list.Add(diag.Errorf(d.File, k.Range, "schema.loop", "the reference %q leads back to itself", k.Value.Text).
				WithDetail("a schema may hold itself in a property or an item, not in its own place"))
		}
	}
	return list
}

// linkAll follows the references once, so that all of them lead somewhere.
func (d *Document) linkAll() (list diag.List) {
	seen := map[*Schema]bool{}
	var visit func(s *Schema)
	visit = func(s *Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		for i := range s.Keys {
			k := &s.Keys[i]
			if k.Means == "$ref" && k.Value.Kind == doc.String {
				if to := d.Target(k); to != nil {
					visit(to)
				} else {
					list.Errorf(d.File, k.Range, "schema.ref", "the reference %q leads to no schema of this file", k.Value.Text)
				}
			}
			k.Each(visit)
		}
	}
	visit(d.Root)
	return list
}
