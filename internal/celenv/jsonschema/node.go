package jsonschema

import (
	"math/big"
	"regexp"
)

// node is a schema that is ready. A field that is nil, or negative where it is
// a count, is a keyword that the schema lacks.
type node struct {
	never bool // the schema false
	ref   *node

	// at is the schema's place in the document, reference the text of ref, and
	// parts are the schemas that this one applies.
	at        string
	reference *string
	parts     []*node

	types []string
	enum  *choice
	fixed *choice // const

	multipleOf         *big.Rat
	minimum, maximum   *big.Rat
	above, below       *big.Rat // exclusive bounds
	minLength          int
	maxLength          int
	pattern            *regexp.Regexp
	format             string // empty where none is demanded
	minItems, maxItems int
	unique             bool
	prefix             []*node // by index
	rest               *node   // items after those
	contains           *node
	minContains        int
	maxContains        int
	marks              bool // what contains finds counts as evaluated
	minProperties      int
	maxProperties      int

	required          []string
	properties        map[string]*node
	patterns          []patternNode
	additional        *node
	names             *node
	dependentRequired map[string][]string
	dependentSchemas  map[string][]*node

	allOf, anyOf, oneOf        []*node
	not                        *node
	condition, then, otherwise *node

	unevaluatedItems, unevaluatedProperties *node
}

func newNode(at string) *node {
	return &node{
		at:        at,
		minLength: -1, maxLength: -1, minItems: -1, maxItems: -1, minContains: -1, maxContains: -1,
		minProperties: -1, maxProperties: -1,
	}
}

// patternNode is the schema of members whose names match.
type patternNode struct {
	name  *regexp.Regexp
	value *node
}

// choice is values of which one is allowed.
type choice struct {
	values []any
	known  map[string]bool // their identities
}

func newChoice(values []any) *choice {
	c := &choice{values: values, known: make(map[string]bool, len(values))}
	for _, v := range values {
		c.known[identity(v)] = true
	}
	return c
}
