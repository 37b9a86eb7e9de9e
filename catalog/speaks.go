package catalog

import "github.com/contractc/contractc/schema"

// SpokenOf returns the effect types and the state cells that a constraint speaks
// of, by their ids, sorted.
func SpokenOf(c schema.Constraint) (effects, cells []string) { return spokenOf(c) }
