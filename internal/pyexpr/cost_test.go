package pyexpr_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/pyexpr"
)

// TestAdjacentTextsCostTheirLength: a model may write any number of texts side
// by side, and joining them must not copy the first ones for each of the others.
func TestAdjacentTextsCostTheirLength(t *testing.T) {
	src := "[" + strings.Repeat("'abcdefgh' ", 40_000) + "]"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := pyexpr.ParseLiteral(src, pyexpr.Limits{Bytes: len(src), Depth: 10, Nodes: 100}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; spent > uint64(100*len(src)) {
		t.Errorf("%d bytes took %d bytes of memory", len(src), spent)
	}
}
