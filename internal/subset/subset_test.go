package subset_test

import (
	"testing"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/subset"
)

var providers = []string{"anthropic", "openai", "gemini"}

var testWords = &subset.Words{}

func profile(t testing.TB, name string) *subset.Profile {
	t.Helper()
	p, err := subset.DecodeProfile(recorded.Table(t, "providers/tables/"+name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
