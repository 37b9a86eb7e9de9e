package quote

import "strings"

// shortPattern is the length up to which strings.Index does at most that much work for each byte of the text.
const shortPattern = 64

// index returns where pattern first stands in text, or −1, in time linear in both.
func index(text, pattern string) int {
	if len(pattern) <= shortPattern {
		return strings.Index(text, pattern)
	}
	at := -1
	search(text, pattern, func(i int) bool { at = i; return false })
	return at
}

// search calls found with each place where pattern stands in text, overlapping ones included, until it returns false (Knuth, Morris and
// Pratt's algorithm).
func search(text, pattern string, found func(int) bool) {
	if pattern == "" || len(pattern) > len(text) {
		return
	}
	table := borders(pattern)
	matched := 0
	for i := range len(text) {
		for matched > 0 && (matched == len(pattern) || text[i] != pattern[matched]) {
			matched = int(table[matched-1])
		}
		if text[i] == pattern[matched] {
			matched++
		}
		if matched == len(pattern) && !found(i+1-matched) {
			return
		}
	}
}

// borders returns for each prefix of a pattern the length of its longest proper prefix that is also its suffix.
func borders(pattern string) []int32 {
	table := make([]int32, len(pattern))
	k := 0
	for i := 1; i < len(pattern); i++ {
		for k > 0 && pattern[i] != pattern[k] {
			k = int(table[k-1])
		}
		if pattern[i] == pattern[k] {
			k++
		}
		table[i] = int32(k)
	}
	return table
}
