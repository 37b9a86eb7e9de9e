package linkml

import (
	"fmt"
	"slices"
)

// JSONSchemaOptions says which JSON Schema is written.
type JSONSchemaOptions struct {
	ID string // $id; "" leaves it out
	// Written describes documents as the generated types write them: absent fields instead of null, and dictionaries
	// whose entries are objects without their key. Otherwise the schema accepts all forms that Validate accepts.
	Written bool
	// Open accepts further fields. Schemas are closed by default.
	Open bool
}

// JSONSchema returns a JSON Schema (draft 2020-12) for documents of a class, as a plain value: maps, []any, strings,
// booleans and json.Number. Every class that is reachable is one of $defs; a class that objects of several classes may
// stand for is an anyOf of references; linkml:Any is {}.
//
// It accepts what Validate accepts, but for what JSON Schema cannot say: identifiers and unique keys, keys of
// dictionaries that repeat the identifier otherwise, the spelling of integers (1.0 is one), and the syntax of CURIEs and
// JSON pointers. Formats must be asserted. Patterns are in RE2 syntax.
//
// The error says which class is unknown or which two have the same name in JSON Schema.
func (v *View) JSONSchema(class string, opt JSONSchemaOptions) (map[string]any, error) {
	root, err := v.jsonSchema(class, opt, false)
	if err != nil {
		return nil, err
	}
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if opt.ID != "" {
		root["$id"] = opt.ID
	}
	if d := v.classes[class].Description; d != "" {
		root["description"] = d
	}
	return root, nil
}

// TypeSchema returns a JSON Schema of the structure alone, for type checkers of rules (OPA's among them): closed objects
// with title, properties and required; lists with items; dictionaries with additionalProperties; anyOf for ranges that
// objects of several classes may stand for; const for slots that tell them apart; enum; {} for linkml:Any. Every class
// is one of $defs. It describes documents as the generated types write them and has no null, no bounds, no patterns and
// no conditions. OPA 1.22 itself does not look into dictionaries.
func (v *View) TypeSchema(class string) (map[string]any, error) {
	return v.jsonSchema(class, JSONSchemaOptions{Written: true}, true)
}

func (v *View) jsonSchema(class string, opt JSONSchemaOptions, structure bool) (map[string]any, error) {
	c := v.classes[class]
	if c == nil {
		return nil, fmt.Errorf("the schema has no class %q", class)
	}
	if v.isAny(c) {
		return map[string]any{}, nil
	}
	g := &schemaGen{view: v, opt: opt, structure: structure, defs: map[string]any{}, owners: map[string]string{}}
	root := map[string]any{"title": c.Name, "$ref": g.classRef(c)["$ref"]}
	g.writeAll()
	root["$defs"] = g.defs
	return root, g.err
}

// writeAll writes the definitions that were referred to, and those that they refer to.
func (g *schemaGen) writeAll() {
	for len(g.todo) > 0 {
		next := g.todo[0]
		g.todo = g.todo[1:]
		g.defs[next.name] = next.write()
	}
}

// schemaGen writes one JSON Schema; todo are definitions that were referred to and are not written yet.
type schemaGen struct {
	view *View
	opt  JSONSchemaOptions
	// structure leaves out everything but the types of values.
	structure bool
	defs      map[string]any
	owners    map[string]string // what a name in $defs stands for
	prefixes  map[string]string // put before the names of what a file defines
	todo      []pendingDef
	err       error
}

// name is the name of an element in $defs.
func (g *schemaGen) name(e *Element) string { return g.prefixes[e.Schema.File] + camel(e.Name) }

type pendingDef struct {
	name  string
	write func() any
}

// ref refers to a definition and sees to it that it is written.
func (g *schemaGen) ref(name, owner string, write func() any) map[string]any {
	switch known, ok := g.owners[name]; {
	case !ok:
		g.owners[name] = owner
		g.todo = append(g.todo, pendingDef{name, write})
	case known != owner && g.err == nil:
		g.err = fmt.Errorf("%q and %q have the same name %q in JSON Schema", known, owner, name)
	}
	return map[string]any{"$ref": "#/$defs/" + pointerStep(name)}
}

// classRef refers to the schema of objects of a class or of the classes that may stand for it.
func (g *schemaGen) classRef(c *Class) map[string]any {
	switch {
	case g.view.isAny(c):
		return map[string]any{}
	case g.view.polymorphic(c) || c.Abstract:
		return g.ref(g.name(&c.Element)+".any", "any "+c.Name, func() any { return g.alternatives(c, false) })
	}
	return g.ref(g.name(&c.Element), c.Name, func() any { return g.class(c, false) })
}

// entryRef is classRef for entries of a dictionary, which may leave out their key.
func (g *schemaGen) entryRef(c *Class) map[string]any {
	if g.view.polymorphic(c) || c.Abstract {
		return g.ref(g.name(&c.Element)+".any_entry", "any entry "+c.Name, func() any { return g.alternatives(c, true) })
	}
	return g.ref(g.name(&c.Element)+".entry", "entry "+c.Name, func() any { return g.class(c, true) })
}

// alternatives is one reference for each class that may stand for c. Where the designating slot may be left out, only
// the class itself may leave it out.
func (g *schemaGen) alternatives(c *Class, entry bool) any {
	slot := ""
	if g.view.polymorphic(c) {
		slot = g.view.discriminator(c)
	}
	var list []any
	for _, d := range g.view.Concrete(c) {
		name, owner := g.name(&d.Element), d.Name
		if entry {
			name, owner = name+".entry", "entry "+owner
		}
		one := g.ref(name, owner, func() any { return g.class(d, entry) })
		if s := g.view.slotOf(d, slot); s != nil && d != c && !s.Required() {
			one["required"] = []any{s.Property}
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return false
	}
	return map[string]any{"anyOf": list, "title": c.Name}
}

// class is the schema of objects of exactly one class.
func (g *schemaGen) class(c *Class, entry bool) any {
	properties, required := map[string]any{}, []any{}
	key := ""
	if entry {
		key = g.view.KeySlot(c)
	}
	for _, s := range g.view.Induced(c) {
		if s.Name == key && g.opt.Written {
			continue
		}
		properties[s.Property] = g.property(s, c)
		if s.Required() && s.Name != key {
			required = append(required, s.Property)
		}
	}
	out := map[string]any{"type": "object", "title": c.Name, "properties": properties}
	if c.Description != "" && !g.structure {
		out["description"] = c.Description
	}
	if len(required) > 0 {
		out["required"] = required
	}
	if !g.open(c) {
		out["additionalProperties"] = false
	}
	if all := g.demands(c); len(all) > 0 && !g.structure {
		out["allOf"] = all
	}
	return out
}

func (g *schemaGen) open(c *Class) bool {
	k := checker{view: g.view, opt: ValidateOptions{Open: g.opt.Open}}
	return k.open(c)
}

// property is the schema of the value of a slot; null stands for the absence of an optional one.
func (g *schemaGen) property(s *Induced, c *Class) any {
	out := g.value(s, c)
	if !s.Required() && !g.opt.Written {
		out = orNull(out)
	}
	if s.Description != "" && len(out) > 0 && !g.structure {
		if out["$ref"] != nil || out["description"] != nil {
			out = map[string]any{"allOf": []any{out}}
		}
		out["description"] = s.Description
	}
	return out
}

func orNull(schema map[string]any) map[string]any {
	if len(schema) == 0 {
		return schema
	}
	if t, ok := schema["type"].(string); ok && schema["const"] == nil && schema["enum"] == nil && !hasCombination(schema) {
		schema["type"] = []any{t, "null"}
		return schema
	}
	return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
}

// hasCombination reports whether null would also have to pass keywords that look at every kind of value.
func hasCombination(schema map[string]any) bool {
	return slices.ContainsFunc([]string{"anyOf", "oneOf", "allOf", "not", "$ref", "if"}, func(k string) bool { return schema[k] != nil })
}

// value is the schema of a slot's value, by its form.
func (g *schemaGen) value(s *Induced, c *Class) map[string]any {
	switch {
	case isTrue(s.Expr.DesignatesType):
		return map[string]any{"type": "string", "const": g.view.designator(c, s)}
	case g.structure && g.view.designates(c, s.Name):
		return map[string]any{"type": "string", "const": *s.Expr.EqualsString}
	case s.Expr.Array != nil:
		return g.array(s)
	case s.Dict:
		return g.dictionary(s)
	case s.Multivalued():
		return g.list(s)
	}
	return g.one(s)
}

func (g *schemaGen) list(s *Induced) map[string]any {
	out := map[string]any{"type": "array"}
	items := g.one(s)
	if g.structure {
		out["items"] = items
		return out
	}
	if all := s.Expr.AllMembers; all != nil {
		items = both(items, g.expression(all, s, true))
	}
	if len(items) > 0 {
		out["items"] = items
	}
	if has := s.Expr.HasMember; has != nil {
		out["contains"] = g.expression(has, s, true)
	}
	if isTrue(s.Expr.Unique) {
		out["uniqueItems"] = true
	}
	return withCount(out, &s.Expr, "Items")
}

func withCount(out map[string]any, e *SlotExpr, of string) map[string]any {
	if n := e.MinCardinality; n != nil {
		out["min"+of] = number(itoa(*n))
	}
	if n := e.MaxCardinality; n != nil {
		out["max"+of] = number(itoa(*n))
	}
	if n := e.ExactCardinal; n != nil {
		exact := map[string]any{"min" + of: number(itoa(*n)), "max" + of: number(itoa(*n))}
		if e.MinCardinality != nil || e.MaxCardinality != nil {
			return both(out, exact)
		}
		out["min"+of], out["max"+of] = exact["min"+of], exact["max"+of]
	}
	return out
}

func (g *schemaGen) dictionary(s *Induced) map[string]any {
	entry := []any{g.entryRef(s.Class)}
	if simple := g.view.simpleDict(s.Class); !g.opt.Written {
		if g.onlyRequired(s.Class, nil) {
			entry = append(entry, map[string]any{"type": "null"})
		}
		if simple != nil && g.onlyRequired(s.Class, simple) {
			entry = append(entry, both(g.value(simple, s.Class), map[string]any{"not": map[string]any{"type": []any{"object", "null"}}}))
		}
	}
	out := map[string]any{"type": "object", "additionalProperties": entry[0]}
	if g.structure {
		return out
	}
	if len(entry) > 1 {
		out["additionalProperties"] = map[string]any{"anyOf": entry}
	}
	if id := g.view.slotOf(s.Class, g.view.KeySlot(s.Class)); id.Type != nil && g.view.kindOf(id.Type) == KindString {
		if names := g.one(id); len(names) > 1 {
			out["propertyNames"] = names
		}
	}
	return withCount(out, &s.Expr, "Properties")
}

// onlyRequired reports whether an entry with nothing but its key and given has all that the class requires.
func (g *schemaGen) onlyRequired(c *Class, given *Induced) bool {
	key := g.view.KeySlot(c)
	return !slices.ContainsFunc(g.view.Induced(c), func(s *Induced) bool { return s.Required() && s.Name != key && s != given })
}

// array is lists of lists as deep as the array expression says; without a greatest depth the elements are not described.
func (g *schemaGen) array(s *Induced) map[string]any {
	least, most := s.Expr.Array.dimensions()
	var inner map[string]any
	depth := most
	if most < 0 {
		inner, depth = map[string]any{}, least
	} else {
		inner = g.one(s)
	}
	for d := depth - 1; d >= 0; d-- {
		list := map[string]any{"type": "array", "items": inner}
		if dims := s.Expr.Array.Dimensions; d < len(dims) {
			e := SlotExpr{MinCardinality: dims[d].Minimum, MaxCardinality: dims[d].Maximum, ExactCardinal: dims[d].Exact}
			list = withCount(list, &e, "Items")
		}
		inner = list
		if most >= 0 && d >= least && d > 0 {
			inner = map[string]any{"anyOf": []any{list, g.one(s)}}
		}
	}
	return inner
}
