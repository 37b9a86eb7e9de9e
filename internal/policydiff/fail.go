package policydiff

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// DefaultFailures are what a comparison fails on where nothing else is said.
func DefaultFailures() []schema.DiffFailure {
	return []schema.DiffFailure{schema.DiffFailureLoosened, schema.DiffFailureIncomparable}
}

// Fail notes in a report what it fails on, of what it is told to, and whether
// that is known: a change of which nothing is known may be one of those. Replayed
// decisions count too.
func Fail(r *schema.DiffReport, on []schema.DiffFailure) {
	if len(on) == 0 {
		on = DefaultFailures()
	}
	r.Fails, r.Undecided = []schema.DiffFailure{}, false
	var open bool
	for _, f := range schema.DiffFailureValues() {
		if !slices.Contains(on, f) || f == schema.DiffFailureNone {
			continue
		}
		if fails(r, f) {
			r.Fails = append(r.Fails, f)
		}
		open = open || f == schema.DiffFailureLoosened || f == schema.DiffFailureIncomparable
	}
	r.Undecided = open && len(r.Fails) == 0 && fails(r, schema.DiffFailureUnknown)
}

func fails(r *schema.DiffReport, f schema.DiffFailure) bool {
	if f == schema.DiffFailureUnversioned {
		return slices.ContainsFunc(r.Changes, func(c schema.DiffChange) bool { return c.Unversioned })
	}
	return slices.ContainsFunc(classesOf(r), func(c Class) bool {
		switch f {
		case schema.DiffFailureLoosened:
			return c == Loosened || c == Incomparable
		case schema.DiffFailureIncomparable:
			return c == Incomparable
		case schema.DiffFailureUnknown:
			return c == Unknown
		}
		return false
	})
}

// classesOf are the classes of all changes and of replayed decisions.
func classesOf(r *schema.DiffReport) []Class {
	var list []Class
	for _, c := range r.Changes {
		list = append(list, c.Class)
	}
	if r.Replay != nil {
		if r.Replay.Unread > 0 { // what could not be judged may be decided otherwise
			list = append(list, Unknown)
		}
		for _, c := range r.Replay.Changed {
			list = append(list, c.Class)
		}
	}
	return list
}
