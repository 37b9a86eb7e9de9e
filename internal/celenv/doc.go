// Package celenv is the environment of CEL rules and facts: the variable input
// with the types of the LinkML class Input, the domain functions, and the
// limits.
//
// [New] makes an [Env] for a rule set. [Env.CompileRule], [Env.CompileFact] and
// [Env.CompileExpression] check everything at once; their Prepare forms leave
// each expression to its first use, for files that are known to compile. A
// [Turn] binds the data of one turn and evaluates rules on it.
//
// Fields are read from the generated Go values as they are, and only when an
// expression asks for them. An optional field that is absent is not set for
// has(), and selecting it is an error. There is no clock, no randomness and no
// time zone in the environment, and maps are gone through in the order of their
// keys.
//
// An error, a panic in a function, the cost limit and the deadline are errors
// of the evaluation, never a value: see [celpolicy.EvalError].
package celenv
