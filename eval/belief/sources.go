package belief

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/schema"
)

// sourceAt finds the record of a source, or the place where it belongs.
func sourceAt(list []schema.SourceRecord, name string) (int, bool) {
	return slices.BinarySearchFunc(list, name, func(s schema.SourceRecord, name string) int { return strings.Compare(s.Name, name) })
}

// attemptsAt finds the record of vain attempts at a key, or the place where it
// belongs.
func attemptsAt(list []schema.AttemptRecord, key string) (int, bool) {
	return slices.BinarySearchFunc(list, key, func(a schema.AttemptRecord, key string) int { return strings.Compare(a.Key, key) })
}

// found notes what a check found of a source.
func (d *draft) found(source string, right bool) {
	origin := originOf(source)
	i, ok := sourceAt(d.state.Sources, origin)
	if !ok {
		d.state.Sources = slices.Insert(d.state.Sources, i, schema.SourceRecord{Name: origin})
	}
	if right {
		d.state.Sources[i].Right++
	} else {
		d.state.Sources[i].Wrong++
	}
}

// failed notes a vain attempt to derive a key again.
func (d *draft) failed(key string) {
	i, ok := attemptsAt(d.state.Attempts, key)
	if !ok {
		d.state.Attempts = slices.Insert(d.state.Attempts, i, schema.AttemptRecord{Key: key})
	}
	d.state.Attempts[i].Attempts++
}

// renewed forgets the vain attempts at a key that has a new value, and at those
// that are to be derived from it.
func (d *draft) renewed(key string) {
	d.state.Attempts = slices.DeleteFunc(d.state.Attempts, func(a schema.AttemptRecord) bool {
		recipe, ok := d.recipe(a.Key)
		return a.Key == key || ok && slices.Contains(recipe.inputs, key)
	})
}
