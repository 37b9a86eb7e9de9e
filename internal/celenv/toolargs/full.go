package toolargs

import (
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/contractc/contractc/internal/diag"
)

// full is a schema in the validator.
type full struct {
	schema  *jsonschema.Schema
	printer *message.Printer
}

// refuse loads nothing.
type refuse struct{}

// Load implements jsonschema.URLLoader.
func (refuse) Load(url string) (any, error) {
	return nil, fmt.Errorf("references to other documents are not followed: %q", url)
}

// schemaURL is the address that the validator knows the schema by.
const schemaURL = "contractc:parameters"

func compileFull(schema any) (*full, error) {
	c := jsonschema.NewCompiler()
	c.UseLoader(refuse{})
	if err := c.AddResource(schemaURL, schema); err != nil {
		return nil, err
	}
	s, err := c.Compile(schemaURL)
	if err != nil {
		return nil, err
	}
	return &full{schema: s, printer: message.NewPrinter(language.English)}, nil
}

func (f *full) check(args any) []problem {
	err := f.schema.Validate(args)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return []problem{{wrong, diag.Neutralise(firstLine(err.Error()))}}
	}
	var problems []problem
	f.leaves(invalid, args, &problems)
	return problems
}

// leaves lists what is wrong at the ends of the validator's tree of errors,
// whose depth is that of the schema.
func (f *full) leaves(e *jsonschema.ValidationError, args any, out *[]problem) {
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			f.leaves(cause, args, out)
		}
		return
	}
	path := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			*out = append(*out, missingProblem(path, name))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			*out = append(*out, unexpectedProblem(path, name))
		}
	case *kind.Type:
		*out = append(*out, typeProblem(path, k.Want, valueAt(args, path)))
	default:
		text := diag.Neutralise(firstLine(e.ErrorKind.LocalizedString(f.printer)))
		*out = append(*out, problem{wrong, named(path) + ": " + text})
	}
}

// valueAt returns the part of the arguments at a path of names and indexes.
func valueAt(v any, path []string) any {
	for _, step := range path {
		switch c := v.(type) {
		case map[string]any:
			v = c[step]
		case []any:
			var i int
			if _, err := fmt.Sscanf(step, "%d", &i); err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	return v
}
