package formula_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/formula"
)

const (
	size      = 64 << 10
	maxTime   = 100 * time.Millisecond
	maxMemory = 1<<20 + 10*size // bytes allocated altogether
)

// hostile are formulas of up to 64 KiB that make a careless evaluator slow or
// large. Most are over the limit on their length, and so cost next to nothing;
// those that fill it are the ones to watch.
func hostile(limit int) map[string]string {
	all := map[string]string{}
	for name, part := range map[string]string{
		"parentheses": "(", "minus": "-", "powers": "2**", "roots": "2**.5+", "calls": "abs(", "strings": "'a'", "digits": "1", "lists": "[", "placeholders": "{a}",
		"braces": "{", "lambdas": "lambda:", "comparisons": "1<", "letters": "ä", "comments": "#\n", "f-strings": "f'{f'", "exp": "exp(1),", "logs": "log(7,3)+", "keys": "{aaaaaaaaaaaaaaaaaaaaaaaaa}+",
	} {
		all[name] = strings.Repeat(part, limit/len(part))
		all[name+", long"] = strings.Repeat(part, size/len(part))
	}
	all["max"] = "max(" + strings.Repeat("exp(1.5),", (limit-6)/9) + "1)"
	all["nested"] = strings.Repeat("abs(", 100) + "{a}" + strings.Repeat(")", 100)
	return all
}

// TestCost computes hostile formulas and measures what they take. The time is
// the best of a few, so that a busy machine does not fail it.
func TestCost(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times and sizes are not those of the program")
	}
	env := map[string]any{"a": json.Number("2.5"), "aaaaaaaaaaaaaaaaaaaaaaaaa": json.Number(strings.Repeat("9", 300))}
	for _, set := range []string{"claim@1", "claim@2"} {
		opt := options(t, set)
		for name, expr := range hostile(opt.Length) {
			took, memory := cost(func() {
				_, _ = formula.Keys(expr, opt)
				_, _ = formula.Eval(expr, env, opt)
			})
			if took > maxTime || memory > maxMemory {
				t.Errorf("%s, %s: %v and %d bytes", name, set, took, memory)
			}
			t.Logf("%s, %s: %v, %d KiB", name, set, took, memory>>10)
		}
	}
}

// cost is the shortest time of some calls, and the bytes that the last one
// allocates. It stops at the first call that is fast enough, so that a busy
// machine fails no test that an idle one passes.
func cost(work func()) (time.Duration, uint64) {
	best := time.Hour
	var before, after runtime.MemStats
	for attempt := 0; attempt == 0 || attempt < 20 && best > maxTime; attempt++ {
		runtime.ReadMemStats(&before)
		start := time.Now()
		work()
		best = min(best, time.Since(start))
		runtime.ReadMemStats(&after)
	}
	return best, after.TotalAlloc - before.TotalAlloc
}
