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
}

// Leaves reports whether null says of a member that it is left out.
func (f *Form) Leaves(name string) bool { return f != nil && slices.Contains(f.Absent, name) }

// Prop is the form of a member.
func (f *Form) Prop(name string) *Form {
	switch {
	case f == nil:
		return nil
	case f.Props[name] != nil:
		return f.Props[name]
	}
	return f.Extra
}

// Item is the form of an item.
func (f *Form) Item(i int) *Form {
	switch {
	case f == nil:
		return nil
	case i < len(f.Prefix):
		return f.Prefix[i]
	}
	return f.Items
}

// Changes reports whether anything in the form, or in a part of it, is written
// otherwise.
func (f *Form) Changes() bool { return f.changes(map[*Form]bool{}) }

func (f *Form) changes(seen map[*Form]bool) bool {
	if f == nil || seen[f] {
		return false
	}
	seen[f] = true
	if len(f.Absent) > 0 || f.Items.changes(seen) || f.Extra.changes(seen) {
		return true
	}
	for _, part := range f.Prefix {
		if part.changes(seen) {
			return true
		}
	}
	for _, part := range f.Props {
		if part.changes(seen) {
			return true
		}
	}
	return false
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

// Merge returns the form of a value that is of one of two forms, and the members
// of which null would mean both.
func Merge(a, b *Form) (*Form, []string) {
	m := merger{made: map[[2]*Form]*Form{}}
	form := m.merge(a, b)
	slices.Sort(m.both)
	return form, slices.Compact(m.both)
}

// merger merges forms, which may hold themselves.
type merger struct {
	made map[[2]*Form]*Form
	both []string
}

func (m *merger) merge(a, b *Form) *Form {
	switch {
	case a == nil:
		return b
	case b == nil || a == b:
		return a
	case m.made[[2]*Form{a, b}] != nil:
		return m.made[[2]*Form{a, b}]
	}
	form := &Form{Absent: union(a.Absent, b.Absent), Genuine: union(a.Genuine, b.Genuine), Props: map[string]*Form{}}
	m.made[[2]*Form{a, b}] = form
	for _, name := range form.Absent {
		if slices.Contains(form.Genuine, name) {
			m.both = append(m.both, name)
		}
	}
	for _, props := range []map[string]*Form{a.Props, b.Props} {
		for name := range props {
			form.Props[name] = m.merge(a.Props[name], b.Props[name])
		}
	}
	for i := range max(len(a.Prefix), len(b.Prefix)) {
		form.Prefix = append(form.Prefix, m.merge(a.Item(i), b.Item(i)))
	}
	form.Items, form.Extra = m.merge(a.Items, b.Items), m.merge(a.Extra, b.Extra)
	return form
}

func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}
