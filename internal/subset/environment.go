package subset

import (
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/doc"
)

// NewEnvironment returns the environment of rules on the value of a reply, in
// which the rules of an output contract stand too.
func NewEnvironment() (Environment, error) {
	env, err := celenv.New(celenv.Options{Sizes: celenv.ValueSizes()})
	if err != nil {
		return nil, err
	}
	return &environment{env}, nil
}

type environment struct{ env *celenv.Env }

// Compile implements [Environment].
func (e *environment) Compile(expression string) bool {
	x, _ := e.env.CompileExpression("rule", Variable, &doc.Node{Kind: doc.String, Text: expression}, false)
	return x != nil
}
