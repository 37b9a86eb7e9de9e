// Package monitor reads the constraint algebra (the LinkML class Constraint)
// as incremental monitors: it judges a trace event by event, with constant work
// per event and per guarantee that names the event's effect type, and no work
// for the others.
//
// Entry points: Compile turns constraints into a Program, which is immutable
// and may be shared; Program.Start gives a Set, the state of one trace; New
// gives a Monitor, which is a Set of one. CompilePredicate and EvalPredicate
// judge a predicate on one event, for preconditions.
//
// Truth is three-valued, after Kleene's strong logic: a field that is absent,
// or whose value is not known, makes its predicate unknown. A verdict on an
// open trace is violated only if no continuation can help; holds is said of the
// events so far.
//
// The promise: what is compiled never fails and never panics on any event; the
// same events give the same verdicts; state is constant in the length of the
// trace, except for the keys that UniqueBy and ExistsPair must remember and the
// cells that StateAll must.
package monitor

const (
	// MaxDepth is how deep constraints, predicates and terms may nest.
	MaxDepth = 64

	// MaxNodes is how many expressions one constraint may hold.
	MaxNodes = 10_000

	// MaxPattern is how many bytes a regular expression may have.
	MaxPattern = 4096
)
