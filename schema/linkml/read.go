package linkml

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// The codes of problems in schema files.
const (
	CodeShape       = "linkml.shape"
	CodeMetaslot    = "linkml.unknown-metaslot"
	CodeUnsupported = "linkml.unsupported"
	CodeDuplicate   = "linkml.duplicate"
	CodeName        = "linkml.name"
	CodePattern     = "linkml.pattern"
	CodeNumber      = "linkml.number"
	CodeDepth       = "linkml.depth"
)

// maxExpressionDepth bounds how deep anonymous expressions may nest.
const maxExpressionDepth = 32

// reader turns the tree of one schema file into a Schema. It reports every problem and goes on.
type reader struct {
	file   string
	list   diag.List
	schema *Schema
	depth  int
}

// Read reads one schema file from its tree. file is the name that diagnostics carry. It resolves nothing: imports,
// ranges and parents are checked by [Load]. The schema is nil only if the document is not a map.
func Read(file string, n *doc.Node) (*Schema, diag.List) {
	r := &reader{file: file, schema: &Schema{File: file}}
	if n == nil || n.Kind != doc.Map {
		r.errorf(at(n), CodeShape, "a schema must be a map").detail("Begin the file with id: and name:.")
		return nil, r.list
	}
	r.readSchema(n)
	return r.schema, r.list
}

func at(n *doc.Node) diag.Range {
	if n == nil {
		return diag.Range{}
	}
	return n.Range
}

// finding is the diagnostic added last, so that a detail can follow.
type finding struct{ d *diag.Diagnostic }

func (f finding) detail(format string, args ...any) { *f.d = f.d.WithDetail(format, args...) }

func (r *reader) errorf(at diag.Range, code, format string, args ...any) finding {
	r.list.Errorf(r.file, at, code, format, args...)
	return finding{&r.list[len(r.list)-1]}
}

// nested runs read one level deeper, unless that is too deep.
func (r *reader) nested(n *doc.Node, read func()) {
	if r.depth >= maxExpressionDepth {
		r.errorf(at(n), CodeDepth, "expressions nest more than %d deep", maxExpressionDepth).detail("Name the inner expression and refer to it.")
		return
	}
	r.depth++
	read()
	r.depth--
}

// metaslots reads the fields of n, a map (null is an empty one). known gets each field that is not null; it returns
// false for a name it does not know.
func (r *reader) metaslots(metaclass string, n *doc.Node, known func(key string, v *doc.Node) bool) {
	if n == nil || n.Kind == doc.Null {
		return
	}
	if n.Kind != doc.Map {
		r.errorf(n.Range, CodeShape, "%s must be a map, not %s", article(metaclass), n.Kind).detail("Write its metaslots as key: value.")
		return
	}
	for i := range n.Fields {
		r.metaslot(metaclass, &n.Fields[i], known)
	}
}

func (r *reader) metaslot(metaclass string, f *doc.Field, known func(string, *doc.Node) bool) {
	r.schema.Metaslots = append(r.schema.Metaslots, Metaslot{Metaclass: metaclass, Name: f.Key, At: f.KeyRange})
	switch {
	case f.Value.Kind == doc.Null && isMetaslot(metaclass, f.Key):
	case f.Value.Kind != doc.Null && known(f.Key, f.Value):
	case r.documentation(f):
	case isMetaslot(metaclass, f.Key):
		r.unsupported(f)
	default:
		r.errorf(f.KeyRange, CodeMetaslot, "%q is not a metaslot of %s", f.Key, article(metaclass)).
			detail("%s", meant(len(r.list), f.Key, func() []string { return strings.Fields(metaslotNames(metaclass)) }, "Check the spelling, or move it below annotations."))
	}
}

// unsupported records a metaslot that is known and that we do not evaluate. Load makes it an error.
func (r *reader) unsupported(f *doc.Field) {
	r.schema.Unsupported = append(r.schema.Unsupported, Unsupported{Metaslot: f.Key, At: f.KeyRange})
}

func article(noun string) string {
	switch noun[0] {
	case 'a', 'e', 'i', 'o':
		return "an " + noun
	}
	return "a " + noun
}

// text reads a string. Numbers and booleans are refused: to another reader of YAML they are other texts.
func (r *reader) text(n *doc.Node) string {
	if n.Kind != doc.String {
		r.errorf(n.Range, CodeShape, "expected a string, not %s", n.Kind).detail("Put it in quotes.")
		return ""
	}
	return n.Text
}

func (r *reader) ref(n *doc.Node) *Ref { return &Ref{Name: r.text(n), At: n.Range} }

func (r *reader) boolean(n *doc.Node) *bool {
	if n.Kind != doc.Bool {
		r.errorf(n.Range, CodeShape, "expected true or false, not %s", n.Kind).detail("Write true or false without quotes.")
		return nil
	}
	b := n.Bool
	return &b
}

func (r *reader) flag(n *doc.Node) bool {
	b := r.boolean(n)
	return b != nil && *b
}

// each calls read for every item of a list; a single value stands for a list of one.
func (r *reader) each(n *doc.Node, read func(*doc.Node)) {
	if n.Kind != doc.List {
		read(n)
		return
	}
	for _, item := range n.Items {
		read(item)
	}
}

func (r *reader) texts(n *doc.Node) []string {
	out := []string{}
	r.each(n, func(item *doc.Node) { out = append(out, r.text(item)) })
	return out
}

func (r *reader) refs(n *doc.Node) []Ref {
	out := []Ref{}
	r.each(n, func(item *doc.Node) { out = append(out, *r.ref(item)) })
	return out
}

// named reads a collection that is a map from names to bodies (null is an empty body), or a list of bodies with a
// name, or a list of names. key is the metaslot that holds the name.
func (r *reader) named(n *doc.Node, key string, read func(name string, at diag.Range, body *doc.Node)) {
	seen := map[string]bool{}
	add := func(name string, at diag.Range, body *doc.Node) {
		if seen[name] {
			r.errorf(at, CodeDuplicate, "%q is defined twice", name).detail("Rename or remove one of them.")
			return
		}
		seen[name] = true
		read(name, at, body)
	}
	switch n.Kind {
	case doc.Map:
		for _, f := range n.Fields {
			r.checkInnerName(f, key)
			add(f.Key, f.KeyRange, f.Value)
		}
	case doc.List:
		for _, item := range n.Items {
			if item.Kind == doc.String {
				add(item.Text, item.Range, nil)
			} else if name := item.Get(key); name == nil || name.Kind != doc.String {
				r.errorf(item.Range, CodeShape, "this element has no %s", key).detail("Give each element of the list a %s, a string.", key)
			} else {
				add(name.Text, name.Range, item)
			}
		}
	default:
		r.errorf(n.Range, CodeShape, "expected a map of named elements, not %s", n.Kind).detail("Write each element as name: {…}.")
	}
}

// checkInnerName refuses a name inside a body that contradicts the key it stands under.
func (r *reader) checkInnerName(f doc.Field, key string) {
	if inner := f.Value.Get(key); inner != nil && inner.Kind != doc.Null && (inner.Kind != doc.String || inner.Text != f.Key) {
		r.errorf(inner.Range, CodeName, "the %s differs from the key %q", key, f.Key).detail("Leave the %s out.", key)
	}
}
