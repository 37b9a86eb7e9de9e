package linkml

import (
	"slices"
	"strconv"

	"github.com/contractc/contractc/internal/spelling"
)

// maxMeant is for how many problems of a file the known names are searched.
const maxMeant = 100

// meant asks whether a known name was meant. Where none is close, and after many problems, it says what else to do.
func meant(problems int, name string, known func() []string, otherwise string) string {
	if problems < maxMeant {
		if near, ok := spelling.Nearest(name, known()); ok {
			return "Did you mean " + strconv.Quote(near) + "?"
		}
	}
	return otherwise
}

// fieldNames lists the names of a class's slots in documents.
func (v *View) fieldNames(c *Class) func() []string {
	return func() []string { return namesOf(v.Induced(c), func(s *Induced) string { return s.Property }) }
}

func (v *View) classNames() []string {
	return namesOf(v.Classes, func(c *Class) string { return c.Name })
}

// rangeNames are the names of all classes, types and enums.
func (v *View) rangeNames() []string {
	return slices.Concat(v.classNames(), namesOf(v.Types, func(t *Type) string { return t.Name }), namesOf(v.Enums, func(e *Enum) string { return e.Name }))
}

func namesOf[T any](elements []T, name func(T) string) []string {
	names := make([]string, len(elements))
	for i, e := range elements {
		names[i] = name(e)
	}
	return names
}
