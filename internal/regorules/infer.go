package regorules

import (
	"fmt"
	"slices"
	"strings"

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
	inputs := len(operands)
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

// bind gives the variables of a pattern the shapes of the parts of a value.
func (sc *scope) bind(pattern *ast.Term, sh *shape) {
	if sh == nil {
		return
	}
	switch p := pattern.Value.(type) {
	case ast.Var:
		sc.set(p, sh)
	case *ast.Array:
		p.Foreach(func(t *ast.Term) { sc.bindElement(t, sh) })
	case ast.Object:
		p.Foreach(func(k, v *ast.Term) {
			if _, ok := k.Value.(ast.String); ok {
				sc.bind(v, sc.step(sh, k))
			}
		})
	}
}

// term is the shape of a term; nil where it is not known yet.
func (sc *scope) term(t *ast.Term) *shape {
	switch v := t.Value.(type) {
	case ast.Null, ast.Boolean, ast.Number, ast.String:
		return nil
	case ast.Var:
		return sc.variable(v)
	case ast.Ref:
		return sc.ref(v)
	case *ast.Array:
		return sc.listOf(v)
	case ast.Object:
		return sc.objectOf(v)
	case ast.Set:
		v.Foreach(func(x *ast.Term) { sc.term(x) })
		return sc.shapes.any
	case *ast.ArrayComprehension:
		sc.body(v.Body)
		return sc.collection(sc.term(v.Term))
	case *ast.SetComprehension:
		sc.body(v.Body)
		return sc.collection(sc.term(v.Term))
	case *ast.ObjectComprehension:
		sc.body(v.Body)
		sc.term(v.Key)
		return sc.collection(sc.term(v.Value))
	}
	return sc.shapes.any
}

func (sc *scope) variable(v ast.Var) *shape {
	if v.Equal(ast.InputRootDocument.Value) {
		return sc.input
	}
	return sc.vars[v]
}

// collection is a list, set or map of elements of a shape.
func (sc *scope) collection(elem *shape) *shape {
	if elem == nil {
		return nil
	}
	key := fmt.Sprintf("*%d", elem.number)
	if known, ok := sc.shapes.unions[key]; ok {
		return known
	}
	sh := sc.shapes.add(&shape{kind: mapShape, name: "a collection", elem: elem})
	sc.shapes.unions[key] = sh
	return sh
}

// listOf looks at an array literal; as a value it may hold anything, unless
// all its elements have known shapes.
func (sc *scope) listOf(a *ast.Array) *shape {
	var elem *shape
	known := a.Len() > 0
	a.Foreach(func(t *ast.Term) {
		sh := sc.term(t)
		known = known && sh != nil
		elem = sc.shapes.union(elem, sh)
	})
	if !known {
		return sc.shapes.any
	}
	return sc.collection(elem)
}

// objectOf is the shape of an object literal, one for each place; of one with
// keys that are not constant texts nothing is known.
func (sc *scope) objectOf(o ast.Object) *shape {
	sh := sc.literals[o]
	if sh == nil {
		sh = sc.shapes.add(&shape{kind: objectShape, name: "the object", fields: map[string]field{}})
		sc.literals[o] = sh
	}
	constant := true
	o.Foreach(func(k, v *ast.Term) {
		value := sc.term(v)
		name, ok := k.Value.(ast.String)
		if !ok {
			sc.term(k)
			constant = false
			return
		}
		sc.widenField(sh, string(name), value)
	})
	if !constant {
		return sc.shapes.any
	}
	return sh
}

// widenField widens the shape of a literal's field; a value of which nothing is
// known is anything.
func (sc *scope) widenField(sh *shape, name string, value *shape) {
	if value == nil {
		value = sc.shapes.any
	}
	old := sh.fields[name].shape
	if old != nil && old.kind == anyShape {
		old = nil
	}
	if wider := sc.shapes.union(old, value); wider != sh.fields[name].shape {
		sh.fields[name] = field{shape: wider}
		sc.changed = true
	}
}

// ref follows a reference into the input, a local value or a rule.
func (sc *scope) ref(ref ast.Ref) *shape {
	head, ok := ref[0].Value.(ast.Var)
	if !ok {
		sc.term(ref[0])
		return sc.walk(sc.shapes.any, ref[1:])
	}
	if head.Equal(ast.DefaultRootDocument.Value) {
		return sc.data(ref)
	}
	return sc.walk(sc.variable(head), ref[1:])
}

// data follows a reference to a rule.
func (sc *scope) data(ref ast.Ref) *shape {
	for n := len(ref); n > 1; n-- {
		prefix := ref[:n]
		if !prefix.IsGround() {
			continue
		}
		rules := sc.compiler.GetRulesExact(prefix)
		if len(rules) == 0 {
			continue
		}
		return sc.walk(sc.rulesValue(rules), ref[n:])
	}
	return sc.walk(sc.shapes.any, ref[1:])
}

// rulesValue is the shape of the document that rules of one name make.
func (sc *scope) rulesValue(rules []*ast.Rule) *shape {
	var found *shape
	for _, r := range rules {
		sc.rule(r)
		found = sc.shapes.union(found, sc.values[r])
	}
	if found == nil || rules[0].Head.RuleKind() == ast.SingleValue && rules[0].Head.Reference.IsGround() {
		return found
	}
	return sc.collection(found)
}

// walk follows the steps of a reference; a part that is not there is reported.
func (sc *scope) walk(sh *shape, steps []*ast.Term) *shape {
	for _, step := range steps {
		if _, isKey := step.Value.(ast.String); !isKey {
			sc.term(step)
		}
		sh = sc.step(sh, step)
	}
	return sh
}

// step follows one step; it reports and returns nil where there is no part.
func (sc *scope) step(sh *shape, step *ast.Term) *shape {
	if sh == nil {
		return nil
	}
	key, isKey := step.Value.(ast.String)
	if !isKey {
		return sc.shapes.element(sh)
	}
	found, optional, ok := sc.shapes.step(sh, string(key))
	if !ok {
		sc.missing(sh, step, string(key))
		return nil
	}
	if optional && sh.kind != anyShape {
		sc.used.note(sh, string(key), step.Location)
	}
	return found
}

func (sc *scope) missing(sh *shape, step *ast.Term, key string) {
	if !sc.report {
		return
	}
	file, at := place(step.Location)
	names := sh.fieldNames()
	d := diag.Errorf(file, at, "rego.field", "%s has no field %q", diag.Neutralise(sh.describe()), key)
	if near := nearest(key, names); near != "" {
		d.Detail = fmt.Sprintf("Did you mean %q?", near)
	} else if len(names) > 0 {
		d.Detail = "It has: " + diag.Neutralise(strings.Join(names, ", ")) + "."
	}
	if !slices.Contains(sc.problems, d) {
		sc.problems.Add(d)
	}
}
