// Package value gives the typed literals of the constraint algebra (the
// LinkML class Value) their meaning: kinds, a total order, a canonical form,
// an injective encoding, exact numbers, and canonical directory containment.
// It also turns plain JSON into typed values by the type of a LinkML slot.
//
// Entry points are FromPlain and Fields (JSON to values), Canonical, Compare,
// AppendKey, ParseNumber and Within. Every function is deterministic, reads no
// clock, environment or file, and never panics on a value that was read from
// outside. Functions that say so want values in canonical form; FromPlain and
// Canonical return them.
package value

const (
	// MaxInteger is the largest magnitude of an integer that predicates know,
	// 2^53-1: the largest that every JSON reader keeps exact (RFC 8785,
	// ECMAScript Number.MAX_SAFE_INTEGER).
	MaxInteger = 1<<53 - 1

	// MaxDigits is how many digits an exact number may have, written out
	// without an exponent.
	MaxDigits = 1000

	// MaxDepth is how deep lists, tuples, sets and maps may nest.
	MaxDepth = 64
)
