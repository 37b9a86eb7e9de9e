// Package predicate writes JSON Schema as CEL: an expression that is true of a
// value exactly where the schema allows it.
//
// [Writer.Schema] writes a whole schema, [Writer.Keyword] one keyword of one. What
// CEL cannot say is an error of type [*Unsayable], never a weaker expression.
//
// The expressions are for the environment of rules (internal/celenv): a number
// without point and exponent is an int, any other a double, and one that neither
// holds makes an expression fail where it is compared, which is no acceptance.
package predicate
