package tree

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Document is a schema that was read.
type Document struct {
	File string
	Root *Schema
	// Checker checks values by the schema, but for the patterns that Unreadable
	// lists.
	Checker *jsonschema.Schema
	// Unreadable are the pointers of regular expressions that are not of RE2's
	// syntax; they are left out of what is checked.
	Unreadable map[string]bool

	node    *doc.Node
	draft   draft
	base    *url.URL
	known   map[string]*Schema
	anchors map[string]string
}

// Read reads a schema. The document is nil where the list has errors.
func Read(file string, n *doc.Node) (*Document, diag.List) {
	d := &Document{File: file, node: n, draft: draftOf(n), known: map[string]*Schema{}, anchors: map[string]string{}, Unreadable: map[string]bool{}}
	d.readBase()
	d.Root = d.schema(n, "")
	if list := d.check(); list.HasErrors() {
		return nil, list
	}
	list := d.linkAll()
	if !list.HasErrors() {
		list = d.noLoops()
	}
	if list.HasErrors() {
		return nil, list
	}
	return d, list
}

// check compiles the schema, without patterns that RE2 does not read.
func (d *Document) check() (list diag.List) {
	checked := d.node
	if d.findUnreadable(d.Root); len(d.Unreadable) > 0 {
		checked = d.readable(d.node, "")
	}
	var err error
	if d.Checker, err = jsonschema.Compile(checked.Plain()); err != nil {
		list.Add(diag.Errorf(d.File, d.placeOf(err.Error()), "schema.invalid", "%s", diag.Neutralise(err.Error())).
			WithDetail("the schema is JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12; what stands before the colon is the place in it"))
	}
	return list
}

// placeOf is where the place stands that a message names before its first colon.
func (d *Document) placeOf(message string) diag.Range {
	pointer, _, _ := strings.Cut(message, ": ")
	at := d.node.Range
	n := d.node
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		var r diag.Range
		if n, r = inside(n, unescape(step)); n == nil {
			break
		}
		at = r
	}
	return at
}

// inside is the part of a value under a name or an index, and where it stands.
func inside(n *doc.Node, step string) (*doc.Node, diag.Range) {
	if f := n.Field(step); f != nil {
		return f.Value, f.KeyRange
	}
	if i, err := strconv.Atoi(step); err == nil && n.Kind == doc.List && i >= 0 && i < len(n.Items) && strconv.Itoa(i) == step {
		return n.Items[i], n.Items[i].Range
	}
	return nil, diag.Range{}
}

// schema returns the schema at a place, which it makes at first.
func (d *Document) schema(n *doc.Node, at string) *Schema {
	if s, ok := d.known[at]; ok {
		return s
	}
	s := &Schema{At: at, Range: n.Range}
	d.known[at] = s
	if n.Kind == doc.Bool {
		s.Bool = &n.Bool
		return s
	}
	for i := range n.Fields {
		s.Keys = append(s.Keys, d.keyword(&n.Fields[i], n, at))
	}
	d.name(n, at)
	return s
}

func (d *Document) keyword(f *doc.Field, in *doc.Node, at string) Keyword {
	k := Keyword{Name: f.Key, Means: d.draft.meaning(f.Key, in), At: at + "/" + Escape(f.Key), Range: f.KeyRange, Value: f.Value}
	switch formOf(f.Key, d.draft) {
	case oneSchema:
		if f.Value.Kind == doc.List && f.Key == "items" {
			k.List = d.list(f.Value, k.At)
		} else if isSchema(f.Value) {
			k.Sub = d.schema(f.Value, k.At)
		}
	case schemaList:
		k.List = d.list(f.Value, k.At)
	case schemaMap:
		for _, inner := range f.Value.Fields {
			if isSchema(inner.Value) {
				k.Named = append(k.Named, Named{inner.Key, d.schema(inner.Value, k.At+"/"+Escape(inner.Key))})
			}
		}
	case noSchema:
	}
	return k
}

func isSchema(n *doc.Node) bool { return n.Kind == doc.Map || n.Kind == doc.Bool }

func (d *Document) list(n *doc.Node, at string) []*Schema {
	var list []*Schema
	for i, item := range n.Items {
		if isSchema(item) {
			list = append(list, d.schema(item, at+"/"+strconv.Itoa(i)))
		}
	}
	return list
}

// findUnreadable finds regular expressions that RE2 does not read.
func (d *Document) findUnreadable(s *Schema) {
	for i := range s.Keys {
		k := &s.Keys[i]
		if k.Name == "pattern" && k.Value.Kind == doc.String && !readable(k.Value.Text) {
			d.Unreadable[k.At] = true
		}
		for _, n := range k.Named {
			if k.Name == "patternProperties" && !readable(n.Name) {
				d.Unreadable[n.Schema.At] = true
			}
		}
		k.Each(d.findUnreadable)
	}
}

func readable(pattern string) bool {
	_, err := regexp.Compile(pattern)
	return err == nil
}

// readable is a copy of a part without what is unreadable.
func (d *Document) readable(n *doc.Node, at string) *doc.Node {
	c := *n
	c.Fields, c.Items = nil, nil
	for _, f := range n.Fields {
		if inner := at + "/" + Escape(f.Key); !d.Unreadable[inner] {
			c.Fields = append(c.Fields, doc.Field{Key: f.Key, KeyRange: f.KeyRange, Value: d.readable(f.Value, inner)})
		}
	}
	for i, item := range n.Items {
		c.Items = append(c.Items, d.readable(item, at+"/"+strconv.Itoa(i)))
	}
	return &c
}

// Places returns the pointers of all schemas that were read, sorted.
func (d *Document) Places() []string { return slices.Sorted(maps.Keys(d.known)) }
