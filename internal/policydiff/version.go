package policydiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// The steps of a version.
const (
	stepNone  = schema.VersionStepNone
	stepPatch = schema.VersionStepPatch
	stepMinor = schema.VersionStepMinor
	stepMajor = schema.VersionStepMajor
	stepBack  = schema.VersionStepBack
)

// steps are the steps in their order; one back is less than any.
func steps() []schema.VersionStep {
	return []schema.VersionStep{stepBack, stepNone, stepPatch, stepMinor, stepMajor}
}

func larger(a, b schema.VersionStep) schema.VersionStep {
	if slices.Index(steps(), b) > slices.Index(steps(), a) {
		return b
	}
	return a
}

// step is what a change calls for. Who relies on a version may take a later one
// of the same first number if nothing that it was promised is given up: what
// loosens, what is removed, and what is not known to do neither, is a major step;
// what tightens or is added a minor one; words are a patch.
func (c *change) step() schema.VersionStep {
	switch {
	case c.Change == schema.ElementChangeRemoved:
		return stepMajor
	case c.Class == Loosened || c.Class == Incomparable || c.Class == Unknown:
		return stepMajor
	case c.Class == Tightened || c.Change == schema.ElementChangeAdded:
		return stepMinor
	case c.Class == Reworded || c.Unversioned:
		return stepPatch
	}
	return stepNone
}

// declared is the step from one version to another.
func declared(old, new string) schema.VersionStep {
	a, b := strings.Split(old, "."), strings.Split(new, ".")
	for i, step := range []schema.VersionStep{stepMajor, stepMinor, stepPatch} {
		switch x, y := part(a, i), part(b, i); {
		case y > x:
			return step
		case y < x:
			return stepBack
		}
	}
	return stepNone
}

func part(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return 0
	}
	return n
}

// advice is what the changes of libraries and bundles call for that both
// versions have, where they call for anything or a step was declared.
func (d *differ) advice() []schema.VersionAdvice {
	list := []schema.VersionAdvice{}
	calls := map[string]schema.VersionStep{}
	for _, c := range d.changes {
		if c.library != nil {
			calls["library "+c.library.ID] = larger(calls["library "+c.library.ID], c.CallsFor)
			calls["bundle "+c.library.Bundle] = larger(calls["bundle "+c.library.Bundle], c.CallsFor)
		} else {
			calls["bundle "+c.Id] = larger(calls["bundle "+c.Id], c.CallsFor)
		}
	}
	add := func(kind, id, old, new string) {
		a := schema.VersionAdvice{Kind: kind, Id: id, OldVersion: old, NewVersion: new, Declared: declared(old, new), CallsFor: larger(stepNone, calls[kind+" "+id])}
		if a.CallsFor == stepNone && a.Declared == stepNone {
			return
		}
		a.Enough = larger(a.CallsFor, a.Declared) == a.Declared
		list = append(list, a)
	}
	for _, p := range pairs(d.old.Catalog.Bundles, d.new.Catalog.Bundles, func(b *index.Bundle) string { return b.Name }) {
		if p.old != nil && p.new != nil {
			add("bundle", p.id, p.old.Version, p.new.Version)
		}
	}
	for _, p := range pairs(d.old.Catalog.Libraries, d.new.Catalog.Libraries, func(l *index.Library) string { return l.ID }) {
		if p.old != nil && p.new != nil {
			add("library", p.id, p.old.Version, p.new.Version)
		}
	}
	return list
}
