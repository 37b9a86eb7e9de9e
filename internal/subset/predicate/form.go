package predicate

import "slices"

// Form says how values are written where a schema had to be changed: members
// that may be left out are required there, and null stands for one that is left
// out. A nil form changes nothing. Forms of schemas that hold themselves do too.
type Form struct {
	// Absent are the members of which null says that they are left out.
	Absent []string
	// Genuine are those of which null is a value.
	Genuine []string
	// Props, Prefix, Items and Extra are the forms of the parts of a value.
	Props  map[string]*Form
	Prefix []*Form
	Items  *Form
	Extra  *Form

	// either are the forms of which the value has one, until they are merged.
	either []*Form
}

// Either returns the form of a value that has one of the forms.
func Either(forms ...*Form) *Form {
	forms = slices.DeleteFunc(slices.Clone(forms), func(f *Form) bool { return f == nil })
	switch len(forms) {
	case 0:
		return nil
	case 1:
		return forms[0]
	}
	return &Form{either: forms}
}

// Is makes a form that was handed out empty the same as another one; nil leaves it
// empty.
func (f *Form) Is(other *Form) {
	if other != nil && other != f {
		f.either = []*Form{other}
	}
}

// whole returns the form with what it is made of merged.
func (f *Form) whole() *Form {
	if f == nil || f.either == nil {
		return f
	}
	parts := f.either
	f.either = nil
	merged := parts[0].whole()
	for _, part := range parts[1:] {
		merged = merge(merged, part.whole())
	}
	f.Absent, f.Genuine, f.Props, f.Prefix, f.Items, f.Extra = merged.Absent, merged.Genuine, merged.Props, merged.Prefix, merged.Items, merged.Extra
	return f
}

// merge makes the form of a value that has one of two forms. Their parts are merged
// when they are read.
func merge(a, b *Form) *Form {
	form := &Form{Absent: union(a.Absent, b.Absent), Genuine: union(a.Genuine, b.Genuine), Props: map[string]*Form{}}
	for _, props := range []map[string]*Form{a.Props, b.Props} {
		for name := range props {
			form.Props[name] = Either(a.Props[name], b.Props[name])
		}
	}
	for i := range max(len(a.Prefix), len(b.Prefix)) {
		form.Prefix = append(form.Prefix, Either(a.Item(i), b.Item(i)))
	}
	form.Items, form.Extra = Either(a.Items, b.Items), Either(a.Extra, b.Extra)
	return form
}

func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// Both reports whether null would mean two things of a member.
func (f *Form) Both() bool {
	f = f.whole()
	return f != nil && slices.ContainsFunc(f.Absent, func(name string) bool { return slices.Contains(f.Genuine, name) })
}

// Left are the members of which null says that they are left out.
func (f *Form) Left() []string {
	if f = f.whole(); f == nil {
		return nil
	}
	return f.Absent
}

// Leaves reports whether null says of a member that it is left out.
func (f *Form) Leaves(name string) bool { return slices.Contains(f.Left(), name) }

// Prop is the form of a member.
func (f *Form) Prop(name string) *Form {
	if f = f.whole(); f == nil {
		return nil
	}
	if part, given := f.Props[name]; given {
		return part
	}
	return f.Extra
}

// Item is the form of an item.
func (f *Form) Item(i int) *Form {
	if f = f.whole(); f == nil {
		return nil
	}
	if i < len(f.Prefix) {
		return f.Prefix[i]
	}
	return f.Items
}

// Changes reports whether anything in the form, or in a part of it, is written
// otherwise.
func (f *Form) Changes() bool { return f.changes(map[*Form]bool{}) }

func (f *Form) changes(seen map[*Form]bool) bool {
	if f = f.whole(); f == nil || seen[f] {
		return false
	}
	seen[f] = true
	return len(f.Absent) > 0 || slices.ContainsFunc(f.parts(), func(part *Form) bool { return part.changes(seen) })
}

// ChangesBelow is Changes for the parts of a value alone.
func (f *Form) ChangesBelow() bool {
	if f = f.whole(); f == nil {
		return false
	}
	return slices.ContainsFunc(f.parts(), func(part *Form) bool { return part.Changes() })
}

// parts are the forms of all parts, in no order that means anything.
func (f *Form) parts() []*Form {
	parts := append([]*Form{f.Items, f.Extra}, f.Prefix...)
	for _, part := range f.Props {
		parts = append(parts, part)
	}
	return parts
}

// Restore gives a value as the schema means it: without the members of which
// null says that they are left out. The value itself is not changed.
func (f *Form) Restore(v any) any {
	if f == nil {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, member := range v {
			if member != nil || !f.Leaves(name) {
				out[name] = f.Prop(name).Restore(member)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = f.Item(i).Restore(item)
		}
		return out
	}
	return v
}
