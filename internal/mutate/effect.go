package mutate

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// effectMutants are the mutants of preconditions, secrets, assignments and
// mappings.
func (r *Run) effectMutants(d *catalog.Document) []*Mutant {
	var list []*Mutant
	for _, f := range fieldsOf(d.Node.Get("effects")) {
		effect := d.Library + "." + f.Key
		preconditions := f.Value.Get("preconditions")
		for i, p := range itemsOf(preconditions) {
			id := effect + "." + textOf(p.Get("id"))
			list = append(list, r.made(d, schema.MutatedElementPrecondition, id, effect, preconditionChanges(preconditions, i))...)
		}
		list = append(list, r.made(d, schema.MutatedElementEffect, effect, effect, effectChanges(f.Value))...)
	}
	mappings := d.Node.Get("mappings")
	for i, m := range itemsOf(mappings) {
		list = append(list, r.made(d, schema.MutatedElementMapping, textOf(m.Get("id")), "", mappingChanges(mappings, i))...)
	}
	return list
}

func textOf(n *doc.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// dropped leaves an item out of a list.
func dropped(operator Operator, list *doc.Node, i int, before string) change {
	return change{operator: operator, at: list.Items[i].Range.Start, before: before, target: list, with: withoutItem(list, i)}
}

func preconditionChanges(list *doc.Node, i int) []change {
	p := list.Items[i]
	changes := []change{dropped(schema.MutationOperatorPrecondition, list, i, textOf(p.Get("id")))}
	return append(changes, mutateCEL(p.Get("expression"), truthful)...)
}

func effectChanges(n *doc.Node) []change {
	var changes []change
	secret, assigns := n.Get("secret"), n.Get("assigns")
	for i, item := range itemsOf(secret) {
		changes = append(changes, dropped(schema.MutationOperatorSecret, secret, i, item.Text))
	}
	for i, item := range itemsOf(assigns) {
		changes = append(changes, dropped(schema.MutationOperatorMapping, assigns, i, textOf(item.Get("cell"))))
		changes = append(changes, mutateCEL(item.Get("key"), anyValue)...)
		changes = append(changes, mutateCEL(item.Get("value"), anyValue)...)
	}
	return changes
}

func mappingChanges(list *doc.Node, i int) []change {
	m := list.Items[i]
	changes := []change{dropped(schema.MutationOperatorMapping, list, i, textOf(m.Get("id")))}
	effects, except := m.Get("effects"), m.Get("except")
	for k, e := range itemsOf(effects) {
		if len(effects.Items) > 1 {
			changes = append(changes, dropped(schema.MutationOperatorMapping, effects, k, textOf(e.Get("effect"))))
		}
		changes = append(changes, mappedChanges(e)...)
	}
	for k, item := range itemsOf(except) {
		changes = append(changes, dropped(schema.MutationOperatorElement, except, k, item.Text))
	}
	return changes
}

// mappedChanges are the changes of one effect of a mapping.
func mappedChanges(n *doc.Node) []change {
	var changes []change
	if when := n.Get("when"); when != nil {
		changes = append(changes, mutateCEL(when, condition)...)
	}
	changes = append(changes, mutateCEL(n.Get("each"), anyValue)...)
	fields := n.Get("fields")
	for i, f := range fieldsOf(fields) {
		changes = append(changes, sourceChanges(f)...)
		if i > 0 {
			before := &fields.Fields[i-1]
			changes = append(changes, change{
				operator: schema.MutationOperatorMapping, at: f.KeyRange.Start, before: before.Key + ", " + f.Key, after: f.Key + ", " + before.Key,
				target: fields, with: exchanged(fields, i),
			})
		}
	}
	return changes
}

// exchanged is a map in which an entry and the one before it have each other's
// values.
func exchanged(n *doc.Node, i int) *doc.Node {
	copied := *n
	copied.Fields = append([]doc.Field{}, n.Fields...)
	copied.Fields[i].Value, copied.Fields[i-1].Value = n.Fields[i-1].Value, n.Fields[i].Value
	return &copied
}

// sourceChanges are the changes of where a field comes from.
func sourceChanges(f doc.Field) []change {
	n := f.Value
	if several := n.Get("one_of"); several != nil {
		var changes []change
		for i, item := range itemsOf(several) {
			if len(several.Items) > 1 {
				changes = append(changes, dropped(schema.MutationOperatorMapping, several, i, item.Text))
			}
			changes = append(changes, mutateCEL(item, anyValue)...)
		}
		return changes
	}
	if expression := n.Get("expression"); expression != nil {
		n = expression
	}
	var changes []change
	if n.Kind == doc.String && n.Text != "null" {
		changes = append(changes, change{
			operator: schema.MutationOperatorMapping, at: n.Range.Start, before: f.Key + ": " + n.Text, after: "null", target: n, with: textNode(n, "null"),
		})
	}
	return append(changes, mutateCEL(n, anyValue)...)
}
