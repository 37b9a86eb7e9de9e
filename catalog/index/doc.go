// Package index is the content of a policy bundle after it was checked: typed constraints, effects, mappings, rule metadata and digests.
//
// A value of type Bundle is plain data without anything to parse, so that the embedded bundle's index is Go data that costs a cold start
// nothing. Package catalog makes it from a bundle's files and answers questions about it.
package index
