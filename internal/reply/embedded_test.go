package reply_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/reply"
)

// What the reader remembers of broken values changes nothing in what it finds.
func TestMemoryOfBrokenValues(t *testing.T) {
	opt := options(t, "claim@1")
	opt.Limits.Depth = 4
	parts := []string{`{`, `}`, `[`, `]`, `"`, `,`, `:`, `"type"`, `"actions"`, `1`, ` `, `\`, `{"type":1}`, `[{"a":`, `"[{"`, `"x": `, `, "`, `{}`}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 50_000 {
		var b strings.Builder
		for range 1 + random.IntN(14) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		got, want := reply.FindEmbedded(b.String(), opt), reply.FindEmbeddedNaively(b.String(), opt)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", b.String(), got, want)
		}
		found += len(got)
	}
	if found < 10_000 {
		t.Errorf("only %d values were found", found)
	}
}
