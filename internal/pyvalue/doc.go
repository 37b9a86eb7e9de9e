// Package pyvalue gives plain JSON values the meaning that Python gives them:
// what str prints, which values are equal, what float and int read, what a word
// and what white space is.
//
// The claim contract was defined by a Python program. Belief keys, messages and
// the equality of beliefs follow its values, so they are kept apart here from
// the rules that use them.
//
// Plain values are nil, bool, json.Number, float64, int, int64, string, []any
// and map[string]any. A json.Number without point and exponent is a Python int,
// any other is a float.
package pyvalue
