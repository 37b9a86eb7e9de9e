package celenv

import (
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
)

// Sizes are the largest sizes that costs are estimated for: characters of
// texts, members of lists and maps. Larger input is still judged, within the
// cost limit.
type Sizes struct {
	// Text, List and Value are for what Named does not name. Value is the size
	// of a value whose type is not known.
	Text, List, Value uint64
	// Named are the sizes of slots, by the slot's name.
	Named map[string]uint64
}

// DefaultSizes returns the sizes of a large turn.
func DefaultSizes() Sizes {
	return Sizes{
		Text: 4000, List: 200, Value: 4000,
		Named: map[string]uint64{
			"@keys": 1000, "text": 2_000_000, "quote": 20_000, "formula": 4000, "key": 1000, "tool": 1000, "name": 1000,
			"beliefs": 2000, "documents": 200, "tools": 500, "claimed": 200, "actions": 200,
			"events": 5000, "effects": 50, "guarantees": 100, "domains": 100, "entailments": 200, "follows_from": 200,
		},
	}
}

// EstimateCallCost implements cost.Estimator. Costs of functions are declared
// with them.
func (s Sizes) EstimateCallCost(string, string, *cost.AstNode, []cost.AstNode) *cost.CallEstimate {
	return nil
}

// EstimateSize implements cost.Estimator.
func (s Sizes) EstimateSize(n cost.AstNode) *cost.SizeEstimate {
	size := s.max(n)
	estimate := cost.RangedSizeEstimate(0, size)
	return &estimate
}

func (s Sizes) max(n cost.AstNode) uint64 {
	path := slices.DeleteFunc(slices.Clone(n.Path()), func(step string) bool { return step == "" })
	if len(path) > 0 {
		if size, ok := s.Named[path[len(path)-1]]; ok {
			return size
		}
	}
	if n.Type() == nil {
		return s.Value
	}
	switch n.Type().Kind() {
	case cel.StringKind, cel.BytesKind:
		return s.Text
	case cel.ListKind, cel.MapKind:
		return s.List
	case cel.DynKind, cel.TypeParamKind:
		return s.Value
	}
	return 1
}

// ValueSizes returns the sizes of the value of a reply, such as the arguments of a
// call: its lists are short, so that rules may go through lists inside lists.
func ValueSizes() Sizes {
	return Sizes{Text: 4000, List: 60, Value: 60, Named: map[string]uint64{"@keys": 60}}
}
