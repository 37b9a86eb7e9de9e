package render_test

import (
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/render"
)

// TestDerivedSentences compares the derived sentence that a contract's text was
// reviewed against with the one that its constraint has now.
func TestDerivedSentences(t *testing.T) {
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range from.Contracts {
		now, err := render.Sentence(c.Constraint, render.SentenceOptions{Library: c.Library, Unbound: true})
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if c.Derived != now {
			t.Errorf("%s: reviewed against %q, and the constraint now reads %q", c.ID, c.Derived, now)
		}
	}
}
