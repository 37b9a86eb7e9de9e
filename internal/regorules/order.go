package regorules

import (
	"cmp"
	"maps"
	"slices"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// sorted returns the distinct members of list in order.
func sorted(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}
