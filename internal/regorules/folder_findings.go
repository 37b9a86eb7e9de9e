package regorules

import (
	"cmp"
	"slices"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

// checkFindings refuses rules whose findings nobody could read, as far as their
// types tell: a head that writes down what is no finding, since that would hide
// behind a failure what the other rules of its name find, and a name of which
// nothing can be one.
func checkFindings(rules []FolderRule, modules []*looseModule, env *ast.TypeEnv) diag.List {
	var list diag.List
	for i := range rules {
		r := &rules[i]
		file, at, wrong := wrongHead(r, modules)
		if wrong == "" {
			file, at, wrong = r.Path, diag.At(r.Position), notFindings(env.GetByRef(r.ref))
		}
		if wrong != "" {
			list.Add(diag.Errorf(file, at, "rego.head", "%s %s", r.Name, wrong).WithDetail("A rule is a set of findings, or true; %s.", findingForms))
		}
	}
	return list
}

// wrongHead is the place of the first head of a rule's name that writes down what is
// no finding, with what that is; nothing where there is none.
func wrongHead(r *FolderRule, modules []*looseModule) (string, diag.Range, string) {
	for _, m := range modules {
		if packageName(m.ast) != r.Package {
			continue
		}
		for _, rule := range m.ast.Rules {
			if !isCalled(rule, r.Name) {
				continue
			}
			if wrong := headIsWrong(rule.Head); wrong != "" {
				_, at := place(rule.Head.Location)
				return m.Path, at, wrong
			}
		}
	}
	return "", diag.Range{}, ""
}

// headIsWrong says why what a head writes down is no finding; nothing where what it
// is shows only when it is evaluated.
func headIsWrong(head *ast.Head) string {
	switch {
	case head.Key != nil:
		return wrongFinding(head.Key.Value)
	case head.Value == nil:
		return ""
	}
	wrong := ""
	each := func(t *ast.Term) { wrong = cmp.Or(wrong, wrongFinding(t.Value)) }
	switch v := head.Value.Value.(type) {
	case *ast.Array:
		v.Foreach(each)
	case ast.Set:
		v.Foreach(each)
	case ast.String, ast.Number, ast.Null, ast.Object:
		return noSet
	}
	return wrong
}

// wrongFinding says why a term as written is no finding.
func wrongFinding(v ast.Value) string {
	switch v := v.(type) {
	case ast.Number, ast.Boolean, ast.Null, *ast.Array, ast.Set:
		return "finds " + article(ast.ValueName(v))
	case ast.Object:
		msg := v.Get(ast.InternedTerm("msg"))
		switch {
		case msg != nil && isObjectOrWrong(msg.Value):
			return "finds an object whose msg is no text"
		case msg == nil && !slices.ContainsFunc(v.Keys(), func(k *ast.Term) bool { return !k.IsGround() }):
			return "finds an object without msg"
		}
	}
	return ""
}

func isObjectOrWrong(v ast.Value) bool {
	_, isObject := v.(ast.Object)
	return isObject || wrongFinding(v) != ""
}

// notFindings says why values of a type are neither a set of findings nor true or
// false; nothing where they may be.
func notFindings(t types.Type) string {
	switch t := t.(type) {
	case nil, types.Boolean:
		return ""
	case types.Any:
		return allWrong(t, notFindings)
	case *types.Set:
		return notFinding(t.Of())
	case *types.Array:
		for i := range t.Len() {
			if wrong := notFinding(t.Select(i)); wrong != "" {
				return wrong
			}
		}
		return notFinding(t.Dynamic())
	}
	return noSet
}

// noSet is why a rule that is no set of findings is none.
const noSet = "is neither a set of messages nor true or false"

// notFinding says why values of a type are no finding; nothing where they may be.
func notFinding(t types.Type) string {
	switch t := t.(type) {
	case nil, types.String:
		return ""
	case types.Any:
		return allWrong(t, notFinding)
	case *types.Object:
		msg := t.Select("msg")
		if msg == nil {
			return "finds an object without msg"
		}
		if notFinding(msg) != "" || isObject(msg) {
			return "finds an object whose msg is no text"
		}
		return ""
	}
	return "finds " + article(typeName(t))
}

func isObject(t types.Type) bool {
	_, ok := t.(*types.Object)
	return ok
}

// allWrong says why no value of several types will do; nothing where one may.
func allWrong(t types.Any, why func(types.Type) string) string {
	first := ""
	for _, one := range t {
		wrong := why(one)
		if wrong == "" {
			return ""
		}
		first = cmp.Or(first, wrong)
	}
	return first
}

// typeName is the name of a type without those of its parts.
func typeName(t types.Type) string {
	switch t.(type) {
	case types.Null:
		return "null"
	case types.Boolean:
		return "boolean"
	case types.Number:
		return "number"
	case *types.Array:
		return "array"
	case *types.Set:
		return "set"
	}
	return "value of another type"
}
