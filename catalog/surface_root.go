package catalog

import (
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Root is a name that an expression outside of a bundle may use, with the names below it: values.balance. In the typed form, it is a FieldTerm
// whose field is both, joined by a point.
type Root struct {
	Name  string
	Slots []Slot
}

// Slot is a name with the type of its values.
type Slot struct {
	Name string
	Type value.Type
}

// Roots are all names that an expression may use.
type Roots []Root

// Predicate translates a CEL condition over the roots to a predicate. The list holds every problem, each at its place in the file; where there is
// one, the predicate is nil.
func (r Roots) Predicate(file string, node *doc.Node) (schema.Predicate, diag.List) {
	return scope{roots: r}.predicate(file, node)
}

// Term translates a CEL term over the roots to one of the type that is wanted.
func (r Roots) Term(file string, node *doc.Node, want value.Type) (schema.Term, diag.List) {
	return scope{roots: r}.termAs(file, node, want)
}

func (sc *scope) rootNames() []string {
	names := make([]string, len(sc.roots))
	for i, r := range sc.roots {
		names[i] = r.Name
	}
	return names
}

// root finds a root, nil where there is none of the name.
func (sc *scope) root(name string) *Root {
	for i := range sc.roots {
		if sc.roots[i].Name == name {
			return &sc.roots[i]
		}
	}
	return nil
}

// rooted is ROOT.NAME.
func (s *surface) rooted(e, operand ast.Expr, root, name string) typedTerm {
	r := s.root(root)
	if r == nil {
		return s.badTerm(operand, "cel.name", choice(root, s.rootNames(), "names are"), "%s is not declared", quote(root))
	}
	slot, ok := findSlot(r.Slots, name)
	if !ok {
		return s.badTerm(e, "cel.name", choice(name, slotNames(r.Slots), "names are"), "%s has no name %s", root, quote(name))
	}
	return typedTerm{term: &schema.FieldTerm{Field: root + "." + name}, typ: slot.Type, expr: e}
}
