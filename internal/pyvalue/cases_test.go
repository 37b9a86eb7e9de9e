package pyvalue_test

import (
	"encoding/json"
	"testing"

	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/recorded"
)

// The recorded answers are those of the claim contract's first version.
func TestRecordedEquality(t *testing.T) {
	for _, c := range recorded.Claim(t, "equal") {
		tolerance := pyvalue.Tolerance{Relative: 1e-9, Absolute: 1e-12}
		if n, ok := c.Input["rel_tol"].(json.Number); ok {
			tolerance.Relative, _ = n.Float64()
		}
		if n, ok := c.Input["abs_tol"].(json.Number); ok {
			tolerance.Absolute, _ = n.Float64()
		}
		if got := pyvalue.Equal(c.Input["a"], c.Input["b"], tolerance); got != c.Expected["equal"] {
			t.Errorf("%s: %v and %v: %v, recorded %v", c.ID, c.Input["a"], c.Input["b"], got, c.Expected["equal"])
		}
	}
}

func TestRecordedFormats(t *testing.T) {
	for _, c := range recorded.Claim(t, "format") {
		if got := pyvalue.Format(c.Input["value"]); got != c.Expected["text"] {
			t.Errorf("%s: %q, recorded %q", c.ID, got, c.Expected["text"])
		}
	}
}
