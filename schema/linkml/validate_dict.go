package linkml

import (
	"github.com/contractc/contractc/internal/doc"
)

// dictionary checks an object keyed by identifier. An entry is an object, or the bare value of the class's simple slot,
// or null where nothing but the key is required.
func (k *checker) dictionary(x value, s *Induced) {
	if x.n.Kind != doc.Map {
		k.wrongType(x, "an object keyed by the "+k.view.KeySlot(s.Class)+" of "+quote(s.Class.Name))
		return
	}
	k.count(x, s, len(x.n.Fields))
	id := k.view.slotOf(s.Class, k.view.KeySlot(s.Class))
	for i := range x.n.Fields {
		f := &x.n.Fields[i]
		k.key(x.field(f), f, id)
		k.entry(x.field(f), f, s)
	}
}

// key checks a key against what the identifier demands, where that is text.
func (k *checker) key(x value, f *doc.Field, id *Induced) {
	if id == nil || id.Type == nil || k.view.kindOf(id.Type) != KindString || !k.strict() {
		return
	}
	k.one(value{&doc.Node{Kind: doc.String, Text: f.Key, Range: f.KeyRange}, x.at}, id)
}

func (k *checker) entry(x value, f *doc.Field, s *Induced) {
	simple := k.view.simpleDict(s.Class)
	switch x.n.Kind {
	case doc.Map:
		problems := k.try(func(t *checker) { t.objectOf(x, s.Class, f) })
		if len(problems) > 0 && !k.strict() && simple != nil && len(k.try(func(t *checker) { t.slot(x, simple, s.Class) })) == 0 {
			return
		}
		k.keep(problems)
	case doc.Null:
		k.without(x, s.Class, nil)
	default:
		if simple == nil {
			k.wrongType(x, "an object of class "+quote(s.Class.Name))
			return
		}
		k.slot(x, simple, s.Class)
		k.without(x, s.Class, simple)
	}
}

// without reports the required slots of an entry that has nothing but its key and given.
func (k *checker) without(x value, c *Class, given *Induced) {
	id := k.view.KeySlot(c)
	for _, s := range k.view.Induced(c) {
		if s.Required() && s.Name != id && s != given && (k.strict() || given == nil) {
			k.report(x, CodeMissing, "Write the entry as an object.", "the field %q of %q is missing", s.Property, c.Name)
		}
	}
}
