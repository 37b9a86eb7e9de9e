package subset

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// byMember keeps what alternatives lost, each on the values whose member says that
// they are of it; nil where no member tells all of them apart.
func (f *fitter) byMember(schemas []*tree.Schema, list []result) []residue {
	if len(list) != len(schemas) {
		return nil
	}
	for _, name := range f.followed(schemas[0]).Get("required").Names() {
		if values := f.tells(name, schemas, list); values != nil {
			keep := []residue{}
			for i, r := range list {
				keep = append(keep, below(r.keep, valueStep(name, values[i]))...)
			}
			return keep
		}
	}
	return nil
}

// tells returns the values of a member for each of the alternatives; nil where it
// does not tell them apart, or a fitted schema does not list them.
func (f *fitter) tells(name string, schemas []*tree.Schema, list []result) [][]*doc.Node {
	var values [][]*doc.Node
	seen := map[string]bool{}
	for i, s := range schemas {
		s = f.followed(s)
		if f.typesOf(s, 0) != predicate.Object || !slices.Contains(s.Get("required").Names(), name) {
			return nil
		}
		of := s.Get("properties").Child(name)
		if of == nil || !f.listsMember(list[i].node, name) {
			return nil
		}
		names := listed(of)
		if len(names) == 0 {
			return nil
		}
		for v := range names {
			if seen[v] {
				return nil
			}
			seen[v] = true
		}
		values = append(values, valuesOf(of))
	}
	return values
}

func valuesOf(s *tree.Schema) []*doc.Node {
	if k := s.Get("const"); k != nil {
		return []*doc.Node{k.Value}
	}
	return s.Get("enum").Value.Items
}

// listsMember reports whether a fitted schema lists the values of a member.
func (f *fitter) listsMember(n *doc.Node, name string) bool {
	if ref := n.Get("$ref"); ref != nil {
		for _, t := range f.targets {
			if t.ref == ref.Text {
				return t.done && t.result.node != nil && t.result.node.Get("$ref") == nil && f.listsMember(t.result.node, name)
			}
		}
		return false
	}
	member := n.Get("properties").Get(name)
	return member.Get("const") != nil || member.Get("enum") != nil
}

// valueStep leaves the value where it is, if a member has one of the values.
func valueStep(name string, values []*doc.Node) step {
	return step{write: func(p predicate.Place, inner func(predicate.Place) (predicate.Cond, error)) (predicate.Cond, error) {
		c, err := inner(p)
		if err != nil || c.Always() {
			return c, err
		}
		return predicate.Or(predicate.NotAmong(p.Member(name), values), c), nil
	}}
}
