package regorules

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
)

// checkUnread reports rules that nothing reads: the engine reads violation and
// coverage rules alone, so that a rule called violations or deny would look like
// one and never act. Modules are compiled, which makes every reference whole.
func checkUnread(compiler *ast.Compiler, modules []*module) diag.List {
	var read []string
	for _, m := range modules {
		for _, r := range compiler.Modules[m.Path].Rules {
			read = append(read, readBy(r)...)
		}
	}
	read = sorted(read)
	var list diag.List
	for _, m := range modules {
		for i, r := range compiler.Modules[m.Path].Rules {
			if kindOf(r) == otherRule && !anyReads(read, constantPath(r.Ref())) {
				list.Add(unread(m.ast.Rules[i]))
			}
		}
	}
	return list
}

// readBy lists the paths below data that a rule reads, its else branches included.
func readBy(r *ast.Rule) []string {
	var paths []string
	note := func(ref ast.Ref) bool {
		if len(ref) > 1 && ref[0].Equal(ast.DefaultRootDocument) {
			paths = append(paths, constantPath(ref))
		}
		return false
	}
	for ; r != nil; r = r.Else {
		ast.WalkRefs(r.Body, note)
		for _, term := range append([]*ast.Term{r.Head.Key, r.Head.Value}, r.Head.Args...) {
			if term != nil {
				ast.WalkRefs(term, note)
			}
		}
		for _, step := range r.Head.Ref()[1:] {
			ast.WalkRefs(step, note)
		}
	}
	return paths
}

// anyReads reports whether one of the paths is the rule's, leads into it, or may
// lead to it.
func anyReads(paths []string, rule string) bool {
	for _, path := range paths {
		if below(path, rule) || below(rule, path) {
			return true
		}
	}
	return false
}

func unread(r *ast.Rule) diag.Diagnostic {
	file, at := place(r.Head.Location)
	name := strings.TrimSuffix(r.Head.Ref().String(), ".")
	return diag.Errorf(file, at, "rego.unread", "no rule reads %q", name).
		WithDetail("What is refused is called violation, what is said of coverage is called coverage; remove any other rule that none of these reads.")
}
