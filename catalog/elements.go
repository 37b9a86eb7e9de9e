package catalog

import "github.com/contractc/contractc/catalog/index"

// The elements of a catalog by their short names.
type (
	Bundle   = index.Bundle
	Library  = index.Library
	Class    = index.Class
	Effect   = index.Effect
	Contract = index.Contract
	Mapping  = index.Mapping
	Rule     = index.Rule
	Module   = index.Module
	Fact     = index.Fact
	Table    = index.Table
	Locale   = index.Locale
	Output   = index.Output
)
