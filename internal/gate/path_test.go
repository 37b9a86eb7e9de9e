package gate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/gate"
)

// TestMatchPath matches paths against patterns.
func TestMatchPath(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true},
		{"a", "a/b", false},
		{"*", "a", true},
		{"*", "a/b", false},
		{"a/*", "a/b", true},
		{"a/*", "a", false},
		{"a*/b", "abc/b", true},
		{"**", "a/b/c", true},
		{"**/c", "c", true},
		{"**/c", "a/b/c", true},
		{"**/c", "a/b/cd", false},
		{"a/**", "a", true},
		{"a/**", "a/b/c", true},
		{"a/**", "ab", false},
		{"a/**/c/**/e", "a/b/c/d/c/d/e", true},
		{"a/**/c/**/e", "a/b/d/e", false},
		{"**/a/*.yaml", "a/b/a/c.yaml", true},
		{"**/**", "a", true},
		{"a**", "ab", true},
	} {
		if got := gate.MatchPath(c.pattern, c.name); got != c.want {
			t.Errorf("%s on %s is %v", c.pattern, c.name, got)
		}
	}
	started := time.Now()
	if gate.MatchPath(strings.Repeat("**/a/", 200)+"b", strings.Repeat("a/", 5000)+"c") || time.Since(started) > 5*time.Second {
		t.Errorf("a hard pattern took %v", time.Since(started))
	}
}
