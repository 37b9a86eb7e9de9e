package subset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset/predicate"
	"github.com/contractc/contractc/internal/subset/tree"
)

// Variable is the name of the value in rules.
const Variable = "value"

// Rule keeps what a keyword demands.
type Rule struct {
	ID string
	// Expression is CEL over the value, true where the demand is met.
	Expression string
	// Text says what must hold.
	Text string
	// Path is the JSON pointer in a value of what the rule is about, as far as it is
	// the same for all values.
	Path    string
	Keyword string
	At      string
	Range   diag.Range
}

// Environment compiles the expressions of rules.
type Environment interface {
	// Compile reports whether an expression over [Variable] can be evaluated.
	Compile(expression string) bool
}

// Bounds on how many demands are looked at, and on the length of all rules
// together, in bytes.
const (
	maxExpanded = 20_000
	maxCompiled = 200_000
)

// rules writes the demands that the fitted schema no longer makes.
func (f *fitter) rules(root *target) []Rule {
	var list []Rule
	seen, ids := map[string]bool{}, map[string]bool{}
	for _, r := range f.expand(root.result.keep, nil, []*target{root}) {
		expression, ok := f.expression(r, root)
		if !ok || seen[expression] {
			continue
		}
		seen[expression] = true
		list = append(list, f.rule(r, expression, ids))
	}
	for _, check := range f.later {
		check()
	}
	return list
}

// expression writes a demand and has it compiled. What cannot be said is lost;
// what is always true is no rule.
func (f *fitter) expression(r residue, root *target) (string, bool) {
	w := &predicate.Writer{Document: f.document}
	c, err := r.condition(w, predicate.Place{Expr: Variable, Known: root.result.types, Form: root.form})
	var unsayable *predicate.Unsayable
	switch {
	case errors.As(err, &unsayable):
		f.lose(Unchecked, string(unsayable.Reason), r.leaf.key)
	case err != nil:
		f.lose(Unchecked, string(predicate.Large), r.leaf.key)
	case c.Always():
	case f.compiled+len(c.Text()) > maxCompiled:
		f.lose(Unchecked, string(predicate.Large), r.leaf.key)
	case !f.environment.Compile(c.Text()):
		f.lose(Unchecked, string(predicate.Refused), r.leaf.key)
	default:
		f.compiled += len(c.Text())
		return c.Text(), true
	}
	return "", false
}

// expand puts the demands of references in their place. A schema that holds itself
// and demands something cannot be kept by rules without end.
func (f *fitter) expand(list []residue, before []step, around []*target) []residue {
	var out []residue
	for _, r := range list {
		if f.expanded++; f.expanded > maxExpanded {
			if r.counts(map[*target]bool{}) {
				f.lose(Unchecked, string(predicate.Large), r.keyword())
			}
			continue
		}
		r.steps = append(slices.Clone(before), r.steps...)
		switch {
		case !r.counts(map[*target]bool{}):
		case r.target == nil:
			out = append(out, r)
		case slices.Contains(around, r.target):
			f.lose(Unchecked, string(predicate.Recursive), r.by)
		default:
			out = append(out, f.expand(r.target.result.keep, r.steps, append(slices.Clone(around), r.target))...)
		}
	}
	return out
}

// counts reports whether anything is demanded.
func (r residue) counts(seen map[*target]bool) bool {
	if r.target != nil {
		if seen[r.target] {
			return false
		}
		seen[r.target] = true
		return slices.ContainsFunc(r.target.result.keep, func(inner residue) bool { return inner.counts(seen) })
	}
	if r.leaf.counts != nil {
		return r.leaf.counts()
	}
	return r.needs == nil || slices.ContainsFunc(r.needs, func(inner residue) bool { return inner.counts(seen) })
}

func (r residue) keyword() *tree.Keyword {
	if r.leaf != nil {
		return r.leaf.key
	}
	return r.by
}

// rule describes a demand.
func (f *fitter) rule(r residue, expression string, ids map[string]bool) Rule {
	k, steps := r.leaf.key, r.path()
	place := f.words.Whole
	if len(steps) > 0 {
		place = pointer(steps)
	}
	demand := f.words.demand(k.Means, k.Value)
	fixed := steps
	if i := slices.Index(steps, "*"); i >= 0 {
		fixed = steps[:i]
	}
	return Rule{
		ID: fresh(append(slices.Clone(steps), k.Means), ids), Expression: expression,
		Text: fill1(f.words.Rule, "{place}", place, "{demand}", demand),
		Path: pointer(fixed), Keyword: k.Name, At: k.At, Range: k.Range,
	}
}

func pointer(steps []string) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("/" + tree.Escape(s))
	}
	return b.String()
}

// fresh is an id made of steps, with a number where another one has it.
func fresh(steps []string, ids map[string]bool) string {
	base := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r
		}
		return '_'
	}, strings.Join(slices.DeleteFunc(steps, func(s string) bool { return s == "*" }), "_")), "_")
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = "rule_" + base
	}
	id := base
	for n := 2; ids[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	ids[id] = true
	return id
}

// absent finds the places of properties of which null says that they are left out.
func (f *fitter) absent(schema *doc.Node) []string {
	var list []string
	var walk func(n *doc.Node, at string)
	walk = func(n *doc.Node, at string) {
		if f.left[n] {
			list = append(list, at)
		}
		for _, field := range n.Fields {
			walk(field.Value, at+"/"+tree.Escape(field.Key))
		}
		for i, item := range n.Items {
			walk(item, fmt.Sprintf("%s/%d", at, i))
		}
	}
	walk(schema, "")
	return list
}
