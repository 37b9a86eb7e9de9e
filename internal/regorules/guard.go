package regorules

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
)

// guard is what a rule's own body demands of the action, so that OPA's index
// can leave the rule out. A nil list demands nothing.
type guard struct {
	types []string
	tools []string
}

// guardOf reads the statements of a rule's own body of the forms
// input.action.type == "claim" and input.action.tool in {"a", "b"}, also
// through a local name (action := input.action) or an import. Statements in
// other rules, comprehensions, some and every are no guard: OPA's index does
// not see them.
func guardOf(m *ast.Module, r *ast.Rule) guard {
	names := aliases(m, r)
	var g guard
	for _, e := range r.Body {
		path, values := demand(e, names)
		switch path {
		case "input.action.type":
			g.types = narrow(g.types, values)
		case "input.action.tool":
			g.tools = narrow(g.tools, values)
		}
	}
	if g.types == nil && g.tools != nil {
		g.types = []string{"call_tool"}
	}
	return g
}

// narrow intersects two demands.
func narrow(old, values []string) []string {
	if old == nil {
		return values
	}
	both := []string{}
	for _, v := range old {
		if slices.Contains(values, v) {
			both = append(both, v)
		}
	}
	return both
}

// aliases maps names of imports and of plain local assignments to the dotted
// input path that they stand for.
func aliases(m *ast.Module, r *ast.Rule) map[ast.Var]string {
	names := map[ast.Var]string{ast.Var("input"): "input"}
	for _, i := range m.Imports {
		ref, ok := i.Path.Value.(ast.Ref)
		if !ok || !ref[0].Equal(ast.InputRootDocument) {
			continue
		}
		if path, ok := dotted(ref, names); ok {
			names[i.Name()] = path
		}
	}
	for _, e := range r.Body {
		for _, name := range declared(e) {
			delete(names, name)
		}
		if !e.IsAssignment() || e.Negated || len(e.With) > 0 {
			continue
		}
		name, ok := e.Operand(0).Value.(ast.Var)
		if !ok {
			continue
		}
		if path, ok := dottedTerm(e.Operand(1), names); ok {
			names[name] = path
		}
	}
	return names
}

// declared lists the variables that a statement declares; they hide imports of
// the same name.
func declared(e *ast.Expr) []ast.Var {
	var terms []*ast.Term
	if some, ok := e.Terms.(*ast.SomeDecl); ok {
		for _, t := range some.Symbols {
			// some x in xs is a call of the in operator with xs as its last operand
			if in, ok := t.Value.(ast.Call); ok {
				terms = append(terms, in[1:len(in)-1]...)
			} else {
				terms = append(terms, t)
			}
		}
	}
	if e.IsAssignment() {
		terms = e.Operands()[:1]
	}
	var found []ast.Var
	for _, t := range terms {
		ast.WalkVars(t, func(v ast.Var) bool {
			found = append(found, v)
			return false
		})
	}
	return found
}

// dottedTerm is the dotted input path of a term of constant steps.
func dottedTerm(t *ast.Term, names map[ast.Var]string) (string, bool) {
	switch v := t.Value.(type) {
	case ast.Var:
		path, ok := names[v]
		return path, ok
	case ast.Ref:
		return dotted(v, names)
	}
	return "", false
}

func dotted(ref ast.Ref, names map[ast.Var]string) (string, bool) {
	head, ok := ref[0].Value.(ast.Var)
	if !ok {
		return "", false
	}
	path, ok := names[head]
	if !ok {
		return "", false
	}
	for _, step := range ref[1:] {
		s, ok := step.Value.(ast.String)
		if !ok {
			return "", false
		}
		path += "." + string(s)
	}
	return path, true
}

// demand reads one statement as a path and the texts that it may have. The
// path is empty for statements of other forms.
func demand(e *ast.Expr, names map[ast.Var]string) (string, []string) {
	if e.Negated || len(e.With) > 0 || !e.IsCall() || len(e.Operands()) != 2 {
		return "", nil
	}
	left, right := e.Operand(0), e.Operand(1)
	switch {
	case e.IsEquality() || e.Operator().Equal(ast.Equal.Ref()):
		if path, ok := dottedTerm(left, names); ok {
			return path, texts(ast.ArrayTerm(right))
		}
		if path, ok := dottedTerm(right, names); ok {
			return path, texts(ast.ArrayTerm(left))
		}
	case e.Operator().Equal(ast.Member.Ref()):
		if path, ok := dottedTerm(left, names); ok {
			return path, texts(right)
		}
	}
	return "", nil
}

// texts returns the constant strings of a set or array, sorted; nil when there
// is anything else in it.
func texts(t *ast.Term) []string {
	found := []string{}
	constant := true
	add := func(x *ast.Term) {
		s, ok := x.Value.(ast.String)
		constant = constant && ok
		found = append(found, string(s))
	}
	switch v := t.Value.(type) {
	case ast.Set:
		v.Foreach(add)
	case *ast.Array:
		v.Foreach(add)
	default:
		return nil
	}
	if !constant {
		return nil
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// checkGuard compares a rule's guard with the types of action in its metadata.
func checkGuard(file string, at diag.Range, g guard, actions []string) diag.List {
	if len(actions) == 0 {
		return nil
	}
	want := slices.Compact(slices.Sorted(slices.Values(actions)))
	if g.types != nil && slices.Equal(g.types, want) {
		return nil
	}
	var list diag.List
	hint := `input.action.type == "` + want[0] + `"`
	if len(want) > 1 {
		hint = `input.action.type in {"` + strings.Join(want, `", "`) + `"}`
	}
	d := diag.Errorf(file, at, "rego.guard", "the rule's own body must demand the types of action that its metadata names")
	if g.types != nil {
		d.Summary = "the rule's body demands other types of action than its metadata names"
	}
	list.Add(d.WithDetail("Put this statement into the rule itself, not into a rule that it calls: %s", diag.Neutralise(hint)))
	return list
}
