package linkml

import (
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/doc"
)

// idKey is an identifier of a class, the one that defines the identifier slot.
type idKey struct {
	home *Class
	text string
}

// uniqueIn walks a document for what must be unique: identifiers in the whole document (the same object may stand in
// two places), keys and unique_keys in one collection. It reads what it can where the document has other mistakes.
func (k *checker) uniqueIn(x value, c *Class) {
	if !k.spend() || x.n.Kind != doc.Map {
		return
	}
	c = k.actual(x.n, c)
	slots := k.view.byProperty[c.Name]
	for i := range x.n.Fields {
		f := &x.n.Fields[i]
		if s := slots[f.Key]; s != nil && s.Class != nil && s.Form == FormObject {
			k.collection(x.field(f), s)
		}
	}
}

// collection walks the objects of one slot.
func (k *checker) collection(x value, s *Induced) {
	seen := map[string]bool{}
	switch {
	case s.Dict && x.n.Kind == doc.Map:
		for i := range x.n.Fields {
			f := &x.n.Fields[i]
			k.member(x.field(f), s.Class, f.Key, seen)
		}
	case s.Multivalued() && x.n.Kind == doc.List:
		for i, item := range x.n.Items {
			k.member(value{item, x.at.add(itoa(i))}, s.Class, "", seen)
		}
	default:
		k.member(x, s.Class, "", seen)
	}
}

// member checks one object of a collection and walks on. key is its key in a dictionary.
func (k *checker) member(x value, c *Class, key string, seen map[string]bool) {
	c = k.actual(x.n, c)
	if name := k.view.KeySlot(c); name != "" {
		k.identified(x, c, name, key, seen)
	}
	for _, a := range k.view.Ancestors(c) {
		for i := range a.UniqueKeys {
			k.uniqueKey(x, c, &a.UniqueKeys[i], key, seen)
		}
	}
	k.uniqueIn(x, c)
}

func (k *checker) identified(x value, c *Class, name, key string, seen map[string]bool) {
	slot := k.view.slotOf(c, name)
	text := "key " + key
	if n := x.n.Get(slot.Property); n != nil {
		text = "key " + plainText(n)
	} else if key == "" {
		return
	}
	id := idKey{k.view.owner(c, name), text}
	other := k.ids[id]
	differs := isTrue(slot.Expr.Identifier) && other != nil && fingerprint(other) != fingerprint(x.n)
	if differs || seen[text] {
		k.report(x, CodeUnique, "Give it another one.", "another object has the same %s", slot.Property)
	}
	if other == nil {
		k.ids[id] = x.n
	}
	seen[text] = true
}

// plainText is the text of a scalar, or a fingerprint of anything else.
func plainText(n *doc.Node) string {
	if n.Kind == doc.String {
		return n.Text
	}
	return fingerprint(n)
}

// owner returns the farthest ancestor that defines or lists a slot, so that classes below it share identifiers.
func (v *View) owner(c *Class, slot string) *Class {
	home := c
	for _, a := range v.Ancestors(c) {
		listed := slices.ContainsFunc(a.Slots, func(r Ref) bool { return r.Name == slot })
		if listed || find(a.Attributes, slot) != nil {
			home = a
		}
	}
	return home
}

// uniqueKey checks one unique key among the members of a collection. An object without one of the values has no such
// key, whatever consider_nulls_inequal says: so the compliance suite expects.
func (k *checker) uniqueKey(x value, c *Class, u *UniqueKey, key string, seen map[string]bool) {
	text := "unique " + u.Name
	for _, name := range u.Slots {
		n := k.valueOf(x.n, c, name, key)
		if n == nil {
			return
		}
		text += "\x00" + fingerprint(n)
	}
	if seen[text] {
		k.report(x, CodeUnique, "Change one of "+quoteAll(u.Slots)+".", "another object has the same values in the unique key %q", u.Name)
	}
	seen[text] = true
}

func (k *checker) valueOf(n *doc.Node, c *Class, name, key string) *doc.Node {
	s := k.view.slotOf(c, name)
	if s == nil {
		return nil
	}
	v := n.Get(s.Property)
	if v == nil && name == k.view.KeySlot(c) && key != "" {
		return &doc.Node{Kind: doc.String, Text: key}
	}
	if v != nil && v.Kind == doc.Null {
		return nil
	}
	return v
}

// actual returns the class that an object has: the one it names, or the first that fits, or the range itself.
func (k *checker) actual(n *doc.Node, c *Class) *Class {
	if slot := k.view.discriminator(c); slot != "" && k.view.polymorphic(c) {
		for _, d := range k.view.Concrete(c) {
			if f := n.Get(k.view.slotOf(c, slot).Property); f != nil && f.Text == k.view.designation(d, slot) {
				return d
			}
		}
		return c
	}
	if !c.Abstract && !k.opt.RangeDescendants {
		return c
	}
	for _, d := range k.view.Concrete(c) {
		if len(k.try(func(t *checker) { t.object(value{n: n}, d, nil) })) == 0 {
			return d
		}
	}
	return c
}

// fingerprint is a text that is the same for equal JSON values: keys sorted, numbers by value.
func fingerprint(n *doc.Node) string {
	var b strings.Builder
	writeFingerprint(&b, n)
	return b.String()
}

func writeFingerprint(b *strings.Builder, n *doc.Node) {
	switch {
	case n == nil:
		b.WriteString("absent")
	case n.Kind == doc.Bool:
		b.WriteString(map[bool]string{true: "true", false: "false"}[n.Bool])
	case n.Kind == doc.Number:
		writeNumber(b, n.Text)
	case n.Kind == doc.String:
		b.WriteString(quote(n.Text))
	case n.Kind == doc.List:
		b.WriteByte('[')
		for _, item := range n.Items {
			writeFingerprint(b, item)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case n.Kind == doc.Map:
		fields := map[string]*doc.Node{}
		for _, f := range n.Fields {
			fields[f.Key] = f.Value
		}
		b.WriteByte('{')
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			b.WriteString(quote(key) + ":")
			writeFingerprint(b, fields[key])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.WriteString("null")
	}
}

func writeNumber(b *strings.Builder, text string) {
	if r, ok := parseRat(text); ok {
		text = r.RatString()
	}
	b.WriteString("number " + text)
}
