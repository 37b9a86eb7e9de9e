package policydiff

import (
	"strings"
	"testing"
)

// Only lines about what is behind a card are left out of its words.
func TestIdentities(t *testing.T) {
	digest := "sha256:" + strings.Repeat("0a", 32)
	names := identities{"default 1.0.0"}
	for line, left := range map[string]bool{
		"  Bundle default 1.0.0, embedded":               true,
		"    Digest: " + digest:                          true,
		"  Contract: t.no_writes 1.0.0 " + digest:        true,
		"  Argument image: \"" + digest + "\"":           false,
		"  Pulls " + digest + " and runs it.":            false,
		"  Writes as default 1.0.0 says, and pays.":      false,
		"  As default 1.0.0, folder and all, it pays.":   false,
		"  Digest: sha256:" + strings.Repeat("x", 64):    false,
		"  Argument bundle: \"default 1.0.0, embedded\"": false,
	} {
		if got := names.without("a\n"+line) == "a"; got != left {
			t.Errorf("%q is left out: %t", line, got)
		}
	}
}
