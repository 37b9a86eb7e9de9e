package predicate

import (
	"errors"
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/tree"
)

// Bounds of one expression. The environment takes no longer ones.
const (
	maxLength = 20_000
	maxSteps  = 20_000
	maxDepth  = 90
)

// Writer writes schemas of one document. It is for one expression.
type Writer struct {
	Document *tree.Document

	steps, depth int
	// around are the targets of references that are being written.
	around []*tree.Schema
	// last is the keyword that is being written.
	last *tree.Keyword
}

// Schema returns the condition that a value conforms to a schema. The error is an
// *Unsayable.
func (w *Writer) Schema(s *tree.Schema, p Place) (Cond, error) {
	if err := w.step(); err != nil {
		return Cond{}, err
	}
	w.depth++
	defer func() { w.depth-- }()
	if s.Bool != nil {
		return constant(*s.Bool), nil
	}
	var list []Cond
	before := p
	if k := s.Get("type"); k != nil {
		types := TypesOf(k.Value)
		if !impliesType(s, types) {
			list = append(list, hasType(p.Expr, types, p.Known))
		}
		p.Known &= types
	}
	p.sure = append(slices.Clone(p.sure), s.Get("required").Names()...)
	for i := range s.Keys {
		k, at := &s.Keys[i], p
		switch k.Means {
		case "type":
			continue
		case "enum", "const":
			at = before
		}
		c, err := w.Keyword(s, k, at)
		if err != nil {
			return Cond{}, err
		}
		list = append(list, c)
	}
	return w.sized(And(list...))
}

// impliesType reports whether all values that a schema lists are of its types.
func impliesType(s *tree.Schema, types Types) bool {
	var values []*doc.Node
	if k := s.Get("const"); k != nil {
		values = []*doc.Node{k.Value}
	} else if k := s.Get("enum"); k != nil {
		values = k.Value.Items
	}
	for _, v := range values {
		if TypeOf(v)&^types != 0 {
			return false
		}
	}
	return len(values) > 0
}

// step counts the work, and stops what would grow without end.
func (w *Writer) step() error {
	w.steps++
	if w.steps > maxSteps || w.depth > maxDepth {
		return w.cannot(Large)
	}
	return nil
}

// sized stops what would grow too long.
func (w *Writer) sized(c Cond) (Cond, error) {
	if len(c.text) > maxLength {
		return Cond{}, w.cannot(Large)
	}
	return c, nil
}

func (w *Writer) cannot(reason Reason) error { return &Unsayable{w.last, reason} }

// Keyword returns the condition that a value conforms to one keyword of a schema;
// true for one that says nothing of values. The error is an *Unsayable.
func (w *Writer) Keyword(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	if err := w.step(); err != nil {
		return Cond{}, err
	}
	w.last = k
	if k.Means == "required" {
		p.sure = nil
	}
	c, err := w.keyword(of, k, p)
	if err != nil {
		var known *Unsayable
		if !errors.As(err, &known) {
			err = &Unsayable{k, Large}
		}
		return Cond{}, err
	}
	return w.sized(c)
}

func (w *Writer) keyword(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	switch k.Means {
	case "type":
		return hasType(p.Expr, TypesOf(k.Value), p.Known), nil
	case "enum":
		return w.choice(k, k.Value.Items, p)
	case "const":
		return w.choice(k, []*doc.Node{k.Value}, p)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return w.numeric(k, p)
	case "minLength", "maxLength", "pattern":
		return w.text(k, p)
	case "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "unevaluatedItems":
		return w.list(of, k, p)
	case "required", "properties", "patternProperties", "additionalProperties", "propertyNames", "minProperties", "maxProperties",
		"dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties":
		return w.object(of, k, p)
	case "allOf", "anyOf", "oneOf", "not", "if", "$ref":
		return w.logic(of, k, p)
	}
	return constant(true), nil
}
