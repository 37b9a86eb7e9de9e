package policydiff

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func sortedNames(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func numberOf(v any) (value.Number, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return value.Number{}, false
	}
	return value.ParseNumber(string(n))
}

func libraryElement(l *index.Library) *index.Element { return &l.Element }

// libraries compares what libraries say beside their elements: what coverage
// asks for, and under which names expressions import them.
func (d *differ) libraries() {
	for _, p := range pairs(d.old.Catalog.Libraries, d.new.Catalog.Libraries, func(l *index.Library) string { return l.ID }) {
		if p.old != nil && p.new != nil && sameJSON(ownWords(p.old), ownWords(p.new)) {
			d.untouched++
			continue
		}
		old, new := elements(p, libraryElement)
		c := newChange("library", old, new)
		c.Unversioned = p.old != nil && p.new != nil && p.old.Version == p.new.Version
		c.library = d.libraryOf(c.File)
		d.changes = append(d.changes, c)
		switch {
		case p.old == nil:
			c.note(Unchanged, "the library is new; its elements are listed by themselves")
			d.noteCoverage(c, &index.Library{}, p.new)
		case p.new == nil:
			c.lose("the library was removed")
			d.noteCoverage(c, p.old, &index.Library{})
		default:
			d.changedLibrary(c, p.old, p.new)
		}
	}
}

// ownWords are what a library's own file says, its version apart.
func ownWords(l *index.Library) any {
	return map[string]any{"description": l.Description, "modules": l.Modules, "recommended": sorted(l.Recommended), "required": sorted(l.Required)}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func (d *differ) changedLibrary(c *change, old, new *index.Library) {
	c.wording("the description", old.Description, new.Description)
	for _, name := range new.Modules {
		if !slices.Contains(old.Modules, name) {
			c.note(Loosened, "expressions can import it as %q, which was refused", name)
		}
	}
	for _, name := range old.Modules {
		if !slices.Contains(new.Modules, name) {
			c.note(Tightened, "expressions cannot import it as %q any more", name)
		}
	}
	d.noteCoverage(c, old, new)
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "the order of its modules changed")
	}
}

// noteCoverage notes which contracts a library asks for that it did not, and the
// other way round.
func (d *differ) noteCoverage(c *change, old, new *index.Library) {
	if old.ID != new.ID || !sameJSON(sorted(old.Required), sorted(new.Required)) || !sameJSON(sorted(old.Recommended), sorted(new.Recommended)) {
		d.noteReaders(c, "what libraries ask for")
	}
	noteSet(c, "a required contract", old.Required, new.Required, Tightened)
	noteSet(c, "a recommended contract", old.Recommended, new.Recommended, Tightened)
	for _, name := range new.Recommended {
		if !slices.Contains(old.Recommended, name) && d.entailed(name) {
			c.note(Loosened, "%q may follow from a guarantee by a recorded proof, so that the domain is covered without it", name)
		}
	}
}

// noteReaders notes that rules other than the one on coverage of the default bundle
// may read what coverage rests on, so that it is not known what a change of it does.
func (d *differ) noteReaders(c *change, what string) {
	if d.old.reads(coverageRead) || d.new.reads(coverageRead) {
		c.note(Unknown, "rules other than that on coverage of the default bundle may read %s, and decide otherwise", what)
	}
}

// bundles compares what contractc.yaml says: rule sets in force and pinned, and
// what the bundle needs.
func (d *differ) bundles() {
	for _, p := range pairs(d.old.Catalog.Bundles, d.new.Catalog.Bundles, func(b *index.Bundle) string { return b.Name }) {
		if p.old != nil && p.new != nil && sameJSON(bundleWords(p.old), bundleWords(p.new)) {
			d.untouched++
			continue
		}
		c := newChange("bundle", bundleElement(p.old), bundleElement(p.new))
		c.Unversioned = p.old != nil && p.new != nil && p.old.Version == p.new.Version
		d.changes = append(d.changes, c)
		switch {
		case p.old == nil:
			c.note(Unchanged, "the bundle is new; its elements are listed by themselves")
		case p.new == nil:
			c.lose("the bundle was removed")
		default:
			changedBundle(c, p.old, p.new)
			d.noteTableSets(c)
		}
	}
}

func bundleElement(b *index.Bundle) *index.Element {
	if b == nil {
		return nil
	}
	return &index.Element{ID: b.Name, Version: b.Version, Digest: b.Digest, File: "contractc.yaml", Line: 1, Column: 1}
}

// bundleWords are what a bundle's own file says, its version apart.
func bundleWords(b *index.Bundle) any {
	return map[string]any{
		"description": b.Description, "minimum": b.MinimumContractc, "sets": sorted(b.RuleSets), "pinned": sorted(b.PinnedRuleSets), "requires": b.Requires,
	}
}

func changedBundle(c *change, old, new *index.Bundle) {
	c.wording("the description", old.Description, new.Description)
	if a, b := old.MinimumContractc, new.MinimumContractc; a != b {
		class := Tightened // fewer versions of contractc load it
		if b == "" || declared(a, b) == stepBack {
			class = Loosened
		}
		c.note(class, "the least version of contractc was %s and is %s", orNone(a), orNone(b))
	}
	for _, name := range new.RuleSets {
		if !slices.Contains(old.RuleSets, name) {
			c.note(Unchanged, "the rule set %q is in force now; its rules are listed by themselves", name)
		}
	}
	for _, name := range old.RuleSets {
		if !slices.Contains(new.RuleSets, name) {
			c.note(Unchanged, "the rule set %q is not in force any more; its rules are listed by themselves", name)
		}
	}
	noteSet(c, "a pinned rule set, which no flag replaces,", old.PinnedRuleSets, new.PinnedRuleSets, Tightened)
	if !sameJSON(requirements(old), requirements(new)) {
		c.note(Unknown, "it builds on other bundles, or on others of the same name")
	}
	if len(c.Aspects) == 0 {
		c.note(Unchanged, "its version changed")
	}
}

// noteTableSets notes that tables are read for other rule sets than before.
func (d *differ) noteTableSets(c *change) {
	before, after := d.old.tableSets(), d.new.tableSets()
	if !slices.Equal(before, after) {
		c.note(Unknown, "tables are read for %s, and were for %s, so that replies may be read and functions may answer otherwise", setWords(after), setWords(before))
	}
}

func setWords(sets []string) string {
	if len(sets) == 0 {
		return "no rule set"
	}
	return "the rule set " + list(sets)
}

// tableSets are the rule sets in force for which tables are read.
func (s *side) tableSets() []string {
	return slices.DeleteFunc(sorted(s.sets), func(set string) bool { return !eval.TablesBySet(set) })
}

func requirements(b *index.Bundle) []schema.BundleRequirement { return b.Requires }
