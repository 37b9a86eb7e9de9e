package policytest

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// maxShrinks bounds the attempts to make an input smaller.
const maxShrinks = 400

// shrink takes parts off a tree, and makes others plainer, as long as it still
// shows what it is to show. The same tree gives the same result.
func shrink(tree map[string]any, shows func(map[string]any) bool) map[string]any {
	left := maxShrinks
	for again := true; again && left > 0; {
		again = false
		for _, smaller := range reductions(tree) {
			if left--; left < 0 {
				break
			}
			if shows(smaller) {
				tree, again = smaller, true
				break
			}
		}
	}
	return tree
}

// reductions are the trees that are one step smaller, the smallest steps last.
func reductions(tree map[string]any) []map[string]any {
	var list []map[string]any
	at := places(tree)
	slices.SortStableFunc(at, func(a, b []any) int { return len(a) - len(b) })
	for _, place := range at {
		if smaller, ok := change(tree, place, edit{remove: true}); ok {
			list = append(list, smaller)
		}
	}
	for _, place := range at {
		for _, plainer := range plainerThan(part(tree, place)) {
			if smaller, ok := change(tree, place, edit{value: plainer}); ok {
				list = append(list, smaller)
			}
		}
	}
	return list
}

// part is what stands at a place.
func part(v any, at []any) any {
	for _, step := range at {
		switch x := v.(type) {
		case map[string]any:
			v = x[step.(string)]
		case []any:
			v = x[step.(int)]
		}
	}
	return v
}

// plainerThan are values that a person reads more easily, each plainer by the
// same order, so that no two are each other's.
func plainerThan(v any) []any {
	switch x := v.(type) {
	case string:
		if n := utf8.RuneCountInString(x); n > 1 {
			return []any{"", string([]rune(x)[:n/2])}
		} else if n == 1 {
			return []any{""}
		}
	case json.Number:
		if x != "0" {
			return []any{json.Number("0")}
		}
	case map[string]any:
		if len(x) > 0 {
			return []any{map[string]any{}}
		}
	case []any:
		if len(x) > 0 {
			return []any{[]any{}}
		}
	}
	return nil
}
