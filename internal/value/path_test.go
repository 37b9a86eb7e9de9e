package value_test

import (
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/internal/value"
)

func TestWithin(t *testing.T) {
	const inside, outside, unknown = "inside", "outside", "unknown"
	for _, test := range []struct{ text, directory, cwd, want string }{
		{"/repo", "/repo", "", inside},
		{"/repo/", "/repo", "", inside},
		{"/repo/x", "/repo", "", inside},
		{"/repo/x", "/repo/", "", inside},
		{"/repo//x", "/repo", "", inside},
		{"/repo/./x", "/repo", "", inside},
		{"/repo/a/../b", "/repo", "", inside},
		{"/repo/../repo/x", "/repo", "", inside},
		{"/repo/..x", "/repo", "", inside},
		{"/repo/a~b", "/repo", "", inside},
		{"/repo/~", "/repo", "", inside},
		{"/x", "/", "", inside},
		{"/", "/", "", inside},
		{"/../../x", "/x", "", inside},
		{"/repository", "/repo", "", outside},
		{"/repo/../etc/passwd", "/repo", "", outside},
		{"/repo/..", "/repo", "", outside},
		{"/", "/repo", "", outside},
		{"/REPO/x", "/repo", "", outside},
		{"/a", "/a/b", "", outside},
		{"x", "/repo", "/repo", inside},
		{"../repo/x", "/repo", "/repo", inside},
		{".", "/repo", "/repo", inside},
		{"../x", "/repo", "/repo", outside},
		{"x", "src", "/repo", outside},
		{"src/x", "src", "/repo", inside},
		{"src/x", "src", "/repo/.", inside},
		{"x", "/repo", "", unknown},
		{"x", "/repo", "repo", unknown},
		{"x", "/repo", "~", unknown},
		{"/x", "repo", "", unknown},
		{"", "/repo", "/repo", unknown},
		{"/x", "", "/repo", unknown},
		{"~", "/", "/", unknown},
		{"~/x", "/repo", "/repo", unknown},
		{"~root/x", "/repo", "/repo", unknown},
		{"/x", "~", "/repo", unknown},
		{"/repo\x00/x", "/repo", "", unknown},
		{"/repo\\..\\x", "/repo", "", unknown},
		{"C:/x", "/repo", "/repo", unknown},
		{"c:x", "/repo", "/repo", unknown},
		{"file:///etc/passwd", "/repo", "/repo", unknown},
		{"src/http://x", "/repo", "/repo", unknown},
		{"a\\b", "/repo", "/repo", unknown},
		{"x", "/", "/repo", inside},
		{"x", "/repo/x", "/repo", inside},
		{"x", "/repository", "/repo", outside},
		{"itory", "/repository", "/repo", outside},
		{"xy", "/repo/x", "/repo", outside},
		{"x", "/repo/x/y", "/repo", outside},
		{"/repo/http://x", "/repo", "", unknown},
		{"1:/x", "/repo", "/repo", inside},
	} {
		in, known := value.Within(test.text, test.directory, test.cwd)
		got := unknown
		if known && in {
			got = inside
		} else if known {
			got = outside
		}
		if got != test.want {
			t.Errorf("Within(%q, %q, %q) is %s, want %s", test.text, test.directory, test.cwd, got, test.want)
		}
	}
}

// TestContainsPathAgrees compares the way without work on canonical texts with
// the definition.
func TestContainsPathAgrees(t *testing.T) {
	texts := rapid.StringMatching(`/?((a|b|\.|\.\.|ab|~|)/){0,4}(a|\.\.|ab|)`)
	rapid.Check(t, func(t *rapid.T) {
		text, directory := texts.Draw(t, "text"), texts.Draw(t, "directory")
		cwd := rapid.SampledFrom([]string{"", "/", "/a", "/a/b"}).Draw(t, "cwd")
		inside, known := value.Within(text, directory, cwd)
		want, wantKnown := define(text, directory, cwd)
		if known != wantKnown || inside != want {
			t.Fatalf("Within(%q, %q, %q) = %v, %v, want %v, %v", text, directory, cwd, inside, known, want, wantKnown)
		}
	})
}

// define is containment by path segments.
func define(text, directory, cwd string) (inside, known bool) {
	inner, ok := segments(text, cwd)
	outer, ok2 := segments(directory, cwd)
	if !ok || !ok2 {
		return false, false
	}
	if len(outer) > len(inner) {
		return false, true
	}
	for i := range outer {
		if outer[i] != inner[i] {
			return false, true
		}
	}
	return true, true
}

func segments(text, cwd string) ([]string, bool) {
	switch {
	case text == "" || text[0] == '~' || strings.Contains(text, "://"):
		return nil, false
	case text[0] != '/' && cwd == "":
		return nil, false
	case text[0] != '/':
		text = cwd + "/" + text
	}
	var out []string
	for _, segment := range strings.Split(text, "/") {
		switch segment {
		case "", ".":
		case "..":
			out = out[:max(0, len(out)-1)]
		default:
			out = append(out, segment)
		}
	}
	return out, true
}

func TestLocationIsClean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := value.Locate(rapid.String().Draw(t, "text"), "/w")
		if l.Known() && (l.String() != path.Clean(l.String()) || l.String()[0] != '/') {
			t.Fatalf("%q is not canonical", l.String())
		}
	})
}

// TestRecordedPaths: what fooled a prefix test elsewhere is never inside.
func TestRecordedPaths(t *testing.T) {
	rows := 0
	for _, line := range recorded.Lines(t, "permission_bypass.jsonl") {
		var row struct {
			Kind, Path, Root string
			Inside           bool
		}
		recorded.Decode(t, line, &row)
		if row.Kind != "path" {
			continue
		}
		rows++
		if inside, _ := value.Within(row.Path, row.Root, ""); inside != row.Inside {
			t.Errorf("%q in %q: %v, want %v", row.Path, row.Root, inside, row.Inside)
		}
	}
	if rows == 0 {
		t.Error("no path rows were found")
	}
}
