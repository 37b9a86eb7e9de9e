// Package toolargs checks the arguments of a tool call against the JSON Schema
// of the tool's parameters.
//
// [New] prepares a schema once; [Schema.Problems] checks arguments with it.
// Schemas that only name properties, their types and which are required are
// checked directly, all others by package jsonschema; the answers are the same.
// Nothing is fetched: a reference to another document makes the schema
// unusable.
package toolargs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pyexpr"
)

// Limits of what is reported.
const (
	// MaxProblems is how many problems are listed at most, with one line more
	// that counts the rest.
	MaxProblems = 8
	// MaxLength is the length in characters to which a problem is cut.
	MaxLength = 300
)

// Options say how arguments are read.
type Options struct {
	// Coerce takes a text for the number, integer or boolean that it spells, and
	// a number for a text, where the property of the tool has one plain type.
	Coerce bool
}

// Schema checks arguments.
type Schema struct {
	options Options
	types   map[string][]string // declared types by property
	simple  *simple
	full    *full
}

// New prepares the schema of a tool's parameters, a plain JSON value. The
// error says why the schema cannot be used.
func New(schema any, opt Options) (*Schema, error) {
	s := &Schema{options: opt, types: propertyTypes(schema)}
	if simple, ok := readSimple(schema); ok {
		s.simple = simple
		return s, nil
	}
	full, err := compileFull(schema)
	if err != nil {
		return nil, fmt.Errorf("the schema of the parameters cannot be used: %s", diag.Neutralise(firstLine(err.Error())))
	}
	s.full = full
	return s, nil
}

// Problems says what is wrong with the arguments, a plain JSON value: missing
// ones, then unexpected ones, then wrong values. It is empty when all is well.
func (s *Schema) Problems(args any) []string {
	if s.options.Coerce {
		args = coerce(s.types, args)
	}
	var problems []problem
	if s.simple != nil {
		problems = s.simple.check(args)
	} else {
		problems = s.full.check(args)
	}
	return report(problems)
}

// problem is one thing that is wrong.
type problem struct {
	order problemOrder
	text  string
}

type problemOrder uint8

const (
	missing problemOrder = iota
	unexpected
	wrong
)

func missingProblem(path []string, name string) problem {
	return problem{missing, inside(path) + "missing a required argument: " + pyexpr.Repr(name)}
}

func unexpectedProblem(path []string, name string) problem {
	return problem{unexpected, inside(path) + "got an unexpected keyword argument " + pyexpr.Repr(name)}
}

func typeProblem(path []string, want []string, got any) problem {
	return problem{wrong, fmt.Sprintf("%s must be %s, got %s", named(path), typeNames(want), pyexpr.Repr(got))}
}

func named(path []string) string {
	if len(path) == 0 {
		return "the arguments"
	}
	return pyexpr.Repr(strings.Join(path, "."))
}

func inside(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return named(path) + ": "
}

// typeNames writes JSON types as the annotations of a signature, in the order
// of jsonschema.Types.
func typeNames(want []string) string {
	names := map[string]string{
		"integer": "int", "number": "float", "boolean": "bool", "string": "str",
		"object": "dict", "array": "list", "null": "None",
	}
	var out []string
	for _, t := range jsonschema.Types() {
		if slices.Contains(want, t) {
			out = append(out, names[t])
		}
	}
	return strings.Join(out, " | ")
}

func report(problems []problem) []string {
	slices.SortStableFunc(problems, func(a, b problem) int {
		if a.order != b.order {
			return int(a.order) - int(b.order)
		}
		return strings.Compare(a.text, b.text)
	})
	lines := []string{}
	for i, p := range problems {
		if i == MaxProblems {
			lines = append(lines, fmt.Sprintf("%d more problems", len(problems)-i))
			break
		}
		lines = append(lines, shorten(p.text))
	}
	return lines
}

func shorten(s string) string {
	runes := []rune(s)
	if len(runes) <= MaxLength {
		return s
	}
	return string(runes[:MaxLength-3]) + "..."
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
