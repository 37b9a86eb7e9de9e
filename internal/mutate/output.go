package mutate

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// outputChanges lists the changes of an output contract: of its rules, of the
// demands of its JSON Schema and of its sections.
func outputChanges(n *doc.Node) []change {
	var changes []change
	rules := n.Get("json").Get("rules")
	for i, rule := range itemsOf(rules) {
		changes = append(changes, dropped(schema.MutationOperatorBranch, rules, i, textOf(rule.Get("id"))))
		changes = append(changes, mutateCEL(rule.Get("expression"), truthful)...)
	}
	changes = append(changes, demandChanges(n.Get("json").Get("schema"))...)
	return append(changes, demandChanges(n.Get("sections"))...)
}

// demandChanges changes the demands below a node.
func demandChanges(n *doc.Node) []change {
	var changes []change
	for _, f := range fieldsOf(n) {
		switch {
		case isWords(f.Key):
			continue
		case f.Value.Kind == doc.Number, f.Value.Kind == doc.Bool:
			for _, other := range otherValues(f.Value) {
				changes = append(changes, demand(f, f.Value, other, f.Key+": "+written(f.Value), f.Key+": "+written(other)))
			}
		case isList(f.Key):
			for i, item := range itemsOf(f.Value) {
				changes = append(changes, demand(f, f.Value, withoutItem(f.Value, i), f.Key+": "+written(item), ""))
			}
		case f.Key == "pattern", f.Key == "format":
			changes = append(changes, demand(f, n, withoutField(n, f.Key), f.Key+": "+written(f.Value), ""))
		}
		changes = append(changes, demandChanges(f.Value)...)
	}
	for _, item := range itemsOf(n) {
		changes = append(changes, demandChanges(item)...)
	}
	return changes
}

func demand(f doc.Field, target, with *doc.Node, before, after string) change {
	return change{operator: schema.MutationOperatorSchema, at: f.KeyRange.Start, before: before, after: after, target: target, with: with}
}

// isList reports whether each element of a list is a demand of its own.
func isList(key string) bool {
	return slices.Contains([]string{"required", "enum", "fences", "headings"}, key)
}

// isWords reports whether a key holds words that demand nothing.
func isWords(key string) bool {
	return slices.Contains([]string{"description", "text", "title", "default", "examples", "const"}, key)
}
