package predicate

import (
	"fmt"
	"strings"
)

// Cond is a condition in CEL.
type Cond struct {
	text  string
	binds binding
	// known is true or false where the condition always is; nil otherwise.
	known *bool
}

// binding is how tightly a condition holds together.
type binding uint8

const (
	ternary binding = iota
	orBinds
	andBinds
	relation
	unary
)

// Text is the expression.
func (c Cond) Text() string { return c.text }

// Always reports whether the condition is the constant true.
func (c Cond) Always() bool { return c.known != nil && *c.known }

// Never reports whether it is the constant false.
func (c Cond) Never() bool { return c.known != nil && !*c.known }

func constant(b bool) Cond { return Cond{text: fmt.Sprint(b), binds: unary, known: &b} }

func compare(format string, args ...any) Cond {
	return Cond{text: fmt.Sprintf(format, args...), binds: relation}
}

func call(format string, args ...any) Cond {
	return Cond{text: fmt.Sprintf(format, args...), binds: unary}
}

func (c Cond) within(b binding) string {
	if c.binds < b {
		return "(" + c.text + ")"
	}
	return c.text
}

// And is true where all conditions are.
func And(list ...Cond) Cond { return join(list, true, " && ", andBinds) }

// Or is true where one of the conditions is.
func Or(list ...Cond) Cond { return join(list, false, " || ", orBinds) }

// join leaves out the constant that changes nothing; the other one decides.
func join(list []Cond, neutral bool, by string, binds binding) Cond {
	var kept []Cond
	for _, c := range list {
		switch {
		case c.known == nil:
			kept = append(kept, c)
		case *c.known != neutral:
			return c
		}
	}
	switch len(kept) {
	case 0:
		return constant(neutral)
	case 1:
		return kept[0]
	}
	texts := make([]string, len(kept))
	for i, c := range kept {
		texts[i] = c.within(binds)
	}
	return Cond{text: strings.Join(texts, by), binds: binds}
}

// Not is true where the condition is false.
func Not(c Cond) Cond {
	if c.known != nil {
		return constant(!*c.known)
	}
	return Cond{text: "!" + c.within(unary), binds: unary}
}

// choose is then where the condition holds, and otherwise the other one.
func choose(c, then, otherwise Cond) Cond {
	switch {
	case c.Always():
		return then
	case c.Never():
		return otherwise
	case then.Always():
		return Or(c, otherwise)
	case otherwise.Always():
		return Or(Not(c), then)
	}
	return Cond{text: c.within(orBinds) + " ? " + then.within(orBinds) + " : " + otherwise.within(orBinds), binds: ternary}
}
