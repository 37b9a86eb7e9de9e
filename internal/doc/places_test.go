package doc

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/diag"
)

// TestPlacesAtTheEnd has texts whose end falls on the edge of a stretch.
func TestPlacesAtTheEnd(t *testing.T) {
	for _, size := range []int{0, 1, stretch - 1, stretch, stretch + 1, 2 * stretch} {
		want := diag.Position{Line: 1, Column: size + 1}
		if got := NewPlaces(strings.Repeat("x", size)).At(size); got != want {
			t.Errorf("the end of %d bytes is at %v, want %v", size, got, want)
		}
	}
}
