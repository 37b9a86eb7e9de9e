package pywrap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/schema/linkml"
)

// Records are the library's own classes that are neither contract nor effect types: what expressions name as classes.
func Records(view *linkml.View) []*linkml.Class {
	if view == nil {
		return nil
	}
	var out []*linkml.Class
	for _, c := range view.Classes {
		if c.Schema == view.Root && !below(view, c, "Contract") && !below(view, c, "EffectEvent") {
			out = append(out, c)
		}
	}
	return out
}

func below(view *linkml.View, c *linkml.Class, name string) bool {
	top := view.Class(name)
	return top != nil && view.IsA(c, top)
}

// classes writes a dataclass for each record.
func (m *module) classes() []string {
	records := Records(m.view)
	for _, c := range records {
		m.names = append(m.names, c.Name)
	}
	var out []string
	for _, c := range records {
		e := &index.Element{ID: c.Name, File: m.lib.ID + "/schema.yaml", Line: c.At.Start.Line, Column: c.At.Start.Column}
		if !isName(c.Name) || slices.Contains(reserved(), c.Name) {
			m.problem(e, "the class %q cannot be one in Python", c.Name)
		}
		out = append(out, m.class(c, e))
	}
	return out
}

func (m *module) class(c *linkml.Class, e *index.Element) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n\n@dataclass(frozen=True, kw_only=True)\nclass %s:\n", c.Name)
	if c.Description != "" {
		b.WriteString(docstring(c.Description, "    ") + "\n")
	}
	fmt.Fprintf(&b, "    _contract_class: ClassVar[str] = %s\n", pyexpr.Repr(m.lib.ID+"."+c.Name))
	for _, s := range m.view.Induced(c) {
		if !isName(s.Property) || strings.HasPrefix(s.Property, "_") {
			m.problem(e, "the field %q of %q cannot be one in Python", s.Property, c.Name)
		}
		annotation := FieldAnnotation(m.view, s, m.names)
		if !s.Required() {
			annotation += " | None = None"
		}
		fmt.Fprintf(&b, "    %s: %s\n", s.Property, annotation)
	}
	return b.String()
}

// FieldAnnotation is the annotation of a field of a record; names are the records of the module.
func FieldAnnotation(view *linkml.View, s *linkml.Induced, names []string) string {
	annotation := "object"
	switch {
	case s.Class != nil && s.Form == linkml.FormObject && slices.Contains(names, s.Class.Name):
		annotation = s.Class.Name
	case s.Class != nil && s.Form == linkml.FormReference, s.Enum != nil:
		annotation = "str"
	case s.Type != nil:
		annotation = map[linkml.Kind]string{linkml.KindInteger: "int", linkml.KindBoolean: "bool", linkml.KindNumber: "Decimal", linkml.KindString: "str"}[view.Kind(s.Type)]
	}
	if s.Multivalued() {
		return "list[" + annotation + "]"
	}
	return annotation
}
