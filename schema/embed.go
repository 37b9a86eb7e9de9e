// Package schema is the core vocabulary of contractc: the LinkML files, embedded, and Go types generated from them.
//
// Classes are structs with all inherited slots. An abstract class that slots range over is a sealed interface, and the
// classes below it are used by pointer. Everything reads and writes JSON strictly: unknown fields, missing fields,
// duplicate keys and values outside an enum are errors.
package schema

import "embed"

//go:generate go run ./linkml/cmd/schemagen -package schema -json json documents.yaml

// FS holds all LinkML files: contractc.yaml imports the core vocabulary, and
// documents.yaml imports that and the reports that commands write.
//
//go:embed *.yaml
var FS embed.FS

// Vocabulary holds the LinkML files of the core vocabulary, which libraries
// import and decisions depend on: contractc.yaml and what it imports.
//
//go:embed actions.yaml algebra.yaml bundle.yaml context.yaml contractc.yaml contracts.yaml decision.yaml input.yaml output.yaml plan.yaml proofs.yaml providers.yaml state.yaml values.yaml
var Vocabulary embed.FS
