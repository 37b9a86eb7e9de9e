package invariant

import (
	"slices"
	"strings"
)

// sort says what a symbolic value is.
type sort uint8

// The sorts. An opaque value is one of which nothing is known.
const (
	opaqueSort sort = iota
	boolSort
	intSort
	textSort
	nullSort
	listSort
	optionalSort
	mapSort
)

// value is what an expression evaluates to: ok is the condition on which there is
// a value and no error.
type value struct {
	sort sort
	ok   string
	term string // of a truth value, number or text
	// items are those of a list, each with the condition on which it is there.
	items []*item
	// has is the condition on which an optional value is there, and of the value.
	has string
	of  *value
	// keys and fields are those of a map with literal keys.
	keys   []string
	fields []*value
	// path is the name of an input that the value is, empty for others.
	path string
}

// item is an item of a list; its value has no error.
type item struct {
	when  string
	value *value
}

const yes, no = "true", "false"

func all(terms ...string) string { return joined("and", yes, no, terms) }

func anyOf(terms ...string) string { return joined("or", no, yes, terms) }

// joined writes a conjunction or disjunction without what is neutral in it. One of
// a term and its negation is known.
func joined(operator, neutral, absorbing string, terms []string) string {
	var kept []string
	for _, t := range terms {
		switch {
		case t == absorbing || slices.Contains(kept, not(t)):
			return absorbing
		case t != neutral && !slices.Contains(kept, t):
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	return "(" + operator + " " + strings.Join(kept, " ") + ")"
}

// negation begins the negation of a term.
const negation = "(not "

func not(term string) string {
	switch {
	case term == yes:
		return no
	case term == no:
		return yes
	case strings.HasPrefix(term, negation):
		return term[len(negation) : len(term)-1]
	}
	return negation + term + ")"
}

func ite(condition, a, b string) string {
	switch {
	case condition == yes || a == b:
		return a
	case condition == no:
		return b
	case a == yes && b == no:
		return condition
	case a == no && b == yes:
		return not(condition)
	}
	return "(ite " + condition + " " + a + " " + b + ")"
}

// truth is a truth value without an error.
func truth(term string) *value { return &value{sort: boolSort, ok: yes, term: term} }

// scalar reports whether a value is one term.
func (v *value) scalar() bool { return v.sort == boolSort || v.sort == intSort || v.sort == textSort }

// under is the value with a further condition on which it is there.
func (v *value) under(ok string) *value {
	w := *v
	w.ok = all(v.ok, ok)
	return &w
}

// choose is one of two values; nil where they cannot be one.
func choose(condition string, a, b *value) *value {
	switch {
	case condition == yes:
		return a
	case condition == no:
		return b
	case a.ok == no:
		return withOK(b, ite(condition, no, b.ok))
	case b.ok == no:
		return withOK(a, ite(condition, a.ok, no))
	case a.sort != b.sort:
		return nil
	}
	out := &value{sort: a.sort, ok: ite(condition, a.ok, b.ok)}
	switch a.sort {
	case boolSort, intSort, textSort:
		out.term = ite(condition, a.term, b.term)
	case nullSort:
	case listSort:
		out.items = chooseItems(condition, a.items, b.items)
	case optionalSort:
		return chooseOptional(out, condition, a, b)
	case mapSort:
		return chooseMap(out, condition, a, b)
	default:
		return nil
	}
	return out
}

func withOK(v *value, ok string) *value {
	w := *v
	w.ok = ok
	return &w
}

// chooseItems keeps what both lists begin with, and then has the rest of either.
func chooseItems(condition string, a, b []*item) []*item {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	out := slices.Clone(a[:same])
	for _, i := range a[same:] {
		out = append(out, &item{all(condition, i.when), i.value})
	}
	for _, i := range b[same:] {
		out = append(out, &item{all(not(condition), i.when), i.value})
	}
	return out
}

func chooseOptional(out *value, condition string, a, b *value) *value {
	out.has = ite(condition, a.has, b.has)
	switch {
	case a.of == nil:
		out.of = b.of
	case b.of == nil:
		out.of = a.of
	default:
		out.of = choose(condition, a.of, b.of)
		if out.of == nil {
			return nil
		}
	}
	return out
}

func chooseMap(out *value, condition string, a, b *value) *value {
	if !slices.Equal(a.keys, b.keys) {
		return nil
	}
	out.keys = a.keys
	for i := range a.fields {
		f := choose(condition, a.fields[i], b.fields[i])
		if f == nil {
			return nil
		}
		out.fields = append(out.fields, f)
	}
	return out
}

// equal is the condition on which two values without errors are equal; false
// where that cannot be said.
func equal(a, b *value) (string, bool) {
	switch {
	case a.sort == opaqueSort || b.sort == opaqueSort:
		return "", false
	case a.sort != b.sort:
		return no, true
	case a.scalar():
		return equalTerms(a.term, b.term), true
	case a.sort == nullSort:
		return yes, true
	case a.sort == optionalSort:
		return equalOptional(a, b)
	case a.sort == mapSort:
		return equalMaps(a, b)
	case certain(a.items):
		return equalLists(b.items, a.items)
	case certain(b.items):
		return equalLists(a.items, b.items)
	}
	return "", false
}

// equalTerms is whether two terms of one sort are equal. Texts that are written out
// are so in one way.
func equalTerms(a, b string) string {
	switch {
	case a == b:
		return yes
	case strings.HasPrefix(a, `"`) && strings.HasPrefix(b, `"`):
		return no
	}
	return "(= " + a + " " + b + ")"
}

func equalOptional(a, b *value) (string, bool) {
	if a.of == nil || b.of == nil {
		return all(not(a.has), not(b.has)), true
	}
	same, ok := equal(a.of, b.of)
	return anyOf(all(not(a.has), not(b.has)), all(a.has, b.has, same)), ok
}

func equalMaps(a, b *value) (string, bool) {
	if len(a.keys) != len(b.keys) {
		return no, true
	}
	result := yes
	for i, key := range a.keys {
		j := slices.Index(b.keys, key)
		if j < 0 {
			return no, true
		}
		same, ok := equal(a.fields[i], b.fields[j])
		if !ok {
			return "", false
		}
		result = all(result, same)
	}
	return result, true
}

// certain reports whether all items of a list are there.
func certain(items []*item) bool {
	return !slices.ContainsFunc(items, func(i *item) bool { return i.when != yes })
}

// equalLists compares a list whose items may be there with one whose are: row by
// row of a table, the condition on which the rest of one equals the rest of the
// other.
func equalLists(maybe, there []*item) (string, bool) {
	after := make([]string, len(there)+1)
	for j := range after {
		after[j] = no
	}
	after[len(there)] = yes
	for i := len(maybe) - 1; i >= 0; i-- {
		row := make([]string, len(there)+1)
		row[len(there)] = all(not(maybe[i].when), after[len(there)])
		for j := range there {
			same, ok := equal(maybe[i].value, there[j].value)
			if !ok {
				return "", false
			}
			row[j] = ite(maybe[i].when, all(same, after[j+1]), after[j])
		}
		after = row
	}
	return after[0], true
}
