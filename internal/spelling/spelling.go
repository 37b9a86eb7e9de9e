// Package spelling finds the known name that was probably meant by an unknown one, for messages that ask "did you mean …?".
package spelling

import "strings"

// Nearest returns the known name with the fewest edits from name, letter case not counted, if that is at most a third of the
// name's characters or one; the first of equals. An edit inserts, deletes or replaces a character, or swaps two neighbours.
// The second result is false where no known name is that close.
func Nearest(name string, known []string) (string, bool) {
	wrong := folded(name)
	best, limit := "", max(1, len(wrong)/3)
	for _, k := range known {
		right := folded(k)
		if abs(len(right)-len(wrong)) > limit || len(right) > maxCharacters {
			continue
		}
		if d := edits(wrong, right); d <= limit {
			best, limit = k, d-1
		}
	}
	return best, best != ""
}

func folded(name string) []rune { return []rune(strings.ToLower(name)) }

func abs(n int) int { return max(n, -n) }

// maxCharacters bounds the texts that are compared: names are short.
const maxCharacters = 200

// edits counts the edits that turn a into b (optimal string alignment).
func edits(a, b []rune) int {
	var before []int // the row before the last one
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
