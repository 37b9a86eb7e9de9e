package toolargs

import (
	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/diag"
)

// full is a schema of any form.
type full struct{ schema *jsonschema.Schema }

func compileFull(schema any) (*full, error) {
	s, err := jsonschema.Compile(schema)
	if err != nil {
		return nil, err
	}
	return &full{s}, nil
}

func (f *full) check(args any) []problem {
	var problems []problem
	for _, p := range f.schema.Check(args) {
		switch p.Kind {
		case jsonschema.Missing:
			problems = append(problems, missingProblem(p.Path, p.Name))
		case jsonschema.Unexpected:
			problems = append(problems, unexpectedProblem(p.Path, p.Name))
		case jsonschema.Type:
			problems = append(problems, typeProblem(p.Path, p.Want, p.Got))
		default:
			problems = append(problems, problem{wrong, named(p.Path) + ": " + diag.Neutralise(p.Text)})
		}
	}
	return problems
}
