package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// place is all that schemas demand of one value, put together: a schema with what
// allOf and references add to it.
type place struct {
	of    *tree.Schema // the first of the schemas
	never bool
	types predicate.Types
	typed bool // some schema says a type
	// hinted says that the type is a guess, since the provider wants one.
	hinted bool
	// held are the keywords of which the first one can stay in a schema.
	held []held
	// objects and lists are the schemas that speak of members and of items.
	objects, lists []*tree.Schema
	required       []required
	unions         []held
	// whole are keywords that are kept as rules only.
	whole []held
	// ref is a reference that is all there is, annotations aside.
	ref *held

	around []*tree.Schema
}

// held is a keyword with its schema.
type held struct {
	of  *tree.Schema
	key *tree.Keyword
}

func (h held) residue() residue { return keyword(h.of, h.key) }

// required is a member that must be there.
type required struct {
	name string
	by   held
}

// gather puts together what schemas demand of one value.
func (f *fitter) gather(schemas ...*tree.Schema) *place {
	p := &place{of: schemas[0], types: predicate.Any}
	if ref := onlyReference(schemas); ref != nil {
		p.ref = ref
		return p
	}
	for _, s := range schemas {
		f.add(p, s)
	}
	return p
}

// add adds what a schema demands.
func (f *fitter) add(p *place, s *tree.Schema) {
	f.grow()
	if s.Never() || slices.Contains(p.around, s) {
		p.never = true
		return
	}
	p.around = append(p.around, s)
	defer func() { p.around = p.around[:len(p.around)-1] }()
	object, list := false, false
	for i := range s.Keys {
		h := held{s, &s.Keys[i]}
		switch h.key.Means {
		case "", "$defs", "minContains", "maxContains", "then", "else":
		case "type":
			p.types &= predicate.TypesOf(h.key.Value)
			p.typed = true
		case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
			object = true
		case "prefixItems", "items", "unevaluatedItems":
			list = true
		case "required":
			p.require(h)
		default:
			f.addLogic(p, h)
		}
	}
	if object {
		p.objects = append(p.objects, s)
	}
	if list {
		p.lists = append(p.lists, s)
	}
}

// addLogic adds a keyword that puts schemas together, or one that stands for
// itself.
func (f *fitter) addLogic(p *place, h held) {
	switch means := h.key.Means; {
	case means == "$ref":
		to := f.document.Target(h.key)
		if f.cycles.Recursive(h.of, to) {
			p.whole = append(p.whole, h)
			return
		}
		f.add(p, to)
	case means == "allOf", (means == "anyOf" || means == "oneOf") && len(h.key.List) == 1:
		for _, s := range h.key.List {
			f.add(p, s)
		}
	case means == "anyOf" || means == "oneOf":
		p.unions = append(p.unions, h)
	case slices.Contains([]string{"not", "if", "contains", "dependentSchemas", "dependencies", "propertyNames"}, means):
		p.whole = append(p.whole, h)
	default:
		p.held = append(p.held, h)
	}
}

func (p *place) require(h held) {
	for _, name := range h.key.Names() {
		if !p.requires(name) {
			p.required = append(p.required, required{name, h})
		}
	}
}

func (p *place) requires(name string) bool {
	return slices.ContainsFunc(p.required, func(r required) bool { return r.name == name })
}

// first returns the first of the held keywords with a meaning, and the others.
func (p *place) first(means string) (*held, []held) {
	var first *held
	var others []held
	for i := range p.held {
		if p.held[i].key.Means != means {
			continue
		}
		if first == nil {
			first = &p.held[i]
		} else {
			others = append(others, p.held[i])
		}
	}
	return first, others
}

// appliesTo are the types that a keyword speaks of; everything for one that
// speaks of all.
func appliesTo(means string) predicate.Types {
	switch means {
	case "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return predicate.Numeric
	case "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType":
		return predicate.String
	case "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "unevaluatedItems":
		return predicate.Array
	case "minProperties", "maxProperties", "propertyNames", "dependentRequired", "dependentSchemas", "dependencies", "required",
		"properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
		return predicate.Object
	}
	return predicate.Any
}
