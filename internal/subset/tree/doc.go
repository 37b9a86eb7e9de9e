// Package tree reads a JSON Schema of the drafts 4, 6, 7, 2019-09 and 2020-12
// into one kind of tree, in which every keyword says what it means today and
// where it stands in the file.
//
// [Read] refuses what the checker of values refuses too (see
// internal/celenv/jsonschema), references to other documents among it. Nothing is
// fetched.
package tree
