package policydiff

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// parameters are those of both versions of a contract.
type parameters struct {
	comparable       bool                      // an expression can mean something in both
	shared           map[string]lower.Symbolic // in both, with one type
	oldOnly, newOnly map[string]schema.Value   // defaults of those that one version has

	// oldDefaults and newDefaults are the defaults of shared parameters of which
	// the default changed.
	oldDefaults, newDefaults map[string]schema.Value

	fits func(map[string]schema.Value) error
}

// parameters compares the parameters of both versions, and notes what changes
// which arguments can be given.
func (d *differ) parameters(c *change, old, new *index.Contract) parameters {
	p := parameters{
		comparable: true, shared: map[string]lower.Symbolic{}, oldOnly: map[string]schema.Value{}, newOnly: map[string]schema.Value{},
		oldDefaults: map[string]schema.Value{}, newDefaults: map[string]schema.Value{},
	}
	before, after := byName(old.Parameters), byName(new.Parameters)
	for _, name := range union(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after))) {
		a, b := before[name], after[name]
		if a != nil && b != nil && prove.SameType(a.Type, b.Type) {
			p.share(c, a, b)
			continue
		}
		p.alone(c, a, b)
	}
	if otherOrder(old.Parameters, new.Parameters) && p.comparable {
		c.note(Incomparable, "the order of the parameters changed, so that arguments without a name are those of others")
	}
	p.fits = func(values map[string]schema.Value) error {
		if err := fitsAll(old.Parameters)(values); err != nil {
			return err
		}
		return fitsAll(new.Parameters)(values)
	}
	return p
}

// otherOrder reports whether arguments without a name mean other parameters.
func otherOrder(old, new []index.Parameter) bool {
	for i := range min(len(old), len(new)) {
		if old[i].Name != new[i].Name {
			return true
		}
	}
	return false
}

func byName(list []index.Parameter) map[string]*index.Parameter {
	m := map[string]*index.Parameter{}
	for i := range list {
		m[list[i].Name] = &list[i]
	}
	return m
}

// alone takes a parameter that one version has, or both with different types.
func (p *parameters) alone(c *change, old, new *index.Parameter) {
	switch {
	case old != nil && new != nil:
		c.note(Incomparable, "the parameter %q was of type %s and is of type %s", old.Name, old.Type, new.Type)
	case old != nil:
		c.note(Unchanged, "the parameter %q was removed, which %s", old.Name, defaultWords(old))
	default:
		c.note(Unchanged, "the parameter %q was added, which %s", new.Name, defaultWords(new))
	}
	for _, side := range []struct {
		of   *index.Parameter
		only map[string]schema.Value
	}{{old, p.oldOnly}, {new, p.newOnly}} {
		switch {
		case side.of == nil:
		case side.of.Default == nil:
			p.comparable = false
		default:
			side.only[side.of.Name] = side.of.Default
		}
	}
}

func defaultWords(p *index.Parameter) string {
	if p.Default == nil {
		return "has no default"
	}
	return "counts with its default"
}

// share takes a parameter of both versions.
func (p *parameters) share(c *change, old, new *index.Parameter) {
	if old.Description != new.Description {
		c.note(Reworded, "the description of the parameter %q changed", old.Name)
	}
	s, other := argument(old), argument(new)
	s.Patterns, s.Values = union(s.Patterns, other.Patterns), inBoth(s.Values, other.Values)
	if len(s.Values) == 0 && len(old.Values) > 0 && len(new.Values) > 0 {
		p.comparable = false
	}
	s.Minimum, s.Maximum = later(s.Minimum, other.Minimum, 1), later(s.Maximum, other.Maximum, -1)
	if s.Minimum != nil && s.Maximum != nil && s.Minimum.Cmp(*s.Maximum) > 0 {
		p.comparable = false
	}
	p.shared[old.Name] = s
	noteFacets(c, old, new)
	switch {
	case old.Default == nil && new.Default != nil:
		c.note(Loosened, "the parameter %q has a default now, so that an expression may leave it out", old.Name)
	case old.Default != nil && new.Default == nil:
		c.note(Tightened, "the parameter %q has no default any more, so that an expression must give it", old.Name)
	case old.Default != nil && !value.Equal(old.Default, new.Default):
		p.oldDefaults[old.Name], p.newDefaults[old.Name] = old.Default, new.Default
	}
}

// later is the bound that restricts more; sign is 1 for a minimum.
func later(a, b *value.Number, sign int) *value.Number {
	if a == nil || b != nil && b.Cmp(*a)*sign > 0 {
		return b
	}
	return a
}

// noteFacets notes how the values that a parameter takes changed.
func noteFacets(c *change, old, new *index.Parameter) {
	noteBound(c, old.Name, "least", old.Minimum, new.Minimum, 1)
	noteBound(c, old.Name, "greatest", old.Maximum, new.Maximum, -1)
	noteSet(c, fmt.Sprintf("a pattern of the parameter %q", old.Name), old.Patterns, new.Patterns, Tightened)
	noteSet(c, fmt.Sprintf("a value of the parameter %q", old.Name), old.Values, new.Values, Loosened)
}

// noteBound notes that a bound changed; sign is 1 for a least value.
func noteBound(c *change, name, which, old, new string, sign int) {
	a, hadOne := value.ParseNumber(old)
	b, hasOne := value.ParseNumber(new)
	switch {
	case !hadOne && !hasOne, hadOne && hasOne && a.Cmp(b) == 0:
	case !hasOne, hadOne && b.Cmp(a)*sign < 0:
		c.note(Loosened, "the %s value of the parameter %q was %s and is %s", which, name, orNone(old), orNone(new))
	default:
		c.note(Tightened, "the %s value of the parameter %q was %s and is %s", which, name, orNone(old), orNone(new))
	}
}

func orNone(bound string) string {
	if bound == "" {
		return "not bounded"
	}
	return bound
}

// noteSet notes what was added to a list and what was removed from it, where
// adding is of a class.
func noteSet(c *change, what string, old, new []string, adding Class) {
	for _, s := range new {
		if !slices.Contains(old, s) {
			c.note(adding, "%s was added: %q", what, s)
		}
	}
	for _, s := range old {
		if !slices.Contains(new, s) {
			c.note(flipped(adding), "%s was removed: %q", what, s)
		}
	}
}

// maxDefaults is of how many changed defaults every choice is compared.
const maxDefaults = 4

// leftOut are the choices of parameters that an expression may leave out and of
// which the default changed, the one of all of them first.
func (p *parameters) leftOut() [][]string {
	names := slices.Sorted(maps.Keys(p.oldDefaults))
	if len(names) == 0 {
		return nil
	}
	list := [][]string{names}
	if len(names) > maxDefaults {
		return list
	}
	for choice := 1; choice < 1<<len(names)-1; choice++ {
		var left []string
		for i, name := range names {
			if choice&(1<<i) != 0 {
				left = append(left, name)
			}
		}
		list = append(list, left)
	}
	return list
}

// withDefaults is the comparison for expressions that leave out parameters of which
// the default changed.
func (p *parameters) withDefaults(old, new *index.Contract, left []string) twoConstraints {
	two := twoConstraints{
		old: old.Constraint, new: new.Constraint, shared: maps.Clone(p.shared), oldValues: maps.Clone(p.oldOnly), newValues: maps.Clone(p.newOnly), fits: p.fits,
		case_: "where the defaults that changed are left out: ",
	}
	if len(left) < len(p.oldDefaults) {
		two.case_ = fmt.Sprintf("where of the defaults that changed that of %s is left out: ", list(left))
	}
	for _, name := range left {
		two.oldValues[name], two.newValues[name] = p.oldDefaults[name], p.newDefaults[name]
		delete(two.shared, name)
	}
	return two
}

// symbolics are parameters with any values.
func symbolics(list []index.Parameter) map[string]lower.Symbolic {
	m := map[string]lower.Symbolic{}
	for i := range list {
		m[list[i].Name] = argument(&list[i])
	}
	return m
}

// argument is any value that a parameter takes.
func argument(p *index.Parameter) lower.Symbolic {
	s := prove.AnyValue(*p)
	s.Patterns = p.Patterns
	return s
}

func inBoth(a, b []string) []string {
	in := asSet(b)
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return !in[s] })
}

// fitsAll says why values cannot be arguments.
func fitsAll(list []index.Parameter) func(map[string]schema.Value) error {
	return func(values map[string]schema.Value) error {
		for i := range list {
			if v := values[list[i].Name]; v != nil {
				if err := catalog.CheckArgument(&list[i], v); err != nil {
					return fmt.Errorf("the argument %q: %w", list[i].Name, err)
				}
			}
		}
		return nil
	}
}
