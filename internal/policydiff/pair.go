package policydiff

import (
	"maps"
	"slices"

	"github.com/contractc/contractc/catalog/index"
)

// pair is an element in both versions; nil in one that lacks it.
type pair[T any] struct {
	id       string
	old, new *T
}

// pairs pairs the elements of two versions by a key, sorted by it.
func pairs[T any](old, new []*T, key func(*T) string) []pair[T] {
	found := map[string]*pair[T]{}
	for _, e := range old {
		found[key(e)] = &pair[T]{id: key(e), old: e}
	}
	for _, e := range new {
		if p := found[key(e)]; p != nil {
			p.new = e
		} else {
			found[key(e)] = &pair[T]{id: key(e), new: e}
		}
	}
	list := make([]pair[T], 0, len(found))
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, *found[id])
	}
	return list
}

// elements are those of a pair, nil where there is none.
func elements[T any](p pair[T], of func(*T) *index.Element) (old, new *index.Element) {
	if p.old != nil {
		old = of(p.old)
	}
	if p.new != nil {
		new = of(p.new)
	}
	return old, new
}

// sameElement reports whether both versions have the same content and version.
func sameElement(old, new *index.Element) bool {
	return old != nil && new != nil && old.Digest == new.Digest && old.Version == new.Version
}
