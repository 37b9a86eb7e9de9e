package celpolicy

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
)

// Environment is what the expressions of a policy are compiled against.
type Environment struct {
	// CEL declares the variables and functions.
	CEL *cel.Env
	// Program configures the programs: optimisation, cost limit and how often
	// the deadline is looked at.
	Program []cel.ProgramOption
	// Sizes declares the largest size of every string, list and map that an
	// expression can reach. With it the cost of a policy is estimated when it is
	// compiled; without it, it is not.
	Sizes cost.Estimator
	// MaxCost refuses a policy whose estimated cost is above it.
	MaxCost uint64
}
