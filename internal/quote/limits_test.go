package quote_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/quote"
)

// The cost that a document and a quote of up to 64 KiB may have.
const (
	maxTime   = 100 * time.Millisecond
	maxMemory = 1<<20 + 10*size // bytes allocated altogether
)

// TestCost judges hostile quotes and measures what they take. The time is the
// best of some.
func TestCost(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times and sizes are not those of the program")
	}
	for name, text := range hostile() {
		for _, set := range []string{"claim@1", "claim@2"} {
			opt := options(t, set)
			for what, work := range map[string]func(){
				"find":   func() { quote.NewDocument(text, opt.Normalisation).Find(text[1:]) },
				"number": func() { opt.Judge(text, json.Number("123456.789")) },
				"text":   func() { opt.Judge(text, text[:size/2]) },
				"figure": func() { opt.Judge(text, "$ 123,456.789 million") },
				"long":   func() { opt.Judge(text, json.Number(strings.Repeat("9", size))) },
			} {
				took, memory := cost(work)
				if took > maxTime || memory > maxMemory {
					t.Errorf("%s, %s, %s: %v and %d bytes", name, set, what, took, memory)
				}
				t.Logf("%s, %s, %s: %v, %d KiB", name, set, what, took, memory>>10)
			}
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
