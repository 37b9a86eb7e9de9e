// Package jsonschema checks values against JSON Schemas of the drafts 4, 6, 7,
// 2019-09 and 2020-12.
//
// [Compile] reads a schema once, and refuses one that is not valid; [Schema.Check]
// lists what is wrong with a value. Values are plain: nil, bool, string,
// json.Number, []any and map[string]any. Formats are annotations, as the later
// drafts have it. Nothing is fetched: a reference leads to a place in the schema
// itself, by a pointer or an anchor. References that depend on the way by which
// they are reached ($dynamicRef, $recursiveRef) and schemas inside with an address
// of their own are refused. Both steps are bounded.
//
// It is not a library's since the known ones compile the schemas of the language
// itself when a program starts, which costs more than all else that a short
// process does at its start. The tests hold its answers against such a library.
package jsonschema
