package celpolicy

import (
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
)

// Environment is what the expressions of policies are compiled against. It
// must not be copied after its first use, and may be used by several
// goroutines at once.
type Environment struct {
	// CEL declares the variables and functions.
	CEL *cel.Env
	// Program configures the programs: optimisation and how often the deadline is
	// looked at.
	Program []cel.ProgramOption
	// CostLimit stops an evaluation; 0 for none.
	CostLimit uint64
	// Sizes declares the largest size of every string, list and map that an
	// expression can reach. With it the cost of a policy is estimated when it is
	// compiled; without it, it is not.
	Sizes cost.Estimator
	// Fields are the names of fields that values can have, for messages about
	// others; nil where they are not known.
	Fields func() []string
	// MaxCost refuses a policy whose estimated cost is above it.
	MaxCost uint64
	// Observer is told what conditions are while they are evaluated; nil for none.
	Observer *Observer

	mutex    sync.Mutex
	extended map[string]*cel.Env
}

// on returns an environment that differs in what it declares.
func (e *Environment) on(declared *cel.Env) *Environment {
	return &Environment{CEL: declared, Program: e.Program, CostLimit: e.CostLimit, Sizes: e.Sizes, Fields: e.Fields, MaxCost: e.MaxCost, Observer: e.Observer}
}

// with returns the environment with the variables of policies that an
// expression uses. Expressions that use variables of the same names and types
// share it: making one costs as much as compiling an expression.
func (e *Environment) with(refs []reference) (*cel.Env, error) {
	if len(refs) == 0 {
		return e.CEL, nil
	}
	options := make([]cel.EnvOption, len(refs))
	var key strings.Builder
	for i, r := range refs {
		t := r.to.expr.typ()
		key.WriteString(r.name + " " + cel.FormatCELType(t) + "\n")
		options[i] = cel.Variable(r.name, t)
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if known, ok := e.extended[key.String()]; ok {
		return known, nil
	}
	made, err := e.CEL.Extend(options...)
	if err != nil {
		return nil, err
	}
	if e.extended == nil {
		e.extended = map[string]*cel.Env{}
	}
	e.extended[key.String()] = made
	return made, nil
}
