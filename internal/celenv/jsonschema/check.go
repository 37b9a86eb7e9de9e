package jsonschema

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyexpr"
)

// MaxSteps bounds the work of one check: a step is a schema applied, a member or
// an item gone through, or some characters compared.
const MaxSteps = 1_000_000

// stepLength is how many bytes of a text count as a step.
const stepLength = 64

// maxFound bounds how many problems are found on the way, also those of
// alternatives that do not count in the end.
const maxFound = 100_000

// Check lists what is wrong with a plain value, in no order that means anything
// but the same for the same value; nothing where all is well. A check that takes
// too much work is a problem.
func (s *Schema) Check(v any) []Problem { return s.CheckWithin(v, MaxSteps) }

// CheckWithin is [Schema.Check] with a bound of its own on the work.
func (s *Schema) CheckWithin(v any, steps int) []Problem {
	c := &checker{left: steps}
	var e *evaluated
	if s.tracks {
		e = &evaluated{}
	}
	problems := c.check(s.root, place{value: v}, e)
	if c.stopped {
		return []Problem{{Text: "checking it takes too much work"}}
	}
	for i := range problems {
		problems[i].Path = problems[i].at.path()
	}
	return problems
}

// checker checks one value.
type checker struct {
	left, found int
	stopped     bool
	steps       []step // room for the next steps
}

// place is a value with the way to it, and how many schemas lead to it.
type place struct {
	value any
	at    *step
	depth int
}

// step is the last step of the way to a place; nil at the beginning.
type step struct {
	up   *step
	name string
}

func (s *step) path() []string {
	var path []string
	for ; s != nil; s = s.up {
		path = append(path, s.name)
	}
	slices.Reverse(path)
	return path
}

// inside is a part of the value at a place.
func (c *checker) inside(p place, v any, name string) place {
	if len(c.steps) == cap(c.steps) {
		c.steps = make([]step, 0, min(2*cap(c.steps)+8, 256))
	}
	c.steps = append(c.steps, step{p.at, name})
	return place{v, &c.steps[len(c.steps)-1], p.depth + 1}
}

func (p place) wrong(format string, args ...any) Problem {
	return Problem{at: p.at, Text: fmt.Sprintf(format, args...)}
}

// check applies a schema. What it evaluated is added to e unless that is nil or
// something is wrong.
func (c *checker) check(n *node, p place, e *evaluated) []Problem {
	c.left--
	c.stopped = c.stopped || c.left < 0 || c.found > maxFound || p.depth > MaxDepth
	switch {
	case c.stopped || n == nil:
		return nil
	case n.never:
		return []Problem{p.wrong("no value is allowed")}
	case n.types != nil && !HasType(p.value, n.types):
		return []Problem{{Kind: Type, at: p.at, Want: n.types, Got: p.value}}
	}
	own := e.part()
	problems := c.values(n, p)
	switch v := p.value.(type) {
	case json.Number:
		problems = append(problems, n.number(p, v)...)
	case string:
		c.left -= len(v) / stepLength
		problems = append(problems, n.text(p, v)...)
		if n.format != "" && !hasFormat(n.format, v) {
			wrong := p.wrong("%s is not of the format %s", pyexpr.Repr(v), n.format)
			wrong.Format, wrong.Got = n.format, v
			problems = append(problems, wrong)
		}
	case []any:
		c.left -= len(v)
		problems = append(problems, c.list(n, p, v, own)...)
	case map[string]any:
		c.left -= len(v)
		problems = append(problems, c.object(n, p, v, own)...)
	}
	problems = append(problems, c.logic(n, p, own)...)
	problems = append(problems, c.leftovers(n, p, own)...)
	if len(problems) == 0 {
		e.add(own)
	}
	c.found += len(problems)
	return problems
}

// same applies another schema to the same value.
func (c *checker) same(n *node, p place, e *evaluated) []Problem {
	p.depth++
	return c.check(n, p, e)
}

func (c *checker) values(n *node, p place) []Problem {
	if n.enum == nil && n.fixed == nil {
		return nil
	}
	var problems []Problem
	is := identity(p.value)
	c.left -= len(is) / stepLength
	for _, allowed := range []*choice{n.enum, n.fixed} {
		if allowed != nil && !allowed.known[is] {
			wrong := p.wrong("%s", choices(allowed.values))
			wrong.Allowed, wrong.Got = allowed.values, p.value
			problems = append(problems, wrong)
		}
	}
	return problems
}

func (n *node) number(p place, v json.Number) []Problem {
	if n.multipleOf == nil && n.minimum == nil && n.maximum == nil && n.above == nil && n.below == nil {
		return nil
	}
	compare, ok := comparing(v)
	if !ok {
		return []Problem{p.wrong("%s is no number that can be compared", string(v))}
	}
	var problems []Problem
	if n.multipleOf != nil && !multiple(v, n.multipleOf) {
		problems = append(problems, p.wrong("value must be a multiple of %s", decimal(n.multipleOf)))
	}
	if n.minimum != nil && compare(n.minimum) < 0 {
		problems = append(problems, p.wrong("value must be at least %s", decimal(n.minimum)))
	}
	if n.maximum != nil && compare(n.maximum) > 0 {
		problems = append(problems, p.wrong("value must be at most %s", decimal(n.maximum)))
	}
	if n.above != nil && compare(n.above) <= 0 {
		problems = append(problems, p.wrong("value must be greater than %s", decimal(n.above)))
	}
	if n.below != nil && compare(n.below) >= 0 {
		problems = append(problems, p.wrong("value must be less than %s", decimal(n.below)))
	}
	return problems
}

func (n *node) text(p place, s string) []Problem {
	var problems []Problem
	if length := utf8.RuneCountInString(s); n.minLength > length {
		problems = append(problems, p.wrong("value must have at least %s", several(n.minLength, "character")))
	} else if n.maxLength >= 0 && length > n.maxLength {
		problems = append(problems, p.wrong("value must have at most %s", several(n.maxLength, "character")))
	}
	if n.pattern != nil && !n.pattern.MatchString(s) {
		wrong := p.wrong("%s does not match pattern %s", pyexpr.Repr(s), pyexpr.Repr(n.pattern.String()))
		wrong.Pattern, wrong.Got = n.pattern.String(), s
		problems = append(problems, wrong)
	}
	return problems
}
