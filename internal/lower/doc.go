// Package lower writes constraints of the algebra (the LinkML class Constraint)
// in three languages: CEL, Rego and SMT-LIB 2. With the monitor and the derived
// sentence they are the five readers of a constraint, and none of them has a
// meaning of its own: the agreement test of this package compares them on random
// constraints and traces.
//
// Entry points: CEL writes a CEL Policy document and evaluates it on events;
// Rego writes a module that a stock OPA runs on {"events": […]}; NewScript
// writes an SMT-LIB script about one or several constraints and a trace that is
// given, or any trace of some length. Events encodes typed events as the plain
// input that the first two read.
//
// How a constraint is lowered: a constraint and every predicate in it become a
// pair of formulas of two-valued logic, the rails, surely true and surely false.
// Where neither is true the answer is unknown; negation swaps the two. A formula
// speaks of the events of a trace by quantifiers, and of values only where they
// are known, so that it has the same meaning in a language in which comparing
// what is absent is an error (CEL), is undefined (Rego) or has any value
// (SMT-LIB). Counts and sums have a least and a greatest value; two keys are the
// same, are different, or are not known to be either; a state cell is read
// through the last assignment at a key and those that may have been at it.
//
// Besides the rails, a constraint has two formulas that decide the verdict on an
// open trace: final, no later event changes the answer, and doubt, something
// that is not known could decide.
//
// What all readers promise: integers within ±(2^53-1) are exact and any other is
// unknown; decimals are exact, integers scaled by a power of ten in CEL and Rego
// and reals in SMT-LIB; text is measured and ordered by code points. What a
// reader cannot say faithfully it refuses, with a RefusalError that names the
// expression, its path and the reason; nothing is guessed.
package lower
