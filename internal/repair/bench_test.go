package repair_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/celenv/jsonschema"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/internal/repair/samples"
	"github.com/contractc/contractc/schema"
)

func recordSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	compiled, err := jsonschema.Compile(plain(t, samples.Schema))
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// whole reads a text and holds it against the schema.
func whole(t testing.TB, text string, opt *repair.Options, records *jsonschema.Schema) {
	t.Helper()
	r := repair.Read(text, opt, repair.Request{Completeness: schema.CompletenessComplete})
	if r.Refusal != nil {
		t.Fatal(r.Refusal.Reason)
	}
	if problems := records.Check(r.Value.Plain()); len(problems) > 0 {
		t.Fatal(problems)
	}
}

// BenchmarkKinds finds the JSON, mends it and validates it, for each kind of text.
func BenchmarkKinds(b *testing.B) {
	opt, records := options(b, "claim@2"), recordSchema(b)
	for _, s := range samples.All() {
		text := s.Of(20 << 10)
		b.Run(s.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				whole(b, text, opt, records)
			}
			perByte(b, len(text))
		})
	}
	text := []byte(samples.JSON(20 << 10))
	b.Run("encoding json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
		perByte(b, len(text))
	})
}

// BenchmarkSizes shows that the time is linear in the size, up to 10 MB.
func BenchmarkSizes(b *testing.B) {
	opt := options(b, "claim@2")
	for _, s := range samples.All()[:4] {
		for _, size := range []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20} {
			text := s.Of(size)
			b.Run(fmt.Sprintf("%s/%d", s.Name, size), func(b *testing.B) {
				for b.Loop() {
					if r := repair.Read(text, opt, repair.Request{Completeness: schema.CompletenessComplete}); r.Refusal != nil {
						b.Fatal(r.Refusal.Reason)
					}
				}
				perByte(b, len(text))
			})
		}
	}
}

func perByte(b *testing.B, size int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
}

// Every kind of text is read, and means what the JSON that it was made of means.
func TestSamples(t *testing.T) {
	opt, records := options(t, "claim@2"), recordSchema(t)
	for _, s := range samples.All() {
		whole(t, s.Of(4<<10), opt, records)
	}
}

// JSON that is right takes no more than three times as long as encoding/json: to
// find it, to see that nothing need be mended, and to validate it. Both are
// measured in turns, and the best of each counts; on a busy machine it takes a while
// until neither was interrupted.
func TestRightJSONIsFast(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times are not those of the program")
	}
	opt, records := options(t, "claim@2"), recordSchema(t)
	text := samples.JSON(20 << 10)
	ours, theirs := time.Hour, time.Hour
	end := time.Now().Add(30 * time.Second)
	for attempt := 0; attempt < 10 || ours > 3*theirs && time.Now().Before(end); attempt++ {
		start := time.Now()
		whole(t, text, opt, records)
		ours = min(ours, time.Since(start))
		start = time.Now()
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		theirs = min(theirs, time.Since(start))
	}
	t.Logf("%v, and %v for encoding/json", ours, theirs)
	if ours > 3*theirs {
		t.Errorf("%v, more than three times the %v of encoding/json", ours, theirs)
	}
}

// A text 32 times as long takes about 32 times as long, whatever it holds; it would
// be a thousand times for a reader that goes back over what it read. A busy machine
// may make it ten times longer.
func TestTimeIsLinear(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("times are not those of the program")
	}
	const allowed = 32 * 10
	opt := options(t, "claim@2")
	small, large := hostile(8<<10), hostile(256<<10)
	for name := range small {
		read := func(text string) func() {
			return func() { repair.Read(text, opt, repair.Request{Completeness: schema.CompletenessComplete}) }
		}
		one := max(best(2*time.Millisecond, read(small[name])), 100*time.Microsecond)
		if took := best(allowed*one, read(large[name])); took > allowed*one {
			t.Errorf("%s: %v for 8 KiB, %v for 256 KiB", name, one, took)
		}
	}
}
