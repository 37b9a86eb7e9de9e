package catalog

import (
	"slices"
	"strconv"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// constraintReader translates the constraint of one contract file to the typed algebra. What cannot be translated is reported and nil.
type constraintReader struct {
	*libraryLoad
	file         string
	params       []slotType
	anyParameter bool // the class is not known, which was reported
	used         map[string]bool
	depth        int
}

// maxConstraintDepth bounds the nesting of and, or and not.
const maxConstraintDepth = 32

func (r *constraintReader) refuse(n *doc.Node, code, detail, format string, args ...any) schema.Constraint {
	r.report(r.file, n.Range, code, detail, format, args...)
	return nil
}

// constraint translates a ConstraintSource: exactly one of its keys is given.
func (r *constraintReader) constraint(n *doc.Node) schema.Constraint {
	if r.depth++; r.depth > maxConstraintDepth {
		return r.refuse(n, "limit.depth", "split the contract", "the constraint is nested more than %d deep", maxConstraintDepth)
	}
	defer func() { r.depth-- }()
	forms := givenFields(n)
	if len(forms) != 1 {
		return r.notOneForm(n, forms)
	}
	f := forms[0]
	switch f.Key {
	case "unrestricted":
		if !f.Value.Bool {
			return r.refuse(f.Value, "constraint.form", "write true, or another form", "unrestricted can only be true")
		}
		return &schema.Unrestricted{}
	case "all_of", "any_of":
		return r.joined(f)
	case "negated":
		return r.negated(f.Value)
	case "state_all", "state_at":
		return r.state(f)
	}
	return r.overEvents(f)
}

// givenFields are the entries of a map that are not null.
func givenFields(n *doc.Node) []doc.Field {
	return slices.DeleteFunc(slices.Clone(fields(n)), func(f doc.Field) bool { return f.Value.Kind == doc.Null })
}

func (r *constraintReader) notOneForm(n *doc.Node, found []doc.Field) schema.Constraint {
	at := n.Range
	if len(found) > 1 {
		at = found[1].KeyRange
	}
	const forms = "write one of unrestricted, empty, all, exists, unique_by, count, sum, exists_pair, state_all, state_at, all_of, any_of, negated"
	r.report(r.file, at, "constraint.form", forms, "a constraint has exactly one form, not %d", len(found))
	return nil
}

func (r *constraintReader) joined(f doc.Field) schema.Constraint {
	if len(f.Value.Items) < 2 {
		return r.refuse(f.Value, "constraint.form", "write two or more constraints", "%s joins %d constraints", f.Key, len(f.Value.Items))
	}
	var operands []schema.Constraint
	for _, item := range f.Value.Items {
		if c := r.constraint(item); c != nil {
			operands = append(operands, c)
		}
	}
	switch {
	case len(operands) < len(f.Value.Items):
		return nil
	case f.Key == "all_of":
		return &schema.And{Operands: operands}
	default:
		return &schema.Or{Operands: operands}
	}
}

func (r *constraintReader) negated(n *doc.Node) schema.Constraint {
	c := r.constraint(n)
	if c == nil {
		return nil
	}
	return &schema.Not{Operand: c}
}

// overEvents translates the forms that speak of sets of events.
func (r *constraintReader) overEvents(f doc.Field) schema.Constraint {
	if f.Key == "exists_pair" {
		return r.pair(f.Value)
	}
	set, sc, ok := r.set(f.Value.Get("set"))
	if !ok {
		return nil
	}
	switch f.Key {
	case "empty":
		return &schema.Empty{Set: set}
	case "all", "exists":
		return r.quantified(f, set, sc)
	case "unique_by":
		if key := r.key(f.Value.Get("key"), sc); key != nil {
			return &schema.UniqueBy{Set: set, Key: key}
		}
	case "count":
		if bound := r.bound(f.Value.Get("bound"), value.Type{Kind: value.Integer}); bound != nil {
			return &schema.Count{Set: set, Op: schema.Comparison(f.Value.Get("op").Text), Bound: bound}
		}
	case "sum":
		return r.sum(f.Value, set, sc)
	}
	return nil
}

func (r *constraintReader) quantified(f doc.Field, set schema.EffectSet, sc scope) schema.Constraint {
	predicate := r.predicate(f.Value.Get("predicate"), sc)
	switch {
	case predicate == nil:
		return nil
	case f.Key == "all":
		return &schema.All{Set: set, Predicate: predicate}
	default:
		return &schema.Exists{Set: set, Predicate: predicate}
	}
}

func (r *constraintReader) predicate(n *doc.Node, sc scope) schema.Predicate {
	p, diags := sc.predicate(r.display(r.file), n)
	r.diags.Add(diags...)
	r.use(sc)
	return p
}

// use remembers the parameters that expressions named.
func (r *constraintReader) use(sc scope) {
	if r.used == nil {
		r.used = map[string]bool{}
	}
	for _, name := range *sc.named {
		r.used[name] = true
	}
}

// key is a term over the event alone.
func (r *constraintReader) key(n *doc.Node, sc scope) schema.Term {
	sc.noParam = "a key is taken from the event alone"
	term, t, diags := sc.term(r.display(r.file), n)
	r.diags.Add(diags...)
	if term != nil && t.Kind == value.Invalid {
		r.refuse(n, "cel.type", "use a field with a type", "a key of any type has no order")
		return nil
	}
	return term
}

// bound is a term over parameters alone.
func (r *constraintReader) bound(n *doc.Node, want value.Type) schema.Term {
	sc := r.paramScope()
	sc.noEvent = "a bound does not depend on an event"
	term := r.termOf(r.file, n, sc, want)
	r.use(sc)
	return term
}

func (r *constraintReader) paramScope() scope {
	return scope{params: r.params, anyParam: r.anyParameter, enum: r.enumHas, named: &[]string{}}
}

func (r *constraintReader) sum(n *doc.Node, set schema.EffectSet, sc scope) schema.Constraint {
	name := n.Get("field")
	slot, ok := findSlot(sc.event, name.Text)
	if !ok {
		detail := choice(name.Text, slotNames(sc.event), "fields are")
		return r.refuse(name, "cel.field", detail, "%s no field %s", sc.effects, quote(name.Text))
	}
	if !slot.Type.Kind.Numeric() {
		return r.refuse(name, "cel.type", "sum a field of type integer or decimal", "a field of type %s cannot be summed", slot.Type)
	}
	bound := r.bound(n.Get("bound"), slot.Type)
	if bound == nil {
		return nil
	}
	return &schema.Sum{Set: set, Field: name.Text, Op: schema.Comparison(n.Get("op").Text), Bound: bound}
}

func (r *constraintReader) pair(n *doc.Node) schema.Constraint {
	left, leftScope, okLeft := r.set(n.Get("left"))
	right, rightScope, okRight := r.set(n.Get("right"))
	if !okLeft || !okRight {
		return nil
	}
	both := append(slices.Clone(leftScope.of), rightScope.of...)
	key := r.key(n.Get("key"), r.eventsScope(both))
	if key == nil {
		return nil
	}
	return &schema.ExistsPair{Left: left, Right: right, Key: key}
}

// set reads an explicit list of effect types with its filter, and what expressions over its members may name.
func (r *constraintReader) set(n *doc.Node) (schema.EffectSet, scope, bool) {
	set := schema.EffectSet{Version: n.Get("version").Text, Effects: []string{}}
	var effects []*index.Effect
	names := n.Get("effects")
	for _, name := range names.Items {
		e := r.effect(r.file, name)
		if e == nil {
			continue
		}
		if slices.Contains(set.Effects, e.ID) {
			r.refuse(name, "bundle.duplicate", "name each effect type once", "the effect type %s is in the set twice", quote(name.Text))
			continue
		}
		set.Effects, effects = append(set.Effects, e.ID), append(effects, e)
	}
	if len(names.Items) == 0 {
		r.refuse(names, "constraint.set", "name the effect types", "the set has no effect types")
	}
	sc := r.eventsScope(effects)
	if len(effects) == 0 || len(effects) < len(names.Items) {
		return set, sc, false
	}
	if where := given(n, "where"); where != nil {
		if set.Where = r.predicate(where, sc); set.Where == nil {
			return set, sc, false
		}
	}
	return set, sc, true
}

// eventsScope is what an expression over an event of any of the effects may name: the fields that all of them have with one type.
func (r *constraintReader) eventsScope(effects []*index.Effect) scope {
	sc := r.paramScope()
	sc.of, sc.partial, sc.effects = effects, map[string]string{}, effectsHave(effects)
	for i, e := range effects {
		for _, f := range e.Fields {
			if hasSlot(sc.event, f.Name) || sc.partial[f.Name] != "" {
				continue
			}
			if why := differs(f, e, effects); why != "" {
				sc.partial[f.Name] = why
			} else if i == 0 {
				sc.event = append(sc.event, slotType{f.Name, f.Type})
			}
		}
	}
	return sc
}

func effectsHave(effects []*index.Effect) string {
	var names []string
	for _, e := range effects {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	if len(names) == 1 {
		return "the effect type " + names[0] + " has"
	}
	return "the effect types " + enumerate(names, "and") + " have"
}

// differs says why a field cannot be named for all effects; empty where it can.
func differs(f index.Field, of *index.Effect, effects []*index.Effect) string {
	for _, e := range effects {
		i := fieldIndex(e, f.Name)
		if i < 0 {
			return strconv.Quote(f.Name) + " is a field of " + of.Name + " and not of " + e.Name
		}
		if e.Fields[i].Type.String() != f.Type.String() || e.Fields[i].Type.Enum != f.Type.Enum {
			return strconv.Quote(f.Name) + " is of type " + f.Type.String() + " in " + of.Name + " and of type " + e.Fields[i].Type.String() + " in " + e.Name
		}
	}
	return ""
}

// state translates the forms that speak of the final value of a state cell.
func (r *constraintReader) state(f doc.Field) schema.Constraint {
	cell := r.cell(r.file, f.Value.Get("cell"))
	if cell == nil {
		return nil
	}
	if f.Key == "state_all" {
		sc := r.paramScope()
		sc.effects, sc.event = "the entry of a state cell has", []slotType{{"key", cell.Key}, {"value", cell.Value}}
		predicate := r.predicate(f.Value.Get("predicate"), sc)
		if predicate == nil {
			return nil
		}
		return &schema.StateAll{Cell: cell.ID, Predicate: predicate}
	}
	key, v := r.bound(f.Value.Get("key"), cell.Key), r.bound(f.Value.Get("value"), cell.Value)
	if key == nil || v == nil {
		return nil
	}
	op := schema.Comparison(f.Value.Get("op").Text)
	if op != schema.ComparisonEq && op != schema.ComparisonNe && !cell.Value.Kind.Ordered() {
		return r.refuse(f.Value.Get("op"), "cel.type", "use eq or ne", "values of type %s have no order", cell.Value)
	}
	return &schema.StateAt{Cell: cell.ID, Key: key, Op: op, Value: v}
}

// placeOf is the range of an element's beginning.
func (b *bundleLoad) placeOf(e index.Element) diag.Range {
	at := diag.Position{Line: e.Line, Column: e.Column}
	return diag.Range{Start: at, End: at}
}
