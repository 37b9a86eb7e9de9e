package eval

import "github.com/contractc/contractc/schema"

// establish records what an accepted action makes visible to the next ones.
func (j *judge) establish(a *Action, action schema.Action, facts object) {
	e := schema.Established{By: a.Type, Index: int64(a.Index)}
	switch action := action.(type) {
	case *schema.Answer:
		j.answered = true
		return
	case *schema.CallTool:
		e.Key = a.Call.Key
	case *schema.Cite:
		e.Key, e.Value = action.Key, &schema.Any{Value: action.Value.Value}
	case *schema.Claim:
		e.Key, e.Value = action.Key, action.Value
		if e.Value == nil || e.Value.Value == nil {
			e.Value = computed(facts)
		}
	}
	a.Established = &e
	j.claimed = withEstablished(j.claimed, e)
}

// formulaFact is the fact of the claim library that has the value of a formula.
const formulaFact = "formula"

// computed is the value of the claim's formula; nil where there is none.
func computed(facts object) *schema.Any {
	fact, _ := facts[formulaFact].(map[string]any)
	if fact["value"] == nil {
		return nil
	}
	return &schema.Any{Value: fact["value"]}
}

// withEstablished returns the list with an entry in place of an earlier one of
// the same key; what a claim established stays. The list itself is not changed.
func withEstablished(list []schema.Established, e schema.Established) []schema.Established {
	out := make([]schema.Established, 0, len(list)+1)
	for _, old := range list {
		if old.Key == e.Key && old.By == "claim" && e.By != "claim" {
			return list
		}
		if old.Key != e.Key {
			out = append(out, old)
		}
	}
	return append(out, e)
}
