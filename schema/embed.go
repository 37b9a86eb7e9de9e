// Package schema is the core vocabulary of contractc: the LinkML files, embedded, and Go types generated from them.
//
// Classes are structs with all inherited slots. An abstract class that slots range over is a sealed interface, and the
// classes below it are used by pointer. Everything reads and writes JSON strictly: unknown fields, missing fields,
// duplicate keys and values outside an enum are errors.
package schema

import "embed"

//go:generate go run ./linkml/cmd/schemagen -package schema -json json contractc.yaml

// FS holds the LinkML files of the core vocabulary; contractc.yaml imports all others.
//
//go:embed *.yaml
var FS embed.FS
