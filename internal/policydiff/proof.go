package policydiff

import (
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
)

// proofs compares what recorded proofs say of the present contracts: what a library
// recommends is covered by a guarantee that implies it.
func (d *differ) proofs() {
	id := func(e *catalog.Entailment) string { return e.Stated + " implies " + e.Implied }
	for _, p := range pairs(pointers(d.old.Catalog.Entailments()), pointers(d.new.Catalog.Entailments()), id) {
		if p.old != nil && p.new != nil {
			d.untouched++
			continue
		}
		c := newChange("proof", d.old.proofElement(p.old), d.new.proofElement(p.new))
		c.Id = p.id
		c.library = d.libraryOf(c.File)
		d.changes = append(d.changes, c)
		d.noteReaders(c, "what recorded proofs say")
		class := Unchanged
		if p.old == nil {
			if d.recommended(p.new.Implied) {
				class = Loosened
			}
			c.note(class, "where %q is in force, %q counts as covered", p.new.Stated, p.new.Implied)
			continue
		}
		if d.recommended(p.old.Implied) {
			class = Tightened
		}
		c.note(class, "where %q is in force, %q does not count as covered any more", p.old.Stated, p.old.Implied)
	}
}

// proofElement is where a proof is recorded, with the version of the contract that
// it proves; nil where there is none.
func (s *side) proofElement(e *catalog.Entailment) *index.Element {
	if e == nil {
		return nil
	}
	for _, lib := range s.Catalog.Libraries {
		for _, p := range lib.Proofs {
			if r := &p.Recorded; r.Stated.Id == e.Stated && r.Implied.Id == e.Implied && s.Catalog.StaleProof(r) == "" {
				return &index.Element{Version: r.Implied.Version, File: p.File, Line: p.Line, Column: p.Column}
			}
		}
	}
	return &index.Element{}
}

// recommended reports whether a library of either version recommends a contract.
func (d *differ) recommended(contract string) bool {
	return slices.ContainsFunc(slices.Concat(d.old.Catalog.Libraries, d.new.Catalog.Libraries), func(l *index.Library) bool {
		return slices.Contains(l.Recommended, contract)
	})
}

// entailed reports whether a recorded proof of either version says that a contract
// follows from another.
func (d *differ) entailed(contract string) bool {
	return slices.ContainsFunc(slices.Concat(d.old.Catalog.Entailments(), d.new.Catalog.Entailments()), func(e catalog.Entailment) bool {
		return e.Implied == contract
	})
}
