package shell_test

import (
	"strings"
	"testing"
	"time"
)

// FuzzText: no text stops the reader or takes it long, and every text that has
// more than white space and comments does something.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		"a b", "a && b | c > d; e &", "if a; then b; fi", "for x in a; do b; done", "case x in a) b;; esac", "a $(b `c`) ${x:-$(d)} $((1+x))", "a <<E\n$(b)\nE",
		"sudo env A=b xargs -I{} sh -c 'x {}'", "find . -exec a {} \\;", "f() { a; }; f", "[[ a -eq b ]] && [ $x = y ]", "export A=b; declare -n x=y", "a 2>&1 >b <c", "cd /x && a > b",
		"$((($((($(((", "a=(b [c]=d)", "coproc x { a; }", "{fd}> a", "!(a|b)", "bash -lc \"a; 'b'\"", "printf -v x y", "read x", "set -a", "time -p ! a",
	} {
		f.Add(text)
	}
	table := programs(f)
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		r := table.Text(text, "/d")
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q took %s", text, took)
		}
		if len(r.Commands)+len(r.Unknown)+len(r.Variables)+len(r.Inputs)+len(r.Outputs)+len(r.Operators)+len(r.Substitutions) == 0 && strings.Trim(text, " \t\n\\") != "" && !strings.ContainsAny(text, "#<&>") {
			t.Errorf("%q does nothing", text)
		}
		if len(r.Commands) > table.Limits.Words || len(r.Arguments) > table.Limits.Words {
			t.Errorf("%q has %d commands and %d arguments", text, len(r.Commands), len(r.Arguments))
		}
		r.Plain()
	})
}
