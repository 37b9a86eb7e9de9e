package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"eval", "bind", "render", "catalog", "lock", "version", "veersion"}
	for _, c := range []struct{ name, want string }{
		{"evl", "eval"}, {"evals", "eval"}, {"bnd", "bind"}, {"catalogue", "catalog"}, {"rendr", "render"},
		{"version", "version"}, {"verzion", "version"}, {"Bind", "bind"}, {"lokc", "lock"}, {"bidn", "bind"},
		{"", ""}, {"xyz", ""}, {"ev", ""}, {strings.Repeat("lock", 100), ""},
	} {
		got, ok := Nearest(c.name, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", c.name, got, ok, c.want)
		}
	}
	if got, ok := Nearest("a", nil); ok {
		t.Errorf("Nearest of nothing is %q", got)
	}
	if got, ok := Nearest("a", []string{"b", "c"}); !ok || got != "b" {
		t.Errorf("the first of equals is %q, want b", got)
	}
}
