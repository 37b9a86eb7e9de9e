package lint

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/contractc/contractc/internal/celpolicy"
)

// maxAlternatives bounds into how many alternatives a condition is written out,
// maxVariables how deep variables are followed, and maxUses how many expressions are
// looked at: each of many variables can stand in the next one twice.
const (
	maxAlternatives = 64
	maxVariables    = 32
	maxUses         = 20_000
)

// tangled reports whether conditions that must be met together may exclude each
// other: in each of their alternatives two parts speak of one value, or a part
// calculates. Parts that speak of different values can be met together. Variables
// are those that the conditions may name.
func tangled(all []ast.Expr, variables map[string]ast.Expr) bool {
	t := &tangle{variables: variables}
	alternatives := [][]ast.Expr{nil}
	for _, e := range all {
		alternatives = t.both(alternatives, t.alternatives(e, false, 0))
	}
	return len(alternatives) > maxAlternatives || t.uses > maxUses || !slices.ContainsFunc(alternatives, t.free)
}

// tangle takes conditions apart that name variables.
type tangle struct {
	variables map[string]ast.Expr
	uses      int
}

// alternatives are conjunctions of parts of which one is met where a condition is,
// or, denied, where it is not. Whether a part is denied does not matter here.
func (t *tangle) alternatives(e ast.Expr, denied bool, depth int) [][]ast.Expr {
	if t.uses++; t.uses > maxUses {
		return [][]ast.Expr{{e}}
	}
	if name, ok := variable(e); ok && t.variables[name] != nil && depth < maxVariables {
		return t.alternatives(t.variables[name], denied, depth+1)
	}
	if e.Kind() != ast.CallKind {
		return [][]ast.Expr{{e}}
	}
	args := e.AsCall().Args()
	of := func(i int, denied bool) [][]ast.Expr { return t.alternatives(args[i], denied, depth) }
	switch e.AsCall().FunctionName() {
	case operators.LogicalNot:
		return of(0, !denied)
	case operators.LogicalAnd, operators.LogicalOr:
		if (e.AsCall().FunctionName() == operators.LogicalAnd) != denied {
			return t.both(of(0, denied), of(1, denied))
		}
		return either(of(0, denied), of(1, denied))
	case operators.Conditional:
		return either(t.both(of(0, false), of(1, denied)), t.both(of(0, true), of(2, denied)))
	}
	return [][]ast.Expr{{e}}
}

// either are the alternatives of a disjunction, more than the bound where there are
// too many.
func either(a, b [][]ast.Expr) [][]ast.Expr {
	out := append(slices.Clone(a), b...)
	return out[:min(len(out), maxAlternatives+1)]
}

// both are the alternatives of a conjunction, more than the bound where there are
// too many.
func (t *tangle) both(a, b [][]ast.Expr) [][]ast.Expr {
	var out [][]ast.Expr
	for _, x := range a {
		for _, y := range b {
			if out = append(out, append(slices.Clone(x), y...)); len(out) > maxAlternatives {
				return out
			}
		}
	}
	return out
}

// free reports whether no two parts of a conjunction speak of one value, and none
// calculates.
func (t *tangle) free(parts []ast.Expr) bool {
	seen := map[string]bool{}
	for _, e := range parts {
		n := &spoken{variables: t.variables, values: map[string]bool{}, left: maxUses}
		if n.collect(e, 0); n.unknown {
			continue // it has no lowering, and may be anything
		}
		for name := range n.values {
			if seen[name] {
				return false
			}
		}
		for name := range n.values {
			seen[name] = true
		}
		if n.calculates {
			return false
		}
	}
	return true
}

// spoken are the values that a part of a condition speaks of.
type spoken struct {
	variables  map[string]ast.Expr
	values     map[string]bool
	calculates bool
	unknown    bool // it holds what has no lowering, or more than is looked at
	left       int  // of the expressions that are looked at
}

func (n *spoken) collect(e ast.Expr, depth int) {
	if n.left--; n.left < 0 {
		n.unknown = true
		return
	}
	if name, ok := variable(e); ok && n.variables[name] != nil && depth < maxVariables {
		n.collect(n.variables[name], depth+1)
		return
	}
	if path, ok := celPath(e); ok {
		n.values[strings.Join(path, ".")] = true
		return
	}
	switch e.Kind() {
	case ast.CallKind:
		n.call(e.AsCall(), depth)
	case ast.SelectKind:
		n.unknown = n.unknown || !e.AsSelect().IsTestOnly()
		if path, ok := celPath(e.AsSelect().Operand()); ok {
			n.values["has "+strings.Join(path, ".")+"."+e.AsSelect().FieldName()] = true
		}
	case ast.ListKind:
		for _, element := range e.AsList().Elements() {
			n.collect(element, depth)
		}
	case ast.LiteralKind:
	default:
		n.unknown = true
	}
}

func (n *spoken) call(call ast.CallExpr, depth int) {
	switch call.FunctionName() {
	case operators.Add, operators.Subtract, operators.Multiply, operators.Divide, operators.Modulo, operators.Negate:
		n.calculates = true
	case operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals,
		operators.In, operators.Index, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional,
		"startsWith", "endsWith", "contains", "size", "string", "dyn":
	default:
		n.unknown = true
	}
	if call.IsMemberFunction() {
		n.collect(call.Target(), depth)
	}
	for _, argument := range call.Args() {
		n.collect(argument, depth)
	}
}

// variable reads the name of a variable of a rule.
func variable(e ast.Expr) (string, bool) {
	if e.Kind() != ast.SelectKind || e.AsSelect().IsTestOnly() {
		return "", false
	}
	of := e.AsSelect().Operand()
	return e.AsSelect().FieldName(), of.Kind() == ast.IdentKind && of.AsIdent() == "variables"
}

// celBranch is a branch of a rule whose conditions may exclude each other.
type celBranch struct {
	at    []int // as invariant.Branch has it
	place Place
}

// tangledBranches are those of a rule, below branches whose conditions and
// variables are given.
func tangledBranches(parse conditions, file string, r *celpolicy.Rule, at []int, outer []ast.Expr, variables map[string]ast.Expr) []celBranch {
	for _, v := range r.Variables {
		if c, ok := parse.parse(v.Expression); ok {
			variables[v.Name] = c.expr
		}
	}
	var list []celBranch
	for i := range r.Items {
		item, here, met := &r.Items[i], append(slices.Clone(at), i), outer
		if item.Condition != nil {
			if c, ok := parse.parse(*item.Condition); ok && celTruth(c.expr) != never && celDemands(c.expr).contradiction() == "" {
				if met = append(slices.Clone(outer), c.expr); tangled(met, variables) {
					list = append(list, celBranch{here, Place{file, item.Condition.Range()}})
				}
			}
		}
		if item.Rule != nil {
			list = append(list, tangledBranches(parse, file, item.Rule, here, met, variables)...)
		}
	}
	return list
}
