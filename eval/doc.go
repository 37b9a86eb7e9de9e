// Package eval judges one turn: it reads a model's reply, evaluates rules and
// guarantees against the actions in it, and decides each call.
//
// An Engine is built once from a catalog and used for many turns, from many
// goroutines. It compiles a rule when the first action needs it. Judge never
// fails open: whatever goes wrong on our side ends in a Decision whose Error is
// set, whose calls are denied, and which has neither verdicts nor cards.
//
// The words of the decision come from the bundle's locale; the engine knows
// codes only.
package eval
