package regorules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/open-policy-agent/opa/v1/ast"
)

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
	if near, ok := spelling.Nearest(key, names); ok {
		d.Detail = fmt.Sprintf("Did you mean %q?", near)
	} else if len(names) > 0 {
		d.Detail = "It has: " + diag.Neutralise(strings.Join(names, ", ")) + "."
	}
	if !slices.Contains(sc.problems, d) {
		sc.problems.Add(d)
	}
}
