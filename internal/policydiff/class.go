package policydiff

import "github.com/contractc/contractc/schema"

// Class is what a change does to what is allowed.
type Class = schema.ChangeClass

// The classes.
const (
	Unchanged    = schema.ChangeClassUnchanged
	Reworded     = schema.ChangeClassReworded
	Tightened    = schema.ChangeClassTightened
	Loosened     = schema.ChangeClassLoosened
	Incomparable = schema.ChangeClassIncomparable
	Unknown      = schema.ChangeClassUnknown
)

// Classes returns all classes, the one of most weight first.
func Classes() []Class {
	return []Class{Loosened, Incomparable, Unknown, Tightened, Reworded, Unchanged}
}

// effect is what is known of several differences together.
type effect struct{ looser, tighter, open, worded bool }

func (e *effect) add(c Class) {
	switch c {
	case Loosened:
		e.looser = true
	case Tightened:
		e.tighter = true
	case Incomparable:
		e.looser, e.tighter = true, true
	case Unknown:
		e.open = true
	case Reworded:
		e.worded = true
	case Unchanged:
	}
}

// class is the class of all of them together. What loosens does so whatever is
// not known beside it; what tightens and may loosen is unknown.
func (e effect) class() Class {
	switch {
	case e.looser && e.tighter:
		return Incomparable
	case e.looser:
		return Loosened
	case e.open:
		return Unknown
	case e.tighter:
		return Tightened
	case e.worded:
		return Reworded
	}
	return Unchanged
}

// flipped is the class of the opposite change.
func flipped(c Class) Class {
	switch c {
	case Loosened:
		return Tightened
	case Tightened:
		return Loosened
	}
	return c
}
