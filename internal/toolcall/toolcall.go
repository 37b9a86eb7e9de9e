// Package toolcall says what the claim contract makes of a call of a tool: the
// arguments bound to the tool's parameters with their defaults, the belief key
// of the result, and its source.
//
// [FromSchema] reads the parameters from a JSON Schema; [Signature.Bind] binds
// arguments to them. Bound arguments have an order, which [DefaultKey] and
// [Source] follow.
package toolcall

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pyvalue"
)

// Argument is an argument with its value as a plain value.
type Argument struct {
	Name  string
	Value any
}

// BindError says why arguments do not fit a tool.
type BindError struct {
	Tool    string
	Message string
}

// Error returns the message of the claim contract.
func (e *BindError) Error() string {
	return fmt.Sprintf("invalid arguments for tool %s: %s", pyexpr.Repr(e.Tool), e.Message)
}

// Bind returns the arguments in the order of the parameters, defaults filled
// in, texts and numbers read as the types of the parameters demand. Arguments
// that the signature does not name follow by name where it allows them. The
// error is a *BindError: a missing argument, then an unexpected one, then one
// of a wrong type.
func (s Signature) Bind(args map[string]any) ([]Argument, error) {
	for _, p := range s.Params {
		if _, given := args[p.Name]; !given && p.Required {
			return nil, s.fail("missing a required argument: %s", pyexpr.Repr(p.Name))
		}
	}
	extra := s.extra(args)
	if len(extra) > 0 && !s.Open {
		return nil, s.fail("got an unexpected keyword argument %s", pyexpr.Repr(extra[0]))
	}
	var bound []Argument
	for _, p := range s.Params {
		value, given := args[p.Name]
		switch {
		case given:
			coerced, ok := p.coerce(value)
			if !ok {
				return nil, s.fail("%s must be %s, got %s", pyexpr.Repr(p.Name), p.annotation(), pyexpr.Repr(value))
			}
			bound = append(bound, Argument{p.Name, coerced})
		case p.HasDefault:
			bound = append(bound, Argument{p.Name, p.Default})
		}
	}
	for _, name := range extra {
		bound = append(bound, Argument{name, args[name]})
	}
	return bound, nil
}

func (s Signature) fail(format string, args ...any) error {
	return &BindError{Tool: s.Tool, Message: fmt.Sprintf(format, args...)}
}

// extra returns the names of arguments that the signature does not have, sorted.
func (s Signature) extra(args map[string]any) []string {
	var names []string
	for name := range args {
		if !slices.ContainsFunc(s.Params, func(p Param) bool { return p.Name == name }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// DefaultKey returns the belief key of a call that gives none: the name of the
// tool, and behind a colon the values as Python's str prints them. Runs of what
// a key may not hold (white space, @ and braces) become one underscore.
func DefaultKey(tool string, bound []Argument) string {
	if len(bound) == 0 {
		return tool
	}
	values := make([]string, len(bound))
	for i, a := range bound {
		values[i] = pyvalue.Str(a.Value)
	}
	return keyText(tool + ":" + strings.Join(values, ","))
}

func keyText(s string) string {
	var b strings.Builder
	replaced := false
	for _, r := range s {
		if pyvalue.IsSpace(r) || r == '@' || r == '{' || r == '}' {
			if !replaced {
				b.WriteByte('_')
			}
			replaced = true
			continue
		}
		replaced = false
		b.WriteRune(r)
	}
	return b.String()
}

// Source returns the source of a call's result, such as
// tool:get_revenue(quarter='Q2'), and tool:now of a call without arguments.
func Source(tool string, bound []Argument) string {
	if len(bound) == 0 {
		return "tool:" + tool
	}
	parts := make([]string, len(bound))
	for i, a := range bound {
		parts[i] = a.Name + "=" + pyexpr.Repr(a.Value)
	}
	return "tool:" + tool + "(" + strings.Join(parts, ", ") + ")"
}
