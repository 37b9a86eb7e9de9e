package predicate

import (
	"fmt"

	"github.com/contractc/contractc/internal/subset/tree"
)

// list writes the keywords for lists.
func (w *Writer) list(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	none := elsewhere(p.Expr, Array, p.Known)
	if none.known == nil {
		p.Known = Array
	}
	c, err := w.listed(of, k, p)
	return Or(none, c), err
}

func (w *Writer) listed(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	switch k.Means {
	case "minItems", "maxItems":
		return size(k, p.Expr), nil
	case "uniqueItems":
		return w.unique(k, p), nil
	case "prefixItems":
		return w.prefix(k, p)
	case "items":
		return w.rest(k.Sub, prefixLength(of), p)
	case "contains":
		return w.contains(of, k, p)
	}
	return w.unevaluatedItems(of, k, p)
}

func prefixLength(of *tree.Schema) int {
	if k := of.Get("prefixItems"); k != nil {
		return len(k.List)
	}
	return 0
}

// unique is true where no item equals another one.
func (w *Writer) unique(k *tree.Keyword, p Place) Cond {
	if !k.Value.Bool {
		return constant(true)
	}
	item, other := p.Item(0).Expr, Place{Depth: p.Depth + 1}.variable("item")
	return call("%s.all(%s, %s.exists_one(%s, %s == %s))", p.Expr, item, p.Expr, other, other, item)
}

func (w *Writer) prefix(k *tree.Keyword, p Place) (Cond, error) {
	var list []Cond
	for i, s := range k.List {
		c, err := w.Schema(s, p.At(i))
		if err != nil {
			return Cond{}, err
		}
		list = append(list, orShorter(p, i, c))
	}
	return And(list...), nil
}

// orShorter is true where a list ends before an index, and otherwise where the
// condition holds.
func orShorter(p Place, i int, c Cond) Cond {
	if c.Always() {
		return c
	}
	return Or(compare("size(%s) <= %d", p.Expr, i), c)
}

// rest applies a schema to the items from an index on.
func (w *Writer) rest(s *tree.Schema, from int, p Place) (Cond, error) {
	if s == nil {
		return constant(true), nil
	}
	item := p.Item(from)
	c, err := w.Schema(s, item)
	if err != nil {
		return Cond{}, err
	}
	return Rest(p, from, item, c), nil
}

// Rest is true where the condition holds for each item from an index on.
func Rest(p Place, from int, item Place, c Cond) Cond {
	switch {
	case c.Always():
		return c
	case c.Never():
		return compare("size(%s) <= %d", p.Expr, from)
	case from == 0:
		return call("%s.all(%s, %s)", p.Expr, item.Expr, c.text)
	}
	sliced := call("%s.slice(%d, size(%s)).all(%s, %s)", p.Expr, from, p.Expr, item.Expr, c.text)
	return orShorter(p, from, sliced)
}

func (w *Writer) contains(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	item := p.Item(0)
	if p.Form.ChangesBelow() && p.Form.Item(0) != p.Form.Item(1) {
		return Cond{}, &Unsayable{k, Rewritten}
	}
	c, err := w.Schema(k.Sub, item)
	if err != nil {
		return Cond{}, err
	}
	least, most := of.Get("minContains"), of.Get("maxContains")
	if least == nil && most == nil {
		return call("%s.exists(%s, %s)", p.Expr, item.Expr, c.text), nil
	}
	count := fmt.Sprintf("%s.filter(%s, %s).size()", p.Expr, item.Expr, c.text)
	bounds := []Cond{compare("%s >= 1", count)}
	if least != nil {
		bounds[0] = bounded(least, count)
	}
	if most != nil {
		bounds = append(bounds, bounded(most, count))
	}
	return And(bounds...), nil
}
