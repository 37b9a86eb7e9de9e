package linkml

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// MergedOptions say what is put above the elements of a merged schema.
type MergedOptions struct {
	ID, Name, Title, Description, DefaultPrefix string
	// Annotations of the schema, as tags with texts.
	Annotations []Annotation
	// ClassNotes are annotations of a class, beside those that it has; it may be nil.
	ClassNotes func(v *View, c *Class) []Annotation
}

// Merged returns the vocabulary as one schema file without imports but linkml:types. Elements are as they were written,
// except that each says what its own file's defaults said: its URI and, of a slot, its range. Imports are not followed
// and nothing is resolved, so the official tools give every element the IRI and meaning that it has here.
//
// The list names elements of two files that have one name, which no LinkML schema can have.
func (v *Vocabulary) Merged(opt MergedOptions) (*doc.Node, diag.List) {
	m := &merged{opt: opt, elements: map[string]map[string]*Schema{}}
	out := mapping()
	for _, f := range [][2]string{{"id", opt.ID}, {"name", opt.Name}, {"title", opt.Title}, {"description", opt.Description}} {
		if f[1] != "" {
			put(out, f[0], text(f[1]))
		}
	}
	put(out, "prefixes", m.prefixes(v))
	if opt.DefaultPrefix != "" {
		put(out, "default_prefix", text(opt.DefaultPrefix))
	}
	put(out, "default_range", text("string"))
	put(out, "imports", &doc.Node{Kind: doc.List, Items: []*doc.Node{text("linkml:types")}})
	if len(opt.Annotations) > 0 {
		put(out, "annotations", annotationTree(opt.Annotations))
	}
	for _, kind := range []string{"settings", "subsets", "types", "enums", "slots", "classes"} {
		body := mapping()
		for _, p := range v.parts {
			if p.schema.tree != nil {
				m.add(kind, p, body)
			}
		}
		if len(body.Fields) > 0 {
			put(out, kind, body)
		}
	}
	return out, m.list
}

type merged struct {
	opt      MergedOptions
	elements map[string]map[string]*Schema // which file has an element, by kind and name
	list     diag.List
}

func mapping() *doc.Node { return &doc.Node{Kind: doc.Map} }

func text(s string) *doc.Node { return &doc.Node{Kind: doc.String, Text: s} }

// put gives a key of a map a value, at its end if the key is new.
func put(n *doc.Node, key string, value *doc.Node) {
	if f := n.Field(key); f != nil {
		f.Value = value
		return
	}
	n.Fields = append(n.Fields, doc.Field{Key: key, Value: value})
}

// setNew gives a key a value unless it has one.
func setNew(n *doc.Node, key, value string) {
	if n.Field(key) == nil {
		put(n, key, text(value))
	}
}

// prefixes are those of all files, the first use of a name counts; nothing rests on them but CURIEs, which are written
// out where another file uses the name otherwise.
func (m *merged) prefixes(v *Vocabulary) *doc.Node {
	out := mapping()
	setNew(out, "linkml", "https://w3id.org/linkml/")
	for _, p := range v.parts {
		for _, known := range p.schema.Prefixes {
			if f := out.Field(known.Name); f != nil && f.Value.Text != known.URI {
				m.list.Add(diag.Errorf(p.schema.File, diag.Range{}, CodeClash, "the prefix %q stands for %q here and for %q in another file", known.Name, known.URI, f.Value.Text).WithDetail("Give it one meaning, or export the libraries apart."))
				continue
			}
			setNew(out, known.Name, known.URI)
		}
	}
	return out
}

// add copies the elements of one kind of one file.
func (m *merged) add(kind string, p part, body *doc.Node) {
	written := p.schema.tree.Get(kind)
	if written == nil {
		return
	}
	if m.elements[kind] == nil {
		m.elements[kind] = map[string]*Schema{}
	}
	for _, f := range named(written) {
		if other := m.elements[kind][f.Key]; other != nil {
			m.list.Add(diag.Errorf(p.schema.File, f.KeyRange, CodeClash, "%q of %s is also defined in %q", f.Key, kind, other.File).WithDetail("One schema has each name once: rename one of them, or export the libraries apart."))
			continue
		}
		m.elements[kind][f.Key] = p.schema
		body.Fields = append(body.Fields, doc.Field{Key: f.Key, Value: m.element(kind, p, f)})
	}
}

// named are the entries of a collection, which may be written as a list of objects with a name.
func named(n *doc.Node) []doc.Field {
	if n.Kind != doc.List {
		return n.Fields
	}
	var out []doc.Field
	for _, item := range n.Items {
		body := clone(item)
		name := item.Get("name")
		if name == nil {
			name = item.Get("text")
		}
		if name != nil {
			out = append(out, doc.Field{Key: name.Text, KeyRange: name.Range, Value: body})
		}
	}
	return out
}

// clone copies a tree so that it can be changed.
func clone(n *doc.Node) *doc.Node {
	if n == nil {
		return mapping()
	}
	out := *n
	out.Items, out.Fields = slices.Clone(n.Items), slices.Clone(n.Fields)
	for i := range out.Items {
		out.Items[i] = clone(out.Items[i])
	}
	for i := range out.Fields {
		out.Fields[i].Value = clone(out.Fields[i].Value)
	}
	return &out
}

// element is a copy of an element that says what its file's defaults said.
func (m *merged) element(kind string, p part, f doc.Field) *doc.Node {
	body := clone(f.Value)
	if kind != "settings" && body.Kind == doc.Null {
		body = mapping()
	}
	switch v := p.view; kind {
	case "classes":
		if c := v.Class(f.Key); c != nil {
			m.class(p, c, body)
		}
	case "slots":
		m.slot(p, f.Key, body)
	case "enums":
		if e := v.Enum(f.Key); e != nil {
			setNew(body, "enum_uri", string(v.EnumIRI(e)))
		}
	}
	return body
}

func (m *merged) class(p part, c *Class, body *doc.Node) {
	setNew(body, "class_uri", string(p.view.ClassIRI(c)))
	if attributes := body.Field("attributes"); attributes != nil {
		slots := mapping()
		for _, a := range named(attributes.Value) {
			slot := clone(a.Value)
			if slot.Kind == doc.Null {
				slot = mapping()
			}
			m.slot(p, a.Key, slot)
			slots.Fields = append(slots.Fields, doc.Field{Key: a.Key, Value: slot})
		}
		attributes.Value = slots
	}
	if m.opt.ClassNotes == nil {
		return
	}
	if notes := m.opt.ClassNotes(p.view, c); len(notes) > 0 {
		annotations := mapping()
		if old := body.Get("annotations"); old != nil {
			annotations = clone(old)
		}
		for _, f := range annotationTree(notes).Fields {
			put(annotations, f.Key, f.Value)
		}
		put(body, "annotations", annotations)
	}
}

// slot writes the URI of a slot, and its range where it was the file's default and not string.
func (m *merged) slot(p part, name string, body *doc.Node) {
	s := &Induced{Slot: Slot{Element: Element{Name: name, Schema: p.schema}}}
	setNew(body, "slot_uri", string(p.view.SlotIRI(s)))
	if d := p.schema.DefaultRange; d != "" && d != "string" && !ranged(body) {
		put(body, "range", text(d))
	}
}

// ranged reports whether a slot says what it ranges over, itself or in an alternative.
func ranged(body *doc.Node) bool {
	if body.Field("range") != nil || body.Field("range_expression") != nil {
		return true
	}
	for _, key := range []string{"any_of", "exactly_one_of", "all_of"} {
		if list := body.Get(key); list != nil && slices.ContainsFunc(list.Items, ranged) {
			return true
		}
	}
	return false
}

func annotationTree(list []Annotation) *doc.Node {
	out := mapping()
	for _, a := range list {
		put(out, a.Tag, text(fmt.Sprint(a.Value)))
	}
	return out
}
