// Package pydef reads the definitions of a Python source file without running or importing it: functions and classes with
// their parameters, defaults, annotations, decorators and docstrings, and whatever else gives a name of the module a
// value. It follows the Python language reference, sections 2 (lexical analysis), 7 and 8 (statements).
//
// What a name means in the end can depend on what runs: definitions within if or try, names that are assigned, star
// imports and calls of exec are reported as bindings with their places, and it is for the caller not to trust a name that
// has one. The entry point is [Read].
package pydef
