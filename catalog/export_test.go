package catalog

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// SurfaceScope is what expressions in the tests of the surface may name.
type SurfaceScope struct{ Event, Params map[string]value.Type }

// Predicate translates an expression as a contract's predicate.
func (s SurfaceScope) Predicate(file string, n *doc.Node) (schema.Predicate, diag.List) {
	return s.scope().predicate(file, n)
}

// Term translates an expression as a term of a type.
func (s SurfaceScope) Term(file string, n *doc.Node, want value.Type) (schema.Term, diag.List) {
	return s.scope().termAs(file, n, want)
}

func (s SurfaceScope) scope() scope {
	sc := scope{effects: "the effect type Thing has", enum: func(name, text string) bool {
		return name == "test.Colour" && (text == "red" || text == "green")
	}}
	for name, t := range s.Event {
		sc.event = append(sc.event, slotType{name, t})
	}
	for name, t := range s.Params {
		sc.params = append(sc.params, slotType{name, t})
	}
	sortSlots(sc.event)
	sortSlots(sc.params)
	return sc
}

func sortSlots(slots []slotType) {
	for i := range slots {
		for j := i; j > 0 && slots[j].Name < slots[j-1].Name; j-- {
			slots[j], slots[j-1] = slots[j-1], slots[j]
		}
	}
}

// TemplateSlots lists the names of a template's slots, or says what is wrong with it.
func TemplateSlots(text string) (names []string, problem string, at int) {
	slots, problem, at := templateSlots(text)
	for _, s := range slots {
		names = append(names, s.name)
	}
	return names, problem, at
}
