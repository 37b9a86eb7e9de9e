package subset

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// target is a schema that references lead to.
type target struct {
	of     *tree.Schema
	name   string // in $defs
	ref    string
	form   *predicate.Form
	result result
	done   bool
	used   bool
}

// finish keeps what a target was fitted to. Its form was handed out before.
func (f *fitter) finish(t *target, r result) {
	t.form.Is(r.form)
	r.form = t.form
	t.result, t.done = r, true
}

// reference fits a reference: as one where the provider takes it, and otherwise as
// what it leads to.
func (f *fitter) reference(p *place) result {
	to := f.document.Target(p.ref.key)
	if r, cut := f.cut(p, to); cut {
		return r
	}
	value := textNode("#/$defs/x")
	if !f.takesName("$ref", value) {
		return f.at(to, false)
	}
	t := f.target(to)
	t.used = true
	node := &doc.Node{Kind: doc.Map}
	set(node, "$ref", textNode(t.ref))
	types := f.typesOf(to, 0)
	if t.done {
		if t.result.node == nil {
			return nothing()
		}
		types = t.result.types
	}
	r := result{node: node, types: types, form: t.form, keep: []residue{{target: t, by: p.ref.key}}}
	f.annotateReference(p, &r)
	return r
}

// cut writes a schema that holds itself out to some depth, where the provider
// takes none.
func (f *fitter) cut(p *place, to *tree.Schema) (result, bool) {
	recursive := f.cycles.Recursive(p.ref.of, to)
	rule := f.profile.takes(Nested)
	if rule.Use != Rejected {
		rule = f.profile.takes(NestedAlways)
		recursive = recursive && f.always.Recursive(p.ref.of, to)
	}
	if !recursive || rule.Use != Rejected && f.takesName("$ref", textNode("#/$defs/x")) {
		return result{}, false
	}
	if f.levels[to] >= rule.Levels {
		f.lose(Narrowed, lostLevels, p.ref.key)
		return nothing(), true
	}
	f.levels[to]++
	defer func() { f.levels[to]-- }()
	return f.at(to, false), true
}

// target returns the fitted target of a schema, which it makes at first.
func (f *fitter) target(to *tree.Schema) *target {
	if t, known := f.targets[to]; known {
		return t
	}
	t := &target{of: to, form: &predicate.Form{}, name: f.freshName(to)}
	t.ref = "#/$defs/" + tree.Escape(t.name)
	f.targets[to] = t
	f.order = append(f.order, t)
	f.finish(t, f.at(to, false))
	return t
}

// freshName is a name for a definition: the last step of its place, with a number
// where another one has it.
func (f *fitter) freshName(s *tree.Schema) string {
	step := s.At[strings.LastIndexByte(s.At, '/')+1:]
	base := strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		if !f.named(name) {
			return name
		}
	}
}

func (f *fitter) named(name string) bool {
	for _, t := range f.order {
		if t.name == name {
			return true
		}
	}
	return false
}
