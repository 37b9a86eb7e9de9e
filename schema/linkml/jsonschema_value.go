package linkml

import (
	"encoding/json"
	"strings"
)

func number(text string) json.Number { return json.Number(text) }

func pointerStep(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// both is a schema that holds where both hold. Neither is changed.
func both(a, b map[string]any) map[string]any {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	return map[string]any{"allOf": []any{a, b}}
}

// one is the schema of a single value of a slot.
func (g *schemaGen) one(s *Induced) map[string]any {
	out := g.target(s.Target)
	if g.structure {
		return out
	}
	out = merge(out, g.expression(&s.Expr, s, false))
	if s.Expr.SubpropertyOf != nil && s.Class == nil && s.Type != nil {
		out = merge(out, map[string]any{"enum": texts(g.view.subproperties(s))})
	}
	return out
}

// merge puts the keywords of two schemas together if they have none in common and neither refers elsewhere.
func merge(a, b map[string]any) map[string]any {
	for key := range b {
		if _, clash := a[key]; clash {
			return both(a, b)
		}
	}
	if a["$ref"] != nil || b["$ref"] != nil {
		return both(a, b)
	}
	out := map[string]any{}
	for key, value := range a {
		out[key] = value
	}
	for key, value := range b {
		out[key] = value
	}
	return out
}

// target is the schema of what a range names.
func (g *schemaGen) target(t Target) map[string]any {
	switch {
	case t.Class != nil && t.Form == FormObject:
		return g.classRef(t.Class)
	case t.Class != nil:
		if s := g.view.slotOf(t.Class, g.view.Identifier(t.Class)); s != nil {
			return g.one(s)
		}
	case t.Enum != nil && !t.Enum.Open:
		return g.ref(g.name(&t.Enum.Element), "enum "+t.Enum.Name, func() any { return g.enum(t.Enum) })
	case t.Enum != nil:
		return map[string]any{"type": "string"}
	case t.Type != nil:
		return g.typ(t.Type)
	}
	return map[string]any{}
}

func (g *schemaGen) enum(e *Enum) any {
	var values []string
	for _, p := range g.view.permissible(e) {
		values = append(values, p.Name)
	}
	out := map[string]any{"type": "string", "title": e.Name, "enum": texts(values)}
	if e.Description != "" && !g.structure {
		out["description"] = e.Description
	}
	return out
}

func texts(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// typ is the schema of a type with the facets of all types above it.
func (g *schemaGen) typ(t *Type) map[string]any {
	out := map[string]any{}
	b, ok := g.view.builtinOf(t)
	if ok {
		out["type"] = b.kind.String()
	}
	if g.structure {
		return out
	}
	if ok {
		switch b.format {
		case "date", "time", "date-time", "uri":
			out["format"] = b.format
		case "date-or-date-time":
			out["anyOf"] = []any{map[string]any{"format": "date"}, map[string]any{"format": "date-time"}}
		case "ncname":
			out["pattern"] = `^[\p{L}_][\p{L}\p{Nd}\p{M}_.-]*$`
		}
	}
	for _, up := range g.view.typeChain(t) {
		out = merge(out, g.typeFacets(&up.Expr))
		var union []any
		for _, r := range up.Expr.UnionOf {
			if member := g.view.types[r.Name]; member != nil {
				union = append(union, g.ref(g.name(&member.Element)+".type", "type "+member.Name, func() any { return g.typ(member) }))
			}
		}
		if len(union) > 0 {
			out = merge(out, map[string]any{"anyOf": union})
		}
	}
	return out
}

func (g *schemaGen) typeFacets(e *TypeExpr) map[string]any {
	out := facetKeywords(facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber})
	return merge(out, combine(typeAlternatives(e), func(b *TypeExpr, _ bool) map[string]any { return g.typeFacets(b) }))
}

func facetKeywords(f facets) map[string]any {
	out := map[string]any{}
	if f.min != nil {
		out["minimum"] = jsonNumber(f.min.Text)
	}
	if f.max != nil {
		out["maximum"] = jsonNumber(f.max.Text)
	}
	if f.pattern != nil {
		out["pattern"] = f.pattern.Source
	}
	if f.equalsString != nil {
		out["const"] = *f.equalsString
	}
	if f.equalsNumber != nil {
		out = merge(out, map[string]any{"const": jsonNumber(f.equalsNumber.Text)})
	}
	if len(f.equalsStringIn) > 0 {
		out = merge(out, map[string]any{"enum": texts(f.equalsStringIn)})
	}
	return out
}

// jsonNumber drops what YAML allows and JSON does not: a plus sign.
func jsonNumber(text string) json.Number { return number(strings.TrimPrefix(text, "+")) }

// expression is the schema of the facets and alternatives of a slot expression, with its own range if ranged.
func (g *schemaGen) expression(e *SlotExpr, s *Induced, ranged bool) map[string]any {
	out := map[string]any{}
	if ranged && e.Range != nil {
		out = g.target(g.view.branchTarget(e, s))
	}
	out = merge(out, facetKeywords(facets{e.Minimum, e.Maximum, e.Pattern, e.EqualsString, e.EqualsStringIn, e.EqualsNumber}))
	if e.RangeExpression != nil {
		c := &Class{}
		if t := g.view.target(e); t.Class != nil {
			c = t.Class
		}
		out = merge(out, g.conditions(e.RangeExpression, c, false))
	}
	return merge(out, combine(alternatives(e), func(b *SlotExpr, _ bool) map[string]any { return g.expression(b, s, true) }))
}

// combine writes boolean combinations.
func combine[T any](set branchSet[T], write func(b T, none bool) map[string]any) map[string]any {
	out := map[string]any{}
	for _, c := range []struct {
		keyword  string
		branches []T
	}{{"anyOf", set.any}, {"allOf", set.all}, {"oneOf", set.exactly}} {
		if len(c.branches) > 0 {
			out[c.keyword] = writeAll(c.branches, false, write)
		}
	}
	if len(set.none) > 0 {
		out["not"] = map[string]any{"anyOf": writeAll(set.none, true, write)}
	}
	return out
}

func writeAll[T any](branches []T, none bool, write func(T, bool) map[string]any) []any {
	out := make([]any, len(branches))
	for i, b := range branches {
		out[i] = write(b, none)
	}
	return out
}

// demands are the conditions and rules of a class and of its ancestors.
func (g *schemaGen) demands(c *Class) []any {
	var out []any
	for _, a := range g.view.Ancestors(c) {
		if own := g.conditionsOf(&a.Expr, c, false); len(own) > 0 {
			out = append(out, own)
		}
		for _, r := range a.Rules {
			if !r.Deactivated {
				out = append(out, g.rule(r, c)...)
			}
		}
	}
	return out
}

func (g *schemaGen) rule(r *Rule, c *Class) []any {
	out := map[string]any{"if": map[string]any{}}
	if r.Pre != nil {
		out["if"] = g.conditions(r.Pre, c, true)
	}
	if r.Post != nil {
		out["then"] = g.conditions(r.Post, c, !r.OpenWorld)
	}
	if r.Else != nil {
		out["else"] = g.conditions(r.Else, c, !r.OpenWorld)
	}
	if !r.Bidirectional || r.Pre == nil || r.Post == nil {
		return []any{out}
	}
	back := map[string]any{"if": g.conditions(r.Post, c, true), "then": g.conditions(r.Pre, c, !r.OpenWorld)}
	return []any{out, back}
}

// conditions is the schema of a class expression about objects of class c.
func (g *schemaGen) conditions(e *ClassExpr, c *Class, force bool) map[string]any {
	out := g.conditionsOf(e, c, force)
	if e.IsA == nil {
		return out
	}
	if class := g.view.classes[e.IsA.Name]; class != nil {
		return both(g.classRef(class), out)
	}
	return both(g.target(g.view.target(&SlotExpr{Range: e.IsA})), out)
}

func (g *schemaGen) conditionsOf(e *ClassExpr, c *Class, force bool) map[string]any {
	var all []any
	for _, cond := range e.Conditions {
		all = append(all, g.condition(cond, c, force))
	}
	if rest := combine(branchesOf(e), func(b *ClassExpr, none bool) map[string]any { return g.conditions(b, c, force || none) }); len(rest) > 0 {
		all = append(all, rest)
	}
	switch len(all) {
	case 0:
		return map[string]any{}
	case 1:
		return all[0].(map[string]any)
	}
	return map[string]any{"allOf": all}
}

// condition is the schema of one slot condition. Presence means a value that is not null.
func (g *schemaGen) condition(cond *Slot, c *Class, force bool) map[string]any {
	s, name := g.view.slotOf(c, cond.Name), property(cond.Name)
	if s != nil {
		name = s.Property
	}
	null := map[string]any{"type": "null"}
	presence := ""
	if cond.Expr.ValuePresence != nil {
		presence = *cond.Expr.ValuePresence
	}
	if presence == "ABSENT" {
		return map[string]any{"properties": map[string]any{name: null}}
	}
	value := g.conditionValue(cond, s)
	if presence == "PRESENT" || demanded(cond, force) {
		return map[string]any{"required": []any{name}, "properties": map[string]any{name: both(map[string]any{"not": null}, value)}}
	}
	if len(value) == 0 {
		return map[string]any{}
	}
	return map[string]any{"properties": map[string]any{name: map[string]any{"anyOf": []any{null, value}}}}
}

// conditionValue is the schema of the value; of a list, every member must meet the condition.
func (g *schemaGen) conditionValue(cond *Slot, s *Induced) map[string]any {
	value := g.expression(&cond.Expr, s, true)
	if s == nil || !s.Multivalued() || len(value) == 0 {
		return value
	}
	return map[string]any{"if": map[string]any{"type": "array"}, "then": map[string]any{"items": value}, "else": value}
}
