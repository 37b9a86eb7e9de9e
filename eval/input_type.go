package eval

import (
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// inputType is the closed type of input, from the core vocabulary.
func inputType() (*regorules.InputType, error) {
	view, err := linkml.LoadFS(schema.Vocabulary, "contractc.yaml")
	if err != nil {
		return nil, err
	}
	closed, err := view.JSONSchema("Input", linkml.JSONSchemaOptions{Written: true})
	if err != nil {
		return nil, err
	}
	return regorules.NewInputType(closed)
}
