// Package pyexpr reads contract expressions and literals in Python's notation, and writes values as Python prints them.
//
// An expression is one call, alias.symbol(arguments), whose arguments are literals or the dotted name of a class.
// It is read, never evaluated: names, calls, operators, f-strings and comprehensions are refused by name and position.
//
// The entry points are ParseCall, ParseLiteral and Repr.
// The grammar follows the Python language reference, sections 2 (lexical analysis) and 6.2 (atoms).
package pyexpr
