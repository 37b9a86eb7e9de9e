// Package regorules loads, checks, compiles and evaluates the Rego rules of a
// bundle, failing closed.
//
// [Check] checks all modules at once: their annotations, the built-ins that
// they call (an allow list, see [Builtins]), every field of the input that they
// read against a closed schema ([InputType]), and the guards that let OPA's
// rule index do its work. It returns what is worth keeping of each module, so
// that an engine need not parse modules that a turn does not use.
//
// [New] makes an [Engine], which compiles the modules that the types of action
// of a turn need, when they are needed. [Engine.NewTurn] takes the part of the
// input that all actions of a turn share, [Turn.Eval] judges one action.
//
// Rego modules call no function of ours and read no data but rules, so a stock
// OPA gives the same answers from the same files, the printed input and the
// dispatcher's source ([Dispatcher]).
//
// An error is never a violation and never silence: [CompileError] says that
// the rules do not compile, [EvalError] that an evaluation failed; what rules
// found is in [Result].
package regorules
