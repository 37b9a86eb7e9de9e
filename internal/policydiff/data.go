package policydiff

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

func factElement(f *index.Fact) *index.Element     { return &f.Element }
func tableElement(t *index.Table) *index.Element   { return &t.Element }
func localeElement(l *index.Locale) *index.Element { return &l.Element }
func classElement(c *index.Class) *index.Element   { return &c.Element }

// data compares facts, tables, locales, output contracts and classes.
func (d *differ) data() {
	old, new := d.old.Catalog, d.new.Catalog
	for _, p := range pairs(old.Facts, new.Facts, func(f *index.Fact) string { return f.ID }) {
		d.fact(p)
	}
	for _, p := range pairs(old.Tables, new.Tables, func(t *index.Table) string { return t.ID }) {
		d.table(p)
	}
	for _, p := range pairs(old.Locales, new.Locales, func(l *index.Locale) string { return l.ID }) {
		d.locale(p)
	}
	for _, p := range pairs(old.Outputs, new.Outputs, func(o *index.Output) string { return o.ID }) {
		d.output(p)
	}
	for _, p := range pairs(old.Classes, new.Classes, func(c *index.Class) string { return c.ID }) {
		d.class(p)
	}
}

func (d *differ) fact(p pair[index.Fact]) {
	c := touched(d, "fact", p, factElement, p.old != nil && p.new != nil && d.old.inForce(p.old.Sets) != d.new.inForce(p.new.Sets))
	switch {
	case c == nil:
	case p.old == nil:
		c.words("", plainCEL(p.new.Expression))
		if d.old.readsFact(p.new.ID) {
			c.note(Unknown, "the fact is new, and rules that were there may read it, which found nothing")
			return
		}
		c.note(Unchanged, "the fact is new; the rules that read it are compared by themselves")
	case p.new == nil:
		c.words(plainCEL(p.old.Expression), "")
		c.lose("the fact was removed: a rule that reads it finds nothing")
	default:
		c.words(plainCEL(p.old.Expression), plainCEL(p.new.Expression))
		d.changedFact(c, p.old, p.new)
	}
}

func (d *differ) changedFact(c *change, old, new *index.Fact) {
	asked := len(d.questions)
	if plainCEL(old.Expression) != plainCEL(new.Expression) {
		d.later(c, func(ctx context.Context) { d.solveFact(ctx, c, old, new) })
	}
	if !slices.Equal(old.Actions, new.Actions) || !slices.Equal(old.Sets, new.Sets) || d.old.inForce(old.Sets) != d.new.inForce(new.Sets) {
		c.note(Unknown, "it is computed for other actions, or in other rule sets")
	}
	if len(c.Aspects) == 0 && len(d.questions) == asked {
		c.note(Unchanged, "its version changed, or how it is written")
	}
}

func (d *differ) table(p pair[index.Table]) {
	c := touched(d, "table", p, tableElement, false)
	switch {
	case c == nil:
	case (p.old == nil || p.new == nil) && d.unread(p.id):
		c.note(Unchanged, "nothing reads the table")
	case p.old == nil:
		c.note(Unknown, "the table is new, and what reads it is not known")
	case p.new == nil:
		c.lose("the table was removed")
	default:
		d.changedTable(c, p.old, p.new)
	}
}

// unread reports whether nothing reads a table: contractc reads tables of certain
// ids, and what else names an id may mean it.
func (d *differ) unread(id string) bool {
	return !eval.ReadsTable(id) && !d.old.names(id) && !d.new.names(id)
}

// names reports whether an element of a version, but tables and classes, holds a
// text.
func (s *side) names(text string) bool {
	c := s.Catalog
	for _, part := range []any{c.Rules, c.Facts, c.Outputs, c.Mappings, c.Effects, c.Contracts} {
		written, err := marshal(part)
		if err != nil || strings.Contains(written, text) {
			return true
		}
	}
	for _, lib := range c.Libraries {
		for _, m := range lib.Rego {
			if module, err := c.Text(lib, m.File); err != nil || strings.Contains(string(module), text) {
				return true
			}
		}
	}
	return false
}

func (d *differ) changedTable(c *change, old, new *index.Table) {
	c.wording("its date", old.Dated, new.Dated)
	var a, b any
	if decodeExact(old.Values, &a) != nil || decodeExact(new.Values, &b) != nil {
		c.note(Unknown, "its values could not be compared")
		return
	}
	if unread := d.unread(new.ID); unread {
		c.note(Unchanged, "what it holds changed, and nothing reads the table")
		return
	}
	eachDifference("", a, b, func(at, was, is string) {
		c.note(Unknown, "what stands at %q was %s and is %s; what reads it may decide otherwise", at, was, is)
	})
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "its version changed, or how it is written")
	}
}

// decodeExact reads JSON and keeps numbers as they are written.
func decodeExact(text string, into *any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// eachDifference calls tell for each of the places at which two values differ.
// Objects are compared by key, lists by place where they are as long.
func eachDifference(at string, a, b any, tell func(at, was, is string)) {
	x, okX := a.(map[string]any)
	y, okY := b.(map[string]any)
	if okX && okY {
		for _, key := range slices.Sorted(maps.Keys(bothKeys(x, y))) {
			_, had := x[key]
			_, has := y[key]
			switch {
			case !had:
				tell(at+"/"+key, "not there", short(y[key]))
			case !has:
				tell(at+"/"+key, short(x[key]), "not there")
			default:
				eachDifference(at+"/"+key, x[key], y[key], tell)
			}
		}
		return
	}
	v, okV := a.([]any)
	w, okW := b.([]any)
	if okV && okW && len(v) == len(w) {
		for i := range v {
			eachDifference(fmt.Sprintf("%s/%d", at, i), v[i], w[i], tell)
		}
		return
	}
	if !reflect.DeepEqual(a, b) {
		tell(at, short(a), short(b))
	}
}

func bothKeys(a, b map[string]any) map[string]bool {
	keys := map[string]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	return keys
}

// short is a value as JSON, and of a long one its beginning.
func short(v any) string {
	text, err := marshal(v)
	if err != nil {
		return "what is no JSON"
	}
	const most = 80
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// locale compares the fixed words of a language: none of them decides anything.
func (d *differ) locale(p pair[index.Locale]) {
	c := touched(d, "locale", p, localeElement, false)
	switch {
	case c == nil:
	case p.old == nil:
		c.note(Reworded, "the language is new")
	case p.new == nil:
		c.note(Reworded, "the language was removed, so that no card can be shown in it")
	default:
		d.changedLocale(c, p.old, p.new)
	}
}

func (d *differ) changedLocale(c *change, old, new *index.Locale) {
	id := func(m *schema.Message) string { return m.Id }
	for _, p := range pairs(pointers(old.Messages), pointers(new.Messages), id) {
		switch {
		case p.old == nil:
			c.note(Reworded, "the message %s is new: %q", p.id, p.new.Text)
		case p.new == nil:
			c.note(Reworded, "the message %s was removed: %q", p.id, p.old.Text)
		case !sameJSON(p.old, p.new):
			c.note(Reworded, "the message %s was %q and is %q", p.id, p.old.Text, p.new.Text)
		}
	}
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "its version changed, or how it is written")
	}
}

// class compares a class of a schema. What effect types and contract types are
// made of is compared with them; rows are what contracts may name the source of.
func (d *differ) class(p pair[index.Class]) {
	c := touched(d, "class", p, classElement, false)
	switch {
	case c == nil:
	case p.old == nil:
		c.note(Unchanged, "the class is new")
	case p.new == nil:
		c.note(d.ifRows(p.old), "the class was removed")
	case p.old.Digest == p.new.Digest:
		c.note(Unchanged, "the version of its library changed")
	case d.isType(p.id):
		c.note(Unchanged, "its slots are compared with the effect type or contract that it is of")
		c.wording("the description", p.old.Description, p.new.Description)
		c.inherit = d.typed(p.id)
	default:
		c.wording("the description", p.old.Description, p.new.Description)
		d.changedRows(c, p.old, p.new)
	}
}

// ifRows is what it does that a class of rows is not there any more.
func (d *differ) ifRows(class *index.Class) Class {
	if len(class.Columns) > 0 {
		return Unknown
	}
	return Unchanged
}

func (d *differ) changedRows(c *change, old, new *index.Class) {
	for _, p := range pairs(pointers(old.Columns), pointers(new.Columns), func(f *index.Column) string { return f.Name }) {
		switch {
		case p.old == nil:
			c.note(Unchanged, "the column %q was added", p.id)
		case p.new == nil:
			c.note(Unknown, "the column %q was removed, and values may have been taken from it", p.id)
		case p.old.Type.String() != p.new.Type.String():
			c.note(Unknown, "the column %q was of type %s and is of type %s", p.id, p.old.Type, p.new.Type)
		}
	}
	c.note(Unknown, "its slots changed, against which values are held")
}

// isType reports whether a class is that of an effect type or a contract in both
// versions.
func (d *differ) isType(id string) bool { return d.old.isType(id) && d.new.isType(id) }

func (s *side) isType(id string) bool {
	if s.Catalog.Effect(id) != nil {
		return true
	}
	return slices.ContainsFunc(s.Catalog.Contracts, func(c *index.Contract) bool { return c.Library+"."+c.TypeName == id })
}

// typed are the changes of the effect type or contracts of a class.
func (d *differ) typed(class string) []*change {
	var list []*change
	for _, c := range d.changes {
		switch c.Kind {
		case "effect":
			if c.Id == class {
				list = append(list, c)
			}
		case "contract":
			if contract := d.new.Catalog.Contract(c.Id); contract != nil && contract.Library+"."+contract.TypeName == class {
				list = append(list, c)
			}
		}
	}
	return list
}
