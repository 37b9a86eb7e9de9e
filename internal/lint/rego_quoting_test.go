package lint

import (
	"strings"
	"testing"
)

// In every text X stands once; a fix is only made where it stands in double quotes
// or in a comment that is no annotation.
func TestRegoQuoting(t *testing.T) {
	for text, want := range map[string]quoting{
		"a := \"X\"":                       doubleQuoted,
		"a := \"\\\"X\"":                   doubleQuoted,
		"a := \"\\\\\" X":                  plain,
		"a := `\\` \"X\"":                  doubleQuoted,
		"a := \"`\" # X":                   comment,
		"a := `\n# X`":                     plain,
		"a := `\n \" X\n`":                 plain,
		"a := `\n`; b := \"X\"":            doubleQuoted,
		"a := `\n` # X":                    comment,
		"a := \"# X\"":                     doubleQuoted,
		"# \"`\na := X":                    plain,
		"# \"`\r\na := \"X\"":              doubleQuoted,
		"a := \"broken\nb := X":            plain,
		"# METADATA\n# title: X\nallow":    plain,
		"# METADATA\n# title: a\n# b: \"X": plain,
		"# METADATA\n# t: a\na\n# X":       comment,
		"# METADATA\n# t: a\n\n# X":        comment,
		"# a\n# METADATA\n#X":              plain,
		"a := $\"{b} X\"":                  plain,
		"a := $\"{b}\" # X":                plain,
	} {
		q := newRegoQuoting(text)
		q.of(0)
		if got := q.of(strings.IndexByte(text, 'X')); got != want {
			t.Errorf("in %q: %d, want %d", text, got, want)
		}
	}
}
