package predicate

import (
	"errors"

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

	steps, length, depth int
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
	if k := s.Get("type"); k != nil {
		types := TypesOf(k.Value)
		list = append(list, hasType(p.Expr, types, p.Known))
		p.Known &= types
	}
	for i := range s.Keys {
		if s.Keys[i].Means == "type" {
			continue
		}
		c, err := w.Keyword(s, &s.Keys[i], p)
		if err != nil {
			return Cond{}, err
		}
		list = append(list, c)
	}
	return w.sized(And(list...))
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
