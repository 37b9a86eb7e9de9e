package policydiff

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

func contractElement(c *index.Contract) *index.Element { return &c.Element }

// contracts compares all contracts, and their texts.
func (d *differ) contracts() {
	for _, p := range pairs(d.old.Catalog.Contracts, d.new.Catalog.Contracts, func(c *index.Contract) string { return c.ID }) {
		d.contract(p)
	}
}

func (d *differ) contract(p pair[index.Contract]) {
	rests := p.old != nil && p.new != nil && d.restsDiffer(p.old, p.new)
	c := touched(d, "contract", p, contractElement, rests)
	switch {
	case c == nil:
		return
	case p.old == nil:
		d.addedContract(c, p.new)
	case p.new == nil:
		d.removedContract(c, p.old)
	default:
		d.changedContract(c, p.old, p.new)
	}
}

// restsDiffer reports whether a contract speaks of fields or state cells that
// changed.
func (d *differ) restsDiffer(old, new *index.Contract) bool {
	return d.groundsDiffer(old.Constraint, new.Constraint) != "" || len(d.cellNames(old.Constraint)) > 0
}

func (d *differ) addedContract(c *change, new *index.Contract) {
	c.words("", sentenceOf(new))
	if d.new.required(new.ID) {
		c.note(Tightened, "the contract is new and its library requires it")
		return
	}
	c.note(Unchanged, "the contract is new, and restricts a run only where it is put in force")
}

// removedContract compares what was restricted with no restriction.
func (d *differ) removedContract(c *change, old *index.Contract) {
	c.words(sentenceOf(old), "")
	c.note(Loosened, "the contract can no longer be put in force")
	if d.old.required(old.ID) {
		c.lose("its library required it")
	}
	two := twoConstraints{old: old.Constraint, new: &schema.Unrestricted{}, shared: symbolics(old.Parameters), fits: fitsAll(old.Parameters)}
	d.constraint(c, two)
}

func (d *differ) changedContract(c *change, old, new *index.Contract) {
	c.words(sentenceOf(old), sentenceOf(new))
	c.wording("the reviewed text", old.Text, new.Text)
	c.wording("the reviewed derived sentence", old.Derived, new.Derived)
	c.wording("the docstring", old.Docstring, new.Docstring)
	c.wording("the class", old.TypeName, new.TypeName)
	if !slices.Equal(old.Scope, new.Scope) {
		c.note(Reworded, "the scope paragraphs changed")
	}
	if old.Unrestricted() != new.Unrestricted() {
		d.noteReaders(c, "which guarantees restrict nothing")
	}
	switch {
	case old.Unrestricted() && !new.Unrestricted():
		c.note(Loosened, "it restricted nothing, so that a guarantee of it covered nothing, and covers its library now")
	case !old.Unrestricted() && new.Unrestricted():
		c.note(Tightened, "it restricts nothing, so that a guarantee of it does not cover its library any more")
	}
	params := d.parameters(c, old, new)
	if !params.comparable {
		c.note(Incomparable, "a parameter without a default is in one version only, so that no expression means the same in both")
		return
	}
	asked := len(d.questions)
	if d.restsDiffer(old, new) || !sameMeaning(old.Constraint, new.Constraint) || len(params.oldOnly)+len(params.newOnly) > 0 {
		d.constraint(c, twoConstraints{old: old.Constraint, new: new.Constraint, shared: params.shared, oldValues: params.oldOnly, newValues: params.newOnly, fits: params.fits})
	}
	for _, left := range params.leftOut() {
		d.constraint(c, params.withDefaults(old, new, left))
	}
	if len(params.oldDefaults) > maxDefaults {
		c.note(Unknown, "%d defaults changed, and not every choice of those that an expression leaves out is compared", len(params.oldDefaults))
	}
	if len(c.Aspects) == 0 && len(d.questions) == asked {
		c.note(Unchanged, "its version changed and nothing else, or sets of effect types have another version")
	}
}

// wording notes that words changed.
func (c *change) wording(what, old, new string) {
	if old != new {
		c.note(Reworded, "%s changed from %q to %q", what, old, new)
	}
}

// sentenceOf is what a contract says: the sentence derived from its constraint,
// and where there is none, its reviewed text.
func sentenceOf(c *index.Contract) string {
	if s, err := render.Sentence(c.Constraint, render.SentenceOptions{Library: c.Library, Unbound: true}); err == nil {
		return s
	}
	return c.Text
}
