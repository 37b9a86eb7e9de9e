package predicate

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/subset/tree"
)

// object writes the keywords for objects.
func (w *Writer) object(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	none := elsewhere(p.Expr, Object, p.Known)
	if none.known == nil {
		p.Known = Object
	}
	c, err := w.members(of, k, p)
	return Or(none, c), err
}

func (w *Writer) members(of *tree.Schema, k *tree.Keyword, p Place) (Cond, error) {
	switch k.Means {
	case "required":
		return present(p, k.Names()), nil
	case "minProperties", "maxProperties":
		return bounded(k, counted(p)), nil
	case "properties":
		return w.properties(k, p)
	case "patternProperties":
		return w.patterns(k, p)
	case "additionalProperties":
		return w.others(k.Sub, declared(of), p)
	case "propertyNames":
		return w.names(k, p)
	case "unevaluatedProperties":
		return w.unevaluatedProperties(of, k, p)
	}
	return w.dependent(k, p)
}

func present(p Place, names []string) Cond {
	list := make([]Cond, len(names))
	for i, name := range names {
		list[i] = p.Present(name)
	}
	return And(list...)
}

// counted is the number of members.
func counted(p Place) string {
	if len(p.Form.Left()) == 0 {
		return "size(" + p.Expr + ")"
	}
	name := p.Name().Expr
	return p.Expr + ".filter(" + name + ", " + Not(leftOut(p)).text + ").size()"
}

// leftOut is true of the name of a member that is null for being left out.
func leftOut(p Place) Cond {
	if len(p.Form.Left()) == 0 {
		return constant(false)
	}
	name := p.Name().Expr
	return And(compare("%s in [%s]", name, literal.CELs(p.Form.Left())), compare("%s == null", p.Named(nil).Expr))
}

// eachName is true where the condition holds for each member's name.
func eachName(p Place, c Cond) Cond {
	c = Or(leftOut(p), c)
	if c.Always() {
		return c
	}
	return call("%s.all(%s, %s)", p.Expr, p.Name().Expr, c.text)
}

func (w *Writer) properties(k *tree.Keyword, p Place) (Cond, error) {
	var list []Cond
	for _, n := range k.Named {
		c, err := w.Schema(n.Schema, p.Member(n.Name))
		if err != nil {
			return Cond{}, err
		}
		if !slices.Contains(p.sure, n.Name) {
			c = Or(Not(p.Present(n.Name)), c)
		}
		list = append(list, c)
	}
	return And(list...), nil
}

func (w *Writer) patterns(k *tree.Keyword, p Place) (Cond, error) {
	var list []Cond
	for _, n := range k.Named {
		if w.Document.Unreadable[n.Schema.At] {
			return Cond{}, &Unsayable{k, Syntax}
		}
		c, err := w.member(n.Schema, p)
		if err != nil {
			return Cond{}, err
		}
		list = append(list, eachName(p, Or(Not(matches(p, n.Name)), c)))
	}
	return And(list...), nil
}

func matches(p Place, pattern string) Cond {
	return call("%s.matches(%s)", p.Name().Expr, literal.CEL(pattern))
}

// member applies a schema to the member whose name a loop has. Members that are
// written in different ways have no one condition.
func (w *Writer) member(s *tree.Schema, p Place) (Cond, error) {
	if p.Form.ChangesBelow() {
		return Cond{}, w.cannot(Rewritten)
	}
	return w.Schema(s, p.Named(nil))
}

// names are the members that a schema has schemas for.
type names struct {
	listed   []string
	patterns []string
}

func declared(of *tree.Schema) names {
	var n names
	if k := of.Get("properties"); k != nil {
		for _, p := range k.Named {
			n.listed = append(n.listed, p.Name)
		}
	}
	if k := of.Get("patternProperties"); k != nil {
		for _, p := range k.Named {
			n.patterns = append(n.patterns, p.Name)
		}
	}
	return n
}

// others applies a schema to the members that no other one is for.
func (w *Writer) others(s *tree.Schema, known names, p Place) (Cond, error) {
	if s == nil {
		return constant(true), nil
	}
	for _, pattern := range known.patterns {
		if w.unreadable(pattern) {
			return Cond{}, w.cannot(Syntax)
		}
	}
	var c Cond
	err := error(nil)
	if s.Never() {
		c = constant(false)
	} else if c, err = w.member(s, p); err != nil {
		return Cond{}, err
	}
	listed := constant(false)
	if len(known.listed) > 0 {
		listed = compare("%s in [%s]", p.Name().Expr, literal.CELs(distinct(known.listed)))
	}
	list := []Cond{listed}
	for _, pattern := range known.patterns {
		list = append(list, matches(p, pattern))
	}
	all := Or(append(list, c)...)
	if all.Never() && leftOut(p).Never() {
		return compare("%s == {}", p.Expr), nil
	}
	return eachName(p, all), nil
}

// distinct leaves out what stands twice.
func distinct(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func (w *Writer) unreadable(pattern string) bool {
	return slices.ContainsFunc(w.Document.Places(), func(at string) bool {
		return w.Document.Unreadable[at] && pattern == lastStep(at)
	})
}

func (w *Writer) names(k *tree.Keyword, p Place) (Cond, error) {
	c, err := w.Schema(k.Sub, p.Name())
	if err != nil {
		return Cond{}, err
	}
	return eachName(p, c), nil
}

// dependent writes what the presence of a member demands.
func (w *Writer) dependent(k *tree.Keyword, p Place) (Cond, error) {
	var list []Cond
	for _, f := range k.Value.Fields {
		demands := constant(true)
		if f.Value.Kind == doc.List {
			demands = present(p, tree.Texts(f.Value))
		} else if s := k.Child(f.Key); s != nil {
			var err error
			if demands, err = w.Schema(s, p); err != nil {
				return Cond{}, err
			}
		}
		list = append(list, Or(Not(p.Present(f.Key)), demands))
	}
	return And(list...), nil
}
