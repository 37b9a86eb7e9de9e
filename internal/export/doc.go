// Package export writes what bundles describe in the forms of other tools: JSON Schema, SHACL, OWL, a JSON-LD context,
// and one merged LinkML schema.
//
// An export says what it was made from and with which settings, since both are part of what it means. The entry points
// are [OfCatalog] and [OfSchema], which say what is exported, and the methods of [Export].
package export
