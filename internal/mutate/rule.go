package mutate

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// ruleChanges lists the changes of a rule in CEL.
func ruleChanges(n *doc.Node) []change {
	var changes []change
	meta := n.Get("metadata")
	if severity := meta.Get("severity"); severity != nil {
		other := otherSeverity(severity.Text)
		changes = append(changes, change{operator: schema.MutationOperatorSeverity, at: severity.Range.Start, before: severity.Text, after: other, target: severity, with: textNode(severity, other)})
	}
	for _, key := range []string{"actions", "sets"} {
		changes = append(changes, scopeChanges(meta.Get(key))...)
	}
	return append(changes, branchChanges(n.Get("rule"))...)
}

// otherSeverity is one that a rule may have been meant not to have.
func otherSeverity(severity string) string {
	switch severity {
	case "deny":
		return "warn"
	case "ask":
		return "observe"
	case "allow":
		return "ask"
	default:
		return "deny"
	}
}

// scopeChanges leaves out each of the types of action, or rule sets, that a rule
// or fact is for; the only one must stay, since none means all.
func scopeChanges(list *doc.Node) []change {
	var changes []change
	for i, item := range itemsOf(list) {
		if len(list.Items) > 1 {
			changes = append(changes, dropped(schema.MutationOperatorScope, list, i, item.Text))
		}
	}
	return changes
}

// branchChanges are the changes of a rule's variables and branches, and of the
// rules inside it.
func branchChanges(n *doc.Node) []change {
	var changes []change
	for _, v := range itemsOf(n.Get("variables")) {
		changes = append(changes, mutateCEL(v.Get("expression"), anyValue)...)
	}
	for _, key := range []string{"match", "aggregate"} {
		list := n.Get(key)
		for i, item := range itemsOf(list) {
			changes = append(changes, itemChanges(list, i, key == "match")...)
			changes = append(changes, branchChanges(item.Get("rule"))...)
		}
	}
	return changes
}

func itemChanges(list *doc.Node, i int, ordered bool) []change {
	item := list.Items[i]
	var changes []change
	if len(list.Items) > 1 {
		changes = append(changes, dropped(schema.MutationOperatorBranch, list, i, label(item)))
	}
	if ordered && i > 0 {
		copied := *list
		copied.Items = slices.Clone(list.Items)
		copied.Items[i], copied.Items[i-1] = copied.Items[i-1], copied.Items[i]
		changes = append(changes, change{
			operator: schema.MutationOperatorOrder, at: item.Range.Start, before: label(list.Items[i-1]) + ", " + label(item),
			after: label(item) + ", " + label(list.Items[i-1]), target: list, with: &copied,
		})
	}
	changes = append(changes, mutateCEL(item.Get("condition"), condition)...)
	return append(changes, mutateCEL(item.Get("output"), wording)...)
}

// label tells a branch by its condition.
func label(item *doc.Node) string {
	if c := item.Get("condition"); c != nil && c.Kind == doc.String {
		return c.Text
	}
	return "true"
}

// factChanges lists the changes of a fact.
func factChanges(n *doc.Node) []change {
	changes := mutateCEL(n.Get("expression"), anyValue)
	for _, key := range []string{"actions", "sets"} {
		changes = append(changes, scopeChanges(n.Get(key))...)
	}
	return changes
}
