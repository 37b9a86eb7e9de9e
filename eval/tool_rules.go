package eval

import (
	"slices"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/schema"
)

// actionRules are the CEL rules for a type of action in a stage, in the order of
// the catalog, and those of them that can fire for a call of each tool that rules
// name. A turn then costs what the rules on its own tools cost.
type actionRules struct {
	others []*celenv.Rule // that can fire for a tool that no rule names
	named  map[string][]*celenv.Rule
}

// newActionRules makes the lists. Conditions that begin by naming tools are
// looked at for typed calls only.
func newActionRules(at stageType, all []*celenv.Rule) *actionRules {
	r := &actionRules{named: map[string][]*celenv.Rule{}}
	if at.stage != schema.RuleStageJudge || at.kind != "call_tool" {
		r.others = all
		return r
	}
	tools := make([][]string, len(all))
	open := make([]bool, len(all))
	for i, rule := range all {
		list, limited := rule.Tools()
		tools[i], open[i] = list, !limited
		for _, tool := range list {
			r.named[tool] = nil
		}
	}
	for i, rule := range all {
		if open[i] {
			r.others = append(r.others, rule)
		}
		r.add(rule, tools[i], open[i])
	}
	return r
}

// add adds a rule to the lists of the tools that it is for.
func (r *actionRules) add(rule *celenv.Rule, tools []string, open bool) {
	if !open {
		for _, tool := range slices.Compact(tools) {
			r.named[tool] = append(r.named[tool], rule)
		}
		return
	}
	for tool := range r.named {
		r.named[tool] = append(r.named[tool], rule)
	}
}

// ofTool are the rules that can fire for a tool; for what is no typed call, all.
func (r *actionRules) ofTool(tool string) []*celenv.Rule {
	if list, ok := r.named[tool]; ok {
		return list
	}
	return r.others
}

// toolNamed is the tool of a typed call; empty for other actions.
func toolNamed(a schema.Action) string {
	if call, ok := a.(*schema.CallTool); ok {
		return call.Tool
	}
	return ""
}
