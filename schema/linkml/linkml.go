// Package linkml reads LinkML schemas, resolves induced slots, validates instances and generates Go types and
// JSON Schema.
//
// Entry points: [Load] reads a schema with its imports into a [View]; [View.Validate] checks a document against a
// class; [GenerateGo] writes Go types; [View.JSONSchema] writes JSON Schema.
//
// The package is strict by default: what LinkML leaves ambiguous is an error with a position. Options.Compatible
// makes it answer as LinkML's own SchemaView and JSON Schema generator do.
package linkml

//go:generate go run ./cmd/schemagen -package hostile -o testdata/hostile testdata/hostile/hostile.yaml
