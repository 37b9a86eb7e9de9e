// Package pywrap writes the contracts of a library as a Python module of its own: one typed function for each contract,
// whose docstring is the reviewed text with its scope, and which returns the contract with its arguments bound. The module
// needs nothing but Python's standard library, and it cannot be bound otherwise than the bundle says: its expressions are
// contractc's.
//
// The entry points are [Module], and for those who compare a module with the bundle [Docstring], [Annotation] and
// [Literal].
package pywrap
