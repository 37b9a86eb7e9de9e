// Package pycheck compares the definitions of a trusted Python file with the contracts, effect types and classes of the
// library that exposes it. It compares what can be read mechanically: names, parameters, defaults, annotations and
// docstrings. What a body does is neither run nor judged.
//
// The entry points are [Expose], which says which library a file belongs to, and [Check].
package pycheck
