package tree

import "slices"

// Cycles are the schemas that hold themselves.
type Cycles struct {
	component map[*Schema]int
}

// Through says which ways from a schema to another one count.
type Through uint8

// The ways.
const (
	Everything Through = iota
	Required           // not through properties that may be left out
	SameValue          // only to schemas for the same value
)

// NewCycles goes through all schemas of a document.
func NewCycles(d *Document, through Through) *Cycles {
	w := &cycleWalk{document: d, through: through, index: map[*Schema]int{}, low: map[*Schema]int{}, open: map[*Schema]bool{}, component: map[*Schema]int{}}
	w.visit(d.Root)
	for _, at := range d.Places() {
		w.visit(d.known[at])
	}
	return &Cycles{component: w.component}
}

// Recursive reports whether a reference in a schema leads to a schema that holds
// it.
func (c *Cycles) Recursive(from, to *Schema) bool {
	return from == to || c.component[from] == c.component[to]
}

// cycleWalk is Tarjan's search for strongly connected components.
type cycleWalk struct {
	document   *Document
	through    Through
	index, low map[*Schema]int
	stack      []*Schema
	open       map[*Schema]bool
	component  map[*Schema]int
}

func (w *cycleWalk) visit(s *Schema) {
	if _, seen := w.index[s]; seen {
		return
	}
	w.index[s] = len(w.index)
	w.low[s] = w.index[s]
	w.stack = append(w.stack, s)
	w.open[s] = true
	w.below(s, func(next *Schema) {
		if _, seen := w.index[next]; !seen {
			w.visit(next)
			w.low[s] = min(w.low[s], w.low[next])
		} else if w.open[next] {
			w.low[s] = min(w.low[s], w.index[next])
		}
	})
	if w.low[s] == w.index[s] {
		w.close(s)
	}
}

// close makes the component that a schema is the first of.
func (w *cycleWalk) close(s *Schema) {
	id := w.index[s]
	for {
		last := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.open[last] = false
		w.component[last] = id
		if last == s {
			return
		}
	}
}

// below calls f with the schemas that a schema applies to the same value or to a
// part of it.
func (w *cycleWalk) below(s *Schema, f func(*Schema)) {
	for i := range s.Keys {
		k := &s.Keys[i]
		switch {
		case k.Means == "$defs" || k.Means == "" || w.through == SameValue && !sameValue(k.Means):
		case k.Means == "$ref":
			if to := w.document.Target(k); to != nil {
				f(to)
			}
		case k.Means == "properties" && w.through == Required:
			for _, name := range s.Get("required").Names() {
				if part := k.Child(name); part != nil {
					f(part)
				}
			}
		default:
			k.Each(f)
		}
	}
}

// sameValue reports whether a keyword applies schemas to the value itself.
func sameValue(means string) bool {
	return slices.Contains([]string{"$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"}, means)
}
