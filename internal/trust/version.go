package trust

import (
	"cmp"
	"strings"
)

// compareVersions compares versions of three numbers of any length. A part that is missing is less than any.
func compareVersions(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		if c := compareNumbers(part(x, i), part(y, i)); c != 0 {
			return c
		}
	}
	return 0
}

func part(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return ""
}

// compareNumbers compares numbers without leading zeros: the longer is the larger.
func compareNumbers(a, b string) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}
