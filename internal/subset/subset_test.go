package subset_test

import (
	"testing"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
)

var providers = []string{"anthropic", "openai", "gemini"}

// kit is what a fit needs.
type kit struct {
	profile *subset.Profile
	words   *subset.Words
	env     *celenv.Env
}

// newKit makes a kit of the default bundle's tables.
func newKit(t testing.TB, provider string) kit {
	t.Helper()
	words, err := subset.DecodeWords(recorded.Table(t, "providers/tables/words.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	env, err := celenv.New(celenv.Options{Sizes: celenv.ValueSizes()})
	if err != nil {
		t.Fatal(err)
	}
	return kit{profile(t, provider), words, env}
}

func profile(t testing.TB, name string) *subset.Profile {
	t.Helper()
	p, err := subset.DecodeProfile(recorded.Table(t, "providers/tables/"+name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
