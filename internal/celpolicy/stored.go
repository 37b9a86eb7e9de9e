package celpolicy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/contractc/contractc/internal/diag"
)

// Stored holds the checked expressions of a policy, so that a process that
// trusts them neither parses nor checks an expression before it plans it. It
// belongs to one source, one environment and one version of this module and of
// cel-go, and is made again whenever one of them changes.
type Stored []byte

// storedVersion is the first byte of Stored.
const storedVersion = 1

// errStored says that stored expressions cannot be used.
var errStored = errors.New("the stored expressions are not those of this policy")

// Store returns the checked expressions of a compiled policy. The error says
// what cannot be stored; the policy can still be prepared.
func (p *Policy) Store() (Stored, error) { return store(p.expressions) }

// Store returns the checked form of a compiled expression.
func (x *Expression) Store() (Stored, error) { return store([]*expression{x.e}) }

func store(expressions []*expression) (Stored, error) {
	out := append([]byte{storedVersion}, sourceSum(expressions)...)
	for _, e := range expressions {
		if list := e.compile(); list.HasErrors() {
			return nil, list
		}
		if e.ast == nil {
			return nil, fmt.Errorf("the expression at %s was not compiled here", e.text.Range().Start)
		}
		node, err := encodeAST(e.ast.NativeRep())
		if err != nil {
			return nil, fmt.Errorf("the expression at %s: %w", e.text.Range().Start, err)
		}
		out = binary.AppendUvarint(out, uint64(len(node)))
		out = append(out, node...)
	}
	return out, nil
}

// sourceSum tells sources apart; it is no protection against a forger, who
// could store any expression.
func sourceSum(expressions []*expression) []byte {
	sum := fnv.New64a()
	for _, e := range expressions {
		fmt.Fprintf(sum, "%d:%s", len(e.text.Source), e.text.Source)
	}
	return sum.Sum(nil)
}

// Restore is [Prepare] with the expressions that were stored for the source.
// The error says that they are not those of this source; what else is wrong
// with them is an error of the evaluation.
func Restore(src *Source, env *Environment, stored Stored) (*Policy, error) {
	c, p := plan(src, env)
	if c.list.HasErrors() {
		return nil, c.list
	}
	if err := restore(p.expressions, stored); err != nil {
		return nil, err
	}
	return p, nil
}

// RestoreExpression is [PrepareExpression] with what was stored for it.
func RestoreExpression(file string, t Text, env *Environment, stored Stored) (*Expression, error) {
	x := PrepareExpression(file, t, nil, env)
	if err := restore([]*expression{x.e}, stored); err != nil {
		return nil, err
	}
	return x, nil
}

func restore(expressions []*expression, stored Stored) error {
	head := append([]byte{storedVersion}, sourceSum(expressions)...)
	if len(stored) < len(head) || string(stored[:len(head)]) != string(head) {
		return errStored
	}
	rest := stored[len(head):]
	for _, e := range expressions {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size == 0 || size > uint64(len(rest)-n) {
			return errStored
		}
		e.stored = rest[n : n+int(size)]
		rest = rest[n+int(size):]
	}
	if len(rest) > 0 {
		return errStored
	}
	return nil
}

// prepareStored plans the expression from its stored form. Nothing but this
// reads an expression that no parser made, such as an operator without its
// operands, so a panic of what plans it says that it is damaged.
func (e *expression) prepareStored() (list diag.List) {
	defer func() {
		if p := recover(); p != nil {
			list = diag.List{e.unusable(errDamaged)}
		}
	}()
	checked, err := decodeAST(e.stored)
	if err != nil {
		return diag.List{e.unusable(err)}
	}
	e.info = checked.SourceInfo()
	for _, r := range checked.ReferenceMap() {
		if name, ok := variableName(r.Name); ok {
			v, found := e.scope.find(name)
			if !found {
				return diag.List{e.unusable(fmt.Errorf("undeclared reference to %q", r.Name))}
			}
			e.addReference(reference{name: r.Name, to: v})
		}
	}
	return e.plan(checked)
}

func (e *expression) unusable(err error) diag.Diagnostic {
	return diag.Errorf(e.file, e.text.Range(), "cel.stored", "%s", oneLine(err.Error()))
}
