package predicate

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/subset/tree"
)

// logic writes the keywords that put schemas together.
func (w *Writer) logic(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	switch k.Means {
	case "$ref":
		return w.reference(k, p)
	case "not":
		c, err := w.Schema(k.Sub, p)
		return Not(c), err
	case "if":
		return w.conditional(of, k, p)
	}
	list := make([]Cond, len(k.List))
	for i, s := range k.List {
		var err error
		if list[i], err = w.Schema(s, p); err != nil {
			return Cond{}, err
		}
	}
	switch k.Means {
	case "allOf":
		return And(list...), nil
	case "anyOf":
		return Or(list...), nil
	}
	return exactlyOne(list), nil
}

// exactlyOne is true where one of the conditions is and the others are not.
func exactlyOne(list []Cond) Cond {
	var open []Cond
	always := 0
	for _, c := range list {
		switch {
		case c.Always():
			always++
		case !c.Never():
			open = append(open, c)
		}
	}
	switch {
	case always > 1 || always == 0 && len(open) == 0:
		return constant(false)
	case always == 1:
		return Not(Or(open...))
	case len(open) == 1:
		return open[0]
	case len(open) == 2:
		return compare("%s != %s", open[0].within(unary), open[1].within(unary))
	}
	counts := make([]string, len(open))
	for i, c := range open {
		counts[i] = "(" + c.within(orBinds) + " ? 1 : 0)"
	}
	return compare("%s == 1", strings.Join(counts, " + "))
}

func (w *Writer) conditional(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	c, err := w.Schema(k.Sub, p)
	if err != nil {
		return Cond{}, err
	}
	branches := [2]Cond{constant(true), constant(true)}
	for i, name := range []string{"then", "else"} {
		if branch := of.Get(name); branch != nil {
			if branches[i], err = w.Schema(branch.Sub, p); err != nil {
				return Cond{}, err
			}
		}
	}
	return choose(c, branches[0], branches[1]), nil
}

// reference writes the schema that a reference leads to. CEL has no recursion.
func (w *Writer) reference(k *tree.Keyword, p Place) (Cond, error) {
	to := w.Document.Target(k)
	if slices.Contains(w.around, to) {
		return Cond{}, &Unsayable{k, Recursive}
	}
	w.around = append(w.around, to)
	defer func() { w.around = w.around[:len(w.around)-1] }()
	return w.Schema(to, p)
}
