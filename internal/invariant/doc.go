// Package invariant proves what a CEL Policy file says of itself in
// verification.invariants: that on every input which meets the assumptions the
// policy gives a result and the assertions are true.
//
// The expressions are lowered to SMT-LIB 2 as pairs of terms, whether there is a
// value and which, so that errors, short circuits and the overflow of 64-bit
// integers are exact. What has no lowering is any value or an error, which can
// only make a proof fail: a counterexample is evaluated by CEL before it is
// believed, and what CEL does not confirm is unknown, with the expressions that
// were not lowered as the reason.
//
// Texts have code points up to U+2FFFF, as in all proofs here.
package invariant
