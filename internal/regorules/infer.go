package regorules

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
)

// inference finds the shape of every variable and rule of compiled modules
// that a set of violation rules leads to, and reports every field that the
// input does not have. Shapes flow through local names, some, every,
// comprehensions, rules, functions and their arguments, until nothing changes;
// a value whose shape is not known is anything and allows every field.
type inference struct {
	shapes   *shapes
	input    *shape
	compiler *ast.Compiler
	heads    map[*ast.Rule]*head    // of violation and coverage rules
	values   map[*ast.Rule]*shape   // of a rule's value, or of a set's or map's elements
	args     map[*ast.Rule][]*shape // of a function's parameters, over all calls seen
	vars     map[*ast.Rule]map[ast.Var]*shape
	literals map[ast.Object]*shape // of object literals
	visited  map[*ast.Rule]bool    // in this pass
	changed  bool
	report   bool
	problems diag.List
}

// maxPasses bounds the passes until shapes are stable. A pass can only widen
// shapes, and rules cannot call themselves, so few are needed.
const maxPasses = 50

// infer looks at what roots read until nothing changes. It returns the rules
// that were reached and the problems found.
func infer(c *ast.Compiler, s *shapes, input *shape, heads map[*ast.Rule]*head, roots []*ast.Rule) (map[*ast.Rule]bool, diag.List) {
	in := &inference{
		shapes: s, input: input, compiler: c, heads: heads,
		values:   map[*ast.Rule]*shape{},
		args:     map[*ast.Rule][]*shape{},
		vars:     map[*ast.Rule]map[ast.Var]*shape{},
		literals: map[ast.Object]*shape{},
	}
	for pass := 0; pass < maxPasses; pass++ {
		in.pass(roots)
		if !in.changed {
			break
		}
	}
	in.report = true
	in.pass(roots)
	return in.visited, in.problems
}

func (in *inference) pass(roots []*ast.Rule) {
	in.changed, in.visited = false, map[*ast.Rule]bool{}
	for _, r := range roots {
		in.rule(r)
	}
}

// scope is one rule while it is looked at.
type scope struct {
	*inference
	vars map[ast.Var]*shape
	used *optionalUse
}

// rule looks at a rule and its else branches, once in a pass.
func (in *inference) rule(r *ast.Rule) {
	if in.visited[r] {
		return
	}
	in.visited[r] = true
	if in.vars[r] == nil {
		in.vars[r] = map[ast.Var]*shape{}
	}
	sc := &scope{inference: in, vars: in.vars[r], used: in.heads[r].track()}
	for i, arg := range r.Head.Args {
		if i < len(in.args[r]) && in.args[r][i] != nil {
			sc.bind(arg, in.args[r][i])
		}
	}
	sc.body(r.Body)
	in.result(r, sc)
	if in.report {
		in.problems.Add(sc.used.problems()...)
	}
	if r.Else != nil {
		in.args[r.Else] = in.args[r]
		in.rule(r.Else)
		in.widen(&in.values, r, in.values[r.Else])
	}
}

// result records the shape of a rule's value or elements.
func (in *inference) result(r *ast.Rule, sc *scope) {
	value := r.Head.Value
	if value == nil {
		value = r.Head.Key
	}
	if value != nil {
		in.widen(&in.values, r, sc.term(value))
	}
}

func (in *inference) widen(of *map[*ast.Rule]*shape, r *ast.Rule, sh *shape) {
	if sh == nil {
		return
	}
	wider := in.shapes.union((*of)[r], sh)
	if wider != (*of)[r] {
		(*of)[r], in.changed = wider, true
	}
}

// set widens the shape of a variable.
func (sc *scope) set(v ast.Var, sh *shape) {
	if sh == nil || v.IsWildcard() {
		return
	}
	old := sc.vars[v]
	// A pattern that is matched against a typed value may only narrow it.
	if old != nil && sh.kind == anyShape {
		return
	}
	wider := sc.shapes.union(old, sh)
	if old != nil && old.kind == anyShape {
		wider = sh
	}
	if wider != old {
		sc.vars[v], sc.changed = wider, true
	}
}

func (sc *scope) body(b ast.Body) {
	for _, e := range b {
		sc.expr(e)
	}
}

func (sc *scope) expr(e *ast.Expr) {
	if e.Negated {
		sc.used.negations++
		defer func() { sc.used.negations-- }()
	}
	switch t := e.Terms.(type) {
	case *ast.Term:
		sc.term(t)
	case *ast.Every:
		sc.every(t)
	case *ast.SomeDecl:
	case []*ast.Term:
		sc.call(e)
	}
}

func (sc *scope) every(e *ast.Every) {
	domain := sc.term(e.Domain)
	if domain != nil {
		sc.bind(e.Value, sc.shapes.element(domain))
	}
	sc.body(e.Body)
}

// call looks at a call statement, whose last operand beyond the parameters
// takes the result.
func (sc *scope) call(e *ast.Expr) {
	operands := e.Operands()
	found := make([]*shape, len(operands))
	for i, o := range operands {
		found[i] = sc.term(o)
	}
	name := e.Operator()
	switch {
	case e.IsEquality() && len(operands) == 2:
		sc.bind(operands[0], found[1])
		sc.bind(operands[1], found[0])
	case name.Equal(ast.Member.Ref()):
		sc.bindElement(operands[0], found[1])
	case name.Equal(ast.MemberWithKey.Ref()):
		sc.bindElement(operands[1], found[2])
	case name.HasPrefix(ast.DefaultRootRef):
		sc.function(name, operands, found)
	default:
		sc.builtin(name.String(), operands, found)
	}
}

func (sc *scope) bindElement(pattern *ast.Term, collection *shape) {
	if collection != nil {
		sc.bind(pattern, sc.shapes.element(collection))
	}
}

// builtin knows the few built-ins that look into an object by a constant key
// or hand elements on.
func (sc *scope) builtin(name string, operands []*ast.Term, found []*shape) {
	var result *shape
	var inputs int
	switch name {
	case "object.get":
		inputs = 3
		result = sc.shapes.union(sc.get(found[0], operands[1]), found[2])
	case "sort", "array.reverse":
		inputs = 1
		result = found[0]
	case "array.slice":
		inputs = 3
		result = found[0]
	default:
		return
	}
	if len(operands) > inputs {
		sc.bind(operands[inputs], result)
	}
}

// get follows the key or path of object.get, whose default makes optional
// fields safe to read.
func (sc *scope) get(sh *shape, key *ast.Term) *shape {
	sc.used.defaults++
	defer func() { sc.used.defaults-- }()
	switch k := key.Value.(type) {
	case ast.String:
		return sc.step(sh, key)
	case *ast.Array:
		for i := 0; i < k.Len() && sh != nil; i++ {
			sh = sc.step(sh, k.Elem(i))
		}
		return sh
	}
	return sc.shapes.any
}

// function binds the parameters of the rules that a call can reach.
func (sc *scope) function(name ast.Ref, operands []*ast.Term, found []*shape) {
	var result *shape
	for _, r := range sc.compiler.GetRulesExact(name) {
		sc.widenArgs(r, found)
		sc.rule(r)
		result = sc.shapes.union(result, sc.values[r])
		if arity := len(r.Head.Args); len(operands) > arity && result != nil {
			sc.bind(operands[arity], result)
		}
	}
}

func (sc *scope) widenArgs(r *ast.Rule, found []*shape) {
	if sc.args[r] == nil {
		sc.args[r] = make([]*shape, len(r.Head.Args))
	}
	for i := range sc.args[r] {
		if i >= len(found) || found[i] == nil {
			continue
		}
		wider := sc.shapes.union(sc.args[r][i], found[i])
		if wider != sc.args[r][i] {
			sc.args[r][i], sc.changed = wider, true
		}
	}
}
