package regorules

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

// checkFindings refuses rules whose findings nobody could read, as far as their
// types tell. One of several rules of a name is enough, since what it finds would
// hide what the others find behind a failure.
func checkFindings(rules []FolderRule, modules []*looseModule, env *ast.TypeEnv) diag.List {
	var list diag.List
	for i := range rules {
		r := &rules[i]
		wrong := notFindings(env.GetByRef(r.ref))
		if wrong == "" {
			continue
		}
		file, at := wrongHead(r, modules, env)
		list.Add(diag.Errorf(file, at, "rego.head", "%s %s", r.Name, wrong).WithDetail("A rule is a set of findings, or true; %s.", findingForms))
	}
	return list
}

// wrongHead is the place of the first head of a rule's name whose own type tells
// what is wrong, or else of the first.
func wrongHead(r *FolderRule, modules []*looseModule, env *ast.TypeEnv) (string, diag.Range) {
	file, at := r.Path, diag.At(r.Position)
	for _, m := range modules {
		if packageName(m.ast) != r.Package {
			continue
		}
		for _, rule := range m.ast.Rules {
			if name, ok := rule.Head.Ref()[0].Value.(ast.Var); ok && string(name) == r.Name && headIsWrong(rule.Head, env) {
				_, at = place(rule.Head.Location)
				return m.Path, at
			}
		}
	}
	return file, at
}

// headIsWrong reports whether what a head writes down is no finding.
func headIsWrong(head *ast.Head, env *ast.TypeEnv) bool {
	if head.Key != nil {
		return notFinding(env.GetByValue(head.Key.Value)) != ""
	}
	return head.Value != nil && notFindings(env.GetByValue(head.Value.Value)) != ""
}

// notFindings says why values of a type are neither a set of findings nor true or
// false; nothing where they may be.
func notFindings(t types.Type) string {
	switch t := t.(type) {
	case nil, types.Boolean:
		return ""
	case types.Any:
		return firstWrong(t, notFindings)
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
	return "is neither a set of messages nor true or false"
}

// notFinding says why values of a type are no finding; nothing where they may be.
func notFinding(t types.Type) string {
	switch t := t.(type) {
	case nil, types.String:
		return ""
	case types.Any:
		return firstWrong(t, notFinding)
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

func firstWrong(t types.Any, why func(types.Type) string) string {
	for _, one := range t {
		if wrong := why(one); wrong != "" {
			return wrong
		}
	}
	return ""
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
