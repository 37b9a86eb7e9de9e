package predicate

import (
	"strings"

	"github.com/contractc/contractc/internal/subset/tree"
)

// unevaluatedProperties can be said where the members that are looked at are the
// same for all values.
func (w *Writer) unevaluatedProperties(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	var known names
	all, err := w.looks(of, k, &known, nil)
	if err != nil || all {
		return constant(true), err
	}
	return w.others(k.Sub, known, p)
}

// looks collects the members that a schema looks at, and reports whether it
// looks at all of them.
func (w *Writer) looks(s *tree.Schema, asked *tree.Keyword, into *names, around []*tree.Schema) (bool, error) {
	if len(around) > maxDepth {
		return false, &Unsayable{asked, Unevaluated}
	}
	around = append(around, s)
	found := declared(s)
	into.listed = append(into.listed, found.listed...)
	into.patterns = append(into.patterns, found.patterns...)
	all := s.Has("additionalProperties")
	for i := range s.Keys {
		k := &s.Keys[i]
		switch k.Means {
		case "anyOf", "oneOf", "if", "dependentSchemas", "dependencies":
			return false, &Unsayable{asked, Unevaluated}
		case "unevaluatedProperties":
			if k != asked {
				return false, &Unsayable{asked, Unevaluated}
			}
		}
		for _, part := range w.beside(k) {
			more, err := w.looks(part, asked, into, around)
			if err != nil {
				return false, err
			}
			all = all || more
		}
	}
	return all, nil
}

// beside are the schemas that a keyword applies to the same value in any case.
func (w *Writer) beside(k *tree.Keyword) []*tree.Schema {
	switch k.Means {
	case "allOf":
		return k.List
	case "$ref":
		return []*tree.Schema{w.Document.Target(k)}
	}
	return nil
}

// unevaluatedItems can be said where nothing but the schema's own items looks at
// items.
func (w *Writer) unevaluatedItems(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	if of.Has("items") {
		return constant(true), nil
	}
	if of.Has("allOf", "anyOf", "oneOf", "if", "$ref", "contains", "dependentSchemas", "dependencies", "not") {
		return Cond{}, &Unsayable{k, Unevaluated}
	}
	return w.rest(k.Sub, prefixLength(of), p)
}

// lastStep is the name of the last step of a pointer.
func lastStep(at string) string {
	step := at[strings.LastIndexByte(at, '/')+1:]
	return strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
}
