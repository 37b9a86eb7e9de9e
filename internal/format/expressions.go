package format

import (
	"sync"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// ExpressionsOf finds the expressions of a file of a bundle: the values of slots
// that the schema of its kind annotates with the language cel. A file without a
// kind that has a rule is a policy in CEL Policy.
func ExpressionsOf(root *doc.Node) map[*doc.Node]bool {
	view, err := sharedView()
	if err != nil {
		return nil
	}
	w := walker{view: view, found: map[*doc.Node]bool{}}
	w.object(view.Class(w.classOf(root)), root)
	return w.found
}

// ClassOf is the class of the schema that a file is of, by its kind; a file
// without a kind that has a rule is a PolicyFile. It is empty where none is known.
func ClassOf(root *doc.Node) string {
	view, err := sharedView()
	if err != nil {
		return ""
	}
	w := walker{view: view}
	return w.classOf(root)
}

var sharedView = sync.OnceValues(func() (*linkml.View, error) { return linkml.LoadFS(schema.FS, "documents.yaml") })

type walker struct {
	view  *linkml.View
	found map[*doc.Node]bool
}

// classOf is the class of a document: the one whose kind it says.
func (w *walker) classOf(root *doc.Node) string {
	kind := root.Get("kind")
	if kind == nil || kind.Kind != doc.String {
		if root.Get("rule") != nil {
			return "PolicyFile"
		}
		return ""
	}
	for _, c := range w.view.Classes {
		for _, s := range w.view.Induced(c) {
			if s.Name == "kind" && s.Expr.EqualsString != nil && *s.Expr.EqualsString == kind.Text {
				return c.Name
			}
		}
	}
	return ""
}

// object goes through the slots of an object of a class.
func (w *walker) object(c *linkml.Class, n *doc.Node) {
	if c == nil || n == nil || n.Kind != doc.Map {
		return
	}
	for _, s := range w.view.Induced(c) {
		if v := n.Get(s.Property); v != nil {
			w.slot(s, v)
		}
	}
}

func (w *walker) slot(s *linkml.Induced, v *doc.Node) {
	if language, _ := s.Annotation("language"); language == "cel" {
		w.mark(v)
		return
	}
	switch {
	case s.Class == nil:
	case v.Kind == doc.List:
		for _, item := range v.Items {
			w.object(s.Class, item)
		}
	case s.Dict && v.Kind == doc.Map:
		w.dict(s.Class, v)
	default:
		w.object(s.Class, v)
	}
}

// dict goes through objects under their keys, where a bare value stands for the
// only slot that it can.
func (w *walker) dict(c *linkml.Class, v *doc.Node) {
	for _, f := range v.Fields {
		if f.Value.Kind == doc.Map {
			w.object(c, f.Value)
			continue
		}
		for _, s := range w.view.Induced(c) {
			if bare, _ := s.Annotation("simple_dict_value"); bare == true {
				w.slot(s, f.Value)
			}
		}
	}
}

// mark notes an expression, or each of a list.
func (w *walker) mark(v *doc.Node) {
	switch v.Kind {
	case doc.String:
		w.found[v] = true
	case doc.List:
		for _, item := range v.Items {
			w.mark(item)
		}
	}
}
