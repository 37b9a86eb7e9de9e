package policydiff

import (
	"fmt"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// maxAspects is how many differences of one element are told.
const maxAspects = 40

// change is an element that a version touches, while it is compared.
type change struct {
	schema.DiffChange
	of      effect
	library *index.Library // that it is of; nil of a bundle
	inherit []*change      // whose classes it has too
	more    int            // aspects that are not told
}

// newChange begins the change of an element; a version that lacks it is nil.
func newChange(kind string, old, new *index.Element) *change {
	c := &change{}
	c.Kind, c.Aspects, c.Witnesses = kind, []schema.DiffAspect{}, []schema.DiffWitness{}
	at := new
	switch {
	case old == nil:
		c.Change = schema.ElementChangeAdded
	case new == nil:
		c.Change, at = schema.ElementChangeRemoved, old
	default:
		c.Change = schema.ElementChangeChanged
		c.Unversioned = old.Version == new.Version && old.Digest != new.Digest
	}
	if old != nil {
		c.OldVersion = &old.Version
	}
	if new != nil {
		c.NewVersion = &new.Version
	}
	c.Id, c.File, c.Line, c.Column = at.ID, at.File, int64(at.Line), int64(at.Column)
	return c
}

// note adds a difference. Text from outside is quoted in it.
func (c *change) note(class Class, format string, args ...any) {
	c.of.add(class)
	if len(c.Aspects) == maxAspects {
		c.more++
		return
	}
	c.Aspects = append(c.Aspects, schema.DiffAspect{Class: class, Text: diag.Neutralise(fmt.Sprintf(format, args...))})
}

// lose adds a difference by which something is no longer seen.
func (c *change) lose(format string, args ...any) {
	c.LostSight = true
	c.note(Loosened, format, args...)
}

// words says what an element says in each version; empty where it says nothing.
func (c *change) words(before, after string) {
	c.Before, c.After = orNil(before), orNil(after)
}

// settle gives the change its class. What differs in content of which no
// difference was found is unknown.
func (c *change) settle() {
	if len(c.Aspects) == 0 {
		c.note(Unknown, "it changed, and in what was not found")
	}
	for _, other := range c.inherit {
		c.of.add(other.of.class())
	}
	if c.more > 0 {
		c.Aspects = append(c.Aspects, schema.DiffAspect{Class: c.of.class(), Text: fmt.Sprintf("and %d more differences", c.more)})
	}
	c.Class = c.of.class()
	c.CallsFor = c.step()
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
