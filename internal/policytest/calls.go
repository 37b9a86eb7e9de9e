package policytest

import (
	"maps"
	"regexp"
	"slices"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
)

// Tools are the names of the tools that a case is about: those that its context
// offers and those that its reply calls, sorted.
func (c *Case) Tools() []string {
	list := c.Calls()
	for _, t := range c.shown.Tools {
		list = append(list, t.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Calls are the names of the tools that the reply of a case calls, sorted, as far
// as they can be seen in it without reading it as a reply.
func (c *Case) Calls() []string {
	var list []string
	collectCalls(c.Reply.Value, &list)
	slices.Sort(list)
	return slices.Compact(list)
}

// callName finds the names of tools in a text.
var callName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`["'](?:tool|name)["']\s*:\s*["']([^"']+)["']`) })

func collectCalls(v any, list *[]string) {
	switch v := v.(type) {
	case string:
		for _, m := range callName().FindAllStringSubmatch(v, -1) {
			*list = append(*list, m[1])
		}
	case []any:
		for _, item := range v {
			collectCalls(item, list)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if name, ok := v[key].(string); ok && (key == "tool" || key == "name") {
				*list = append(*list, name)
				continue
			}
			collectCalls(v[key], list)
		}
	}
}

// RuleIDs are the ids that a case may name as rules: those of rules, of
// preconditions and of the engine's own rules.
func RuleIDs(from *catalog.Catalog) []string {
	list := []string{eval.RuleExact, eval.RuleMended, eval.RuleTyped}
	for _, r := range from.Rules {
		list = append(list, r.ID)
	}
	for _, effect := range from.Effects {
		for _, p := range effect.Preconditions {
			list = append(list, p.ID)
		}
	}
	slices.Sort(list)
	return list
}
