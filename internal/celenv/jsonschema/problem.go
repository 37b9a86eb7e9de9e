package jsonschema

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
)

// Kind says what is wrong.
type Kind uint8

// The kinds of problems.
const (
	Wrong      Kind = iota // a value that is not allowed; Text says why
	Missing                // the member Name, which is required
	Unexpected             // the member Name, which is not allowed
	Type                   // a value of a type other than Want
)

// Problem is one thing that is wrong with a value.
type Problem struct {
	Kind Kind
	Path []string // names and indexes that lead to the value; empty for the whole
	Name string
	Want []string // types
	Got  any      // the value, where Kind is Type
	Text string
	// Allowed are the values of which one is allowed, Pattern is what a text must
	// match and Format what it must be, where that is what is wrong; Got is the
	// value then too.
	Allowed []any
	Pattern string
	Format  string

	at *step
}

// choices writes values of which one is allowed.
func choices(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = pyexpr.Repr(v)
	}
	if len(texts) == 1 {
		return "value must be " + texts[0]
	}
	return "value must be one of " + strings.Join(texts, ", ")
}

// number of things, in words.
func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
