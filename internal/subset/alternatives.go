package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/subset/tree"
)

// declareAlternatives declares the members that only alternatives and conditions
// speak of, since an object that is closed must name them all.
func (f *fitter) declareAlternatives(p *place, m *members) {
	named := slices.Clone(m.names)
	seen := map[*tree.Schema]bool{}
	for _, h := range append(slices.Clone(p.unions), p.whole...) {
		for _, s := range f.branches(h) {
			f.declareBranch(s, m, named, seen)
		}
	}
}

// branches are the schemas that a keyword may apply to the same value.
func (f *fitter) branches(h held) []*tree.Schema {
	switch h.key.Means {
	case "anyOf", "oneOf", "allOf":
		return h.key.List
	case "$ref":
		if to := f.document.Target(h.key); !f.cycles.Recursive(h.of, to) {
			return []*tree.Schema{to}
		}
	case "dependentSchemas", "dependencies":
		var list []*tree.Schema
		for _, n := range h.key.Named {
			list = append(list, n.Schema)
		}
		return list
	case "if":
		list := []*tree.Schema{h.key.Sub}
		for _, name := range []string{"then", "else"} {
			if k := h.of.Get(name); k != nil {
				list = append(list, k.Sub)
			}
		}
		return list
	}
	return nil
}

func (f *fitter) declareBranch(s *tree.Schema, m *members, named []string, seen map[*tree.Schema]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	if k := s.Get("properties"); k != nil {
		for _, n := range k.Named {
			if slices.Contains(named, n.Name) || n.Schema.Never() {
				continue
			}
			if len(m.alternatives[n.Name]) == 0 {
				m.names = append(m.names, n.Name)
			}
			m.alternatives[n.Name] = append(m.alternatives[n.Name], n.Schema)
		}
	}
	for i := range s.Keys {
		for _, part := range f.branches(held{s, &s.Keys[i]}) {
			f.declareBranch(part, m, named, seen)
		}
	}
}
