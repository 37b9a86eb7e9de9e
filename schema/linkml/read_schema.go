package linkml

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

func (r *reader) readSchema(n *doc.Node) {
	s := r.schema
	r.metaslots("schema_definition", n, r.schemaField)
	if s.ID == "" {
		r.errorf(n.Range, CodeShape, "the schema has no id").detail("Add id: with a URI of yours.")
	}
	if s.Name == "" {
		r.errorf(n.Range, CodeShape, "the schema has no name").detail("Add name: with a short name.")
	}
}

func (r *reader) schemaField(key string, v *doc.Node) bool {
	s := r.schema
	switch key {
	case "id":
		s.ID = r.text(v)
	case "name":
		s.Name = r.text(v)
	case "title":
		s.Title = r.text(v)
	case "description":
		s.Description = r.text(v)
	case "version":
		s.Version = r.text(v)
	case "default_prefix":
		s.DefaultPrefix, s.PrefixAt = r.text(v), v.Range
	case "default_range":
		s.DefaultRange, s.rangeAt = r.text(v), v.Range
	case "prefixes":
		r.readPrefixes(v)
	case "imports":
		r.each(v, func(item *doc.Node) { s.Imports = append(s.Imports, Import{Name: r.text(item), At: item.Range}) })
	case "settings":
		s.Settings = r.tagged(v, "setting_key", "setting_value")
	case "annotations":
		s.Annotations = r.annotations(v)
	default:
		return r.schemaElements(key, v)
	}
	return true
}

func (r *reader) schemaElements(key string, v *doc.Node) bool {
	s := r.schema
	switch key {
	case "classes":
		r.named(v, "name", func(name string, at diag.Range, body *doc.Node) {
			s.Classes = append(s.Classes, r.readClass(name, at, body))
		})
	case "slots":
		s.Slots = r.slots(v, "slot_definition")
	case "types":
		r.named(v, "name", func(name string, at diag.Range, body *doc.Node) {
			s.Types = append(s.Types, r.readType(name, at, body))
		})
	case "enums":
		r.named(v, "name", func(name string, at diag.Range, body *doc.Node) {
			s.Enums = append(s.Enums, r.readEnum(name, at, body))
		})
	case "subsets":
		r.named(v, "name", func(name string, at diag.Range, body *doc.Node) {
			e := r.element(name, at)
			r.metaslots("subset_definition", body, func(key string, v *doc.Node) bool { return r.elementField(&e, key, v) })
			s.Subsets = append(s.Subsets, &e)
		})
	default:
		return false
	}
	return true
}

// readPrefixes reads the compact form (name: uri) and the long one (prefix_reference).
func (r *reader) readPrefixes(v *doc.Node) {
	r.named(v, "prefix_prefix", func(name string, at diag.Range, body *doc.Node) {
		uri := body
		if body != nil && body.Kind == doc.Map {
			uri = body.Get("prefix_reference")
		}
		if uri == nil || uri.Kind != doc.String {
			r.errorf(at, CodeShape, "the prefix %q has no URI", name).detail("Write %s: and a URI in quotes.", name)
			return
		}
		r.schema.Prefixes = append(r.schema.Prefixes, Prefix{Name: name, URI: uri.Text})
	})
}

// element starts a named element. Names must read the same everywhere, so control characters are refused.
func (r *reader) element(name string, at diag.Range) Element {
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		r.errorf(at, CodeName, "%q cannot be a name", name).detail("Use letters, digits and underscores.")
	}
	return Element{Name: name, Schema: r.schema, At: at}
}

// elementField reads what all named elements have in common and what carries meaning for us.
func (r *reader) elementField(e *Element, key string, v *doc.Node) bool {
	switch key {
	case "name":
		r.text(v)
	case "title":
		e.Title = r.text(v)
	case "description":
		e.Description = r.text(v)
	case "annotations":
		e.Annotations = r.annotations(v)
	default:
		return false
	}
	return true
}

func (r *reader) annotations(v *doc.Node) []Annotation { return r.tagged(v, "tag", "value") }

// tagged reads annotations and settings: a map from tags to values, or to {tag, value}, or a list of the latter.
func (r *reader) tagged(v *doc.Node, tag, value string) []Annotation {
	var out []Annotation
	r.named(v, tag, func(name string, at diag.Range, body *doc.Node) {
		if body == nil || body.Kind == doc.Map {
			body = body.Get(value)
			if body == nil {
				r.errorf(at, CodeShape, "%q has no %s", name, value).detail("Write %s: {%s: …}.", name, value)
				return
			}
		}
		out = append(out, Annotation{Tag: name, Value: body.Plain()})
	})
	return out
}
