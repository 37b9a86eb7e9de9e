package reply_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// The cost that a reply of up to 64 KiB may have.
const (
	maxTime   = 100 * time.Millisecond
	maxMemory = 1<<20 + 10*size // bytes allocated altogether
	// Mending takes several readings of a text.
	maxMended = 1<<20 + 250*size
)

// TestCost reads hostile replies and measures what they take. The time is the
// best of some.
func TestCost(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times and sizes are not those of the program")
	}
	for name, text := range hostile() {
		for set, opt := range map[string]reply.Options{"claim@1": options(t, "claim@1"), "claim@2": options(t, "claim@2"), "mended": mending(t)} {
			opt.StopReason = schema.StopReasonEnd
			took, memory := cost(func() {
				if _, err := reply.ReadMessage([]byte(text), reply.Auto, opt); err != nil {
					t.Fatal(err)
				}
			})
			limit := uint64(maxMemory)
			if set == "mended" {
				limit = maxMended
			}
			if took > maxTime || memory > limit {
				t.Errorf("%s, %s: %v and %d bytes for %d", name, set, took, memory, len(text))
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
