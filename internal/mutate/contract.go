package mutate

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// neighbour is an effect type that may be added to a set.
type neighbour struct {
	name   string
	fields []string
}

// contractChanges lists the changes of a contract: of its constraint and of the
// defaults of its parameters.
func contractChanges(n *doc.Node, neighbours []neighbour) []change {
	c := &constraintChanges{neighbours: neighbours}
	if constraint := n.Get("constraint"); constraint != nil && constraint.Get("unrestricted") == nil && constraint.Kind == doc.Map && len(constraint.Fields) == 1 {
		free := mapOf("unrestricted", &doc.Node{Kind: doc.Bool, Bool: true})
		c.add(schema.MutationOperatorConstraint, constraint, free, constraint.Fields[0].Key, "unrestricted")
		c.constraint(constraint)
	}
	for _, f := range fieldsOf(n.Get("defaults")) {
		for _, other := range otherValues(f.Value) {
			c.add(schema.MutationOperatorDefault, f.Value, other, written(f.Value), written(other))
		}
	}
	return c.list
}

func mapOf(key string, value *doc.Node) *doc.Node {
	return &doc.Node{Kind: doc.Map, Fields: []doc.Field{{Key: key, Value: value}}}
}

type constraintChanges struct {
	neighbours []neighbour
	list       []change
}

func (c *constraintChanges) add(operator Operator, target, with *doc.Node, before, after string) {
	c.list = append(c.list, change{operator: operator, at: target.Range.Start, before: before, after: after, target: target, with: with})
}

// cel adds the changes of an expression.
func (c *constraintChanges) cel(n *doc.Node, is truth) { c.list = append(c.list, mutateCEL(n, is)...) }

func (c *constraintChanges) constraint(n *doc.Node) {
	for _, f := range fieldsOf(n) {
		switch f.Key {
		case "all_of", "any_of":
			c.joined(n, f)
		case "negated":
			c.add(schema.MutationOperatorNegation, n, f.Value, "negated", "")
			c.constraint(f.Value)
		case "all", "exists":
			c.swapKey(schema.MutationOperatorQuantifier, n, f, map[string]string{"all": "exists", "exists": "all"}[f.Key])
			c.cel(f.Value.Get("predicate"), truthful)
		case "count", "sum":
			c.comparison(f.Value.Get("op"))
			c.bound(f.Value.Get("bound"))
		case "unique_by":
			c.cel(f.Value.Get("key"), anyValue)
		case "state_all":
			c.cel(f.Value.Get("predicate"), truthful)
		case "state_at":
			c.comparison(f.Value.Get("op"))
			c.cel(f.Value.Get("key"), anyValue)
			c.cel(f.Value.Get("value"), anyValue)
		}
		for _, key := range []string{"set", "left", "right"} {
			c.set(f.Value.Get(key), f.Value)
		}
	}
}

// joined changes a constraint that joins others.
func (c *constraintChanges) joined(n *doc.Node, f doc.Field) {
	c.swapKey(schema.MutationOperatorConnective, n, f, map[string]string{"all_of": "any_of", "any_of": "all_of"}[f.Key])
	items := itemsOf(f.Value)
	for i, item := range items {
		target, with := f.Value, withoutItem(f.Value, i)
		if len(items) == 2 {
			target, with = n, items[1-i]
		}
		c.list = append(c.list, change{
			operator: schema.MutationOperatorOperand, at: item.Range.Start, before: formOf(item), target: target, with: with,
		})
		c.constraint(item)
	}
}

// formOf is the form of a constraint.
func formOf(n *doc.Node) string {
	if fields := fieldsOf(n); len(fields) > 0 {
		return fields[0].Key
	}
	return ""
}

func (c *constraintChanges) swapKey(operator Operator, n *doc.Node, f doc.Field, other string) {
	c.list = append(c.list, change{operator: operator, at: f.KeyRange.Start, before: f.Key, after: other, target: n, with: withKey(n, f.Key, other)})
}

func (c *constraintChanges) comparison(op *doc.Node) {
	if op == nil {
		return
	}
	others := map[string][]string{
		"eq": {"ne"}, "ne": {"eq"}, "lt": {"le", "ge"}, "le": {"lt", "gt"}, "gt": {"ge", "le"}, "ge": {"gt", "lt"},
	}
	for _, other := range others[op.Text] {
		c.add(schema.MutationOperatorComparison, op, textNode(op, other), op.Text, other)
	}
}

// bound makes a bound one more, and one less.
func (c *constraintChanges) bound(n *doc.Node) {
	if n == nil {
		return
	}
	for _, by := range []string{" + 1", " - 1"} {
		text := n.Text + by
		if strings.ContainsAny(n.Text, "+-") {
			text = "(" + n.Text + ")" + by
		}
		c.add(schema.MutationOperatorBound, n, textNode(n, text), n.Text, text)
	}
}

// set changes a set of effects, and its filter. around is what the set is of.
func (c *constraintChanges) set(n, around *doc.Node) {
	if n == nil {
		return
	}
	effects := n.Get("effects")
	items := itemsOf(effects)
	for i, item := range items {
		if len(items) > 1 {
			c.list = append(c.list, change{operator: schema.MutationOperatorEffectSet, at: item.Range.Start, before: item.Text, target: effects, with: withoutItem(effects, i)})
		}
	}
	if other := c.addable(items, around); other != "" {
		more := *effects
		more.Items = append(slices.Clone(items), &doc.Node{Kind: doc.String, Text: other})
		c.add(schema.MutationOperatorEffectSet, effects, &more, "", other)
	}
	if where := n.Get("where"); where != nil {
		c.list = append(c.list, change{operator: schema.MutationOperatorOperand, at: where.Range.Start, before: where.Text, target: n, with: withoutField(n, "where")})
		c.cel(where, truthful)
	}
}

var eventField = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`event\.(\w+)`) })

// addable is the first effect type that a set does not have and whose fields are
// those that the expressions around it name.
func (c *constraintChanges) addable(items []*doc.Node, around *doc.Node) string {
	var named []string
	for _, text := range textsIn(around) {
		for _, found := range eventField().FindAllStringSubmatch(text, -1) {
			named = append(named, found[1])
		}
	}
	for _, n := range c.neighbours {
		taken := slices.ContainsFunc(items, func(item *doc.Node) bool { return item.Text == n.name })
		lacks := slices.ContainsFunc(named, func(field string) bool { return !slices.Contains(n.fields, field) })
		if !taken && !lacks {
			return n.name
		}
	}
	return ""
}

// textsIn are all texts below a node.
func textsIn(n *doc.Node) []string {
	if n.Kind == doc.String {
		return []string{n.Text}
	}
	var texts []string
	for _, item := range itemsOf(n) {
		texts = append(texts, textsIn(item)...)
	}
	for _, f := range fieldsOf(n) {
		if f.Key == "field" && f.Value.Kind == doc.String {
			texts = append(texts, "event."+f.Value.Text)
		}
		texts = append(texts, textsIn(f.Value)...)
	}
	return texts
}
