package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// fingerprints name each of some results by what it says and in which file, not
// by its line, so that it keeps its name where other lines move. Results that
// are alike are told apart by their order.
func (r *Report) fingerprints(results []*Result) []string {
	seen := map[string]int{}
	names := make([]string, len(results))
	for i, f := range results {
		said := strings.Join([]string{f.Rule, r.shown(f.File), f.Subject, f.Title, strings.Join(f.Messages, "\n")}, "\x00")
		seen[said]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", said, seen[said]))
		names[i] = hex.EncodeToString(sum[:])
	}
	return names
}
