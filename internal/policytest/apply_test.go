package policytest

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/google/go-cmp/cmp"
)

// changesOf puts values in the place of those at keys of the map that a file is.
func changesOf(t *testing.T, text string, values map[string]any) []Update {
	t.Helper()
	n, problems := doc.ReadYAML("f.yaml", []byte(text), doc.DefaultLimits())
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	u := &updater{file: "f.yaml"}
	for key, value := range values {
		at := n
		for part := range strings.SplitSeq(key, ".") {
			at = at.Get(part)
		}
		u.set(key, at, false, value)
	}
	return u.list
}

// Only the value changes, whatever it is written like, and every comment stays.
func TestApply(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		values           map[string]any
	}{
		{"plain", "a:  x # why\nb: 1\n", "a:  \"y\" # why\nb: 1\n", map[string]any{"a": "y"}},
		{"boolean", "a: true # why\n", "a: false # why\n", map[string]any{"a": false}},
		{"quoted over lines", "a: \"x\n   y\" # why\nb: 1\n", "a: \"y\" # why\nb: 1\n", map[string]any{"a": "y"}},
		{"block", "a: |2-\n    x # text\n   y\n\n# behind\nb: 1\n", "a: \"y\"\n\n# behind\nb: 1\n", map[string]any{"a": "y"}},
		{"comment of a block", "m:\n  a: > # why\n    x\n  b: 1\n", "m:\n  a: \"y\"\n     # why\n  b: 1\n", map[string]any{"m.a": "y"}},
		{"block at the end", "a: |+\n  x\n\n\n# end\n", "a: \"y\"\n\n\n# end\n", map[string]any{"a": "y"}},
		{"list", "a:\n  - x\n  - w\nb: 1\n", "a:\n  []\nb: 1\n", map[string]any{"a": []string{}}},
		{"list in the column of its key", "m:\n  a: # which\n  - x\n  b: 1\n", "m:\n  a: # which\n    [\"y\", \"z, \\\"\"]\n  b: 1\n", map[string]any{"m.a": []string{"y", `z, "`}}},
		{
			"comments in a list", "a:\n- x # one\n# two\n- 'y # none'\n- > # three\n  z # none\n# four\nb: 1\n",
			"a:\n  []\n  # one\n  # two\n  # three\n# four\nb: 1\n", map[string]any{"a": []string{}},
		},
		{"brackets", "a: {b: [x,w],c: z}\n", "a: {b: [\"y\"],c: \"z\"}\n", map[string]any{"a.b": []string{"y"}, "a.c": "z"}},
		{
			"comments in brackets", "a: {b: [x, # one\n  w], c: z} # two\n", "a: {b: []\n       # one\n       , c: z} # two\n",
			map[string]any{"a.b": []string{}},
		},
		{"other line ends", "\ufeffa:\r\n- x # one\r\n- w\r\nb: 1\r\n", "\ufeffa:\r\n  []\r\n  # one\r\nb: 1\r\n", map[string]any{"a": []string{}}},
		{"characters", "a: x\n", "a: \"\\U000E0041\\u001B\\u2028é\\\\\"\n", map[string]any{"a": "\U000E0041\x1b\u2028é\\"}},
	} {
		got, err := Apply([]byte(c.text), changesOf(t, c.text, c.values))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A file that is another by now is left alone.
func TestApplyRefuses(t *testing.T) {
	updates := changesOf(t, "a: x\nb: [w]\n", map[string]any{"a": "z", "b": []string{}})
	for _, text := range []string{"# new\na: x\nb: [w]\n", "a: q\nb: [w]\n", "a: x\nb: w\n", "a: x\n", "", "a: [", "a: x\nb: [w]\nb: 1\n"} {
		if got, err := Apply([]byte(text), updates); err == nil {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
