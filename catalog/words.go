package catalog

import (
	"strconv"
	"strings"
)

// quote quotes text from outside for a message.
func quote(s string) string { return strconv.Quote(s) }

// choice is a sentence that names the close alternative, or all of them where there are few.
func choice(name string, known []string, introduction string) string {
	if near, ok := nearest(name, known); ok {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return "there are none"
	}
	const shown = 12
	if len(known) > shown {
		return introduction + " " + strings.Join(known[:shown], ", ") + " and " + strconv.Itoa(len(known)-shown) + " more"
	}
	return introduction + " " + enumerate(known, "and")
}

// argumentCount is a number of arguments in words.
func argumentCount(n int) string {
	if n == 1 {
		return "one argument"
	}
	return strconv.Itoa(n) + " arguments"
}

// enumerate joins names with commas and a last word between the last two.
func enumerate(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// nearest returns the known name with the smallest edit distance, if it is at most a third of the name's length; the first of equals.
func nearest(name string, known []string) (string, bool) {
	best, limit := "", max(1, len(name)/3)
	for _, k := range known {
		if abs(len(k)-len(name)) > limit {
			continue
		}
		if d := distance(name, k); d <= limit {
			best, limit = k, d-1
		}
	}
	return best, best != ""
}

func abs(n int) int { return max(n, -n) }

// maxDistanceBytes bounds the texts that are compared: names are short.
const maxDistanceBytes = 200

// distance is Levenshtein's, over bytes.
func distance(a, b string) int {
	if len(a) > maxDistanceBytes || len(b) > maxDistanceBytes {
		return maxDistanceBytes
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitute := diagonal
			if a[i-1] != b[j-1] {
				substitute++
			}
			diagonal = row[j]
			row[j] = min(row[j]+1, row[j-1]+1, substitute)
		}
	}
	return row[len(b)]
}
