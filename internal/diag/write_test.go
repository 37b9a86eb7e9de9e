package diag

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// written is one diagnostic with the source that it is about.
type written struct {
	name, src string
	r         Range
}

func span2(line, column, endLine, endColumn int) Range {
	return Range{Position{line, column}, Position{endLine, endColumn}}
}

func TestWriteSnippets(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	many := strings.Repeat("line\n", 12)
	var b strings.Builder
	for _, c := range []written{
		{"one word", "key: value\n", span2(1, 6, 1, 11)},
		{"one place", "key: value\n", span2(1, 4, 1, 4)},
		{"place after the end of the line", "key: value\n", span2(1, 11, 1, 11)},
		{"column beyond the line", "key\n", span2(1, 99, 1, 120)},
		{"line beyond the file", "key\n", span2(9, 1, 9, 2)},
		{"unknown place", "key\n", Range{}},
		{"end before start", "abcdef\n", span2(1, 4, 1, 2)},
		{"tabs before and in the range", "\ta\tb\n", span2(1, 2, 1, 5)},
		{"carriage return at the end of the line", "abc\r\ndef\r\n", span2(1, 2, 1, 4)},
		{"byte order mark", "\uFEFFabc\n", span2(1, 1, 1, 4)},
		{"escape and bidi characters", "a: \x1b[31mred\u202E # no\n", span2(1, 4, 1, 12)},
		{"after neutralised characters", "\x1b\u200B\xff\xED\xA0\x80 = 1\n", span2(1, 8, 1, 9)},
		{"wide characters", "名前: 値\n", span2(1, 5, 1, 6)},
		{"combining marks", "e\u0301e\u0301 x\n", span2(1, 6, 1, 7)},
		{"start of a long line", long, span2(1, 3, 1, 6)},
		{"middle of a long line", long, span2(1, 150, 1, 160)},
		{"end of a long line", long, span2(1, 298, 1, 301)},
		{"range longer than the window", long, span2(1, 150, 1, 300)},
		{"two lines", "a: [1,\n   2\n  ]\n", span2(1, 4, 2, 5)},
		{"ends at the start of a line", "a: |\n  x\n  y\nb\n", span2(2, 3, 4, 1)},
		{"many lines", many, span2(2, 2, 11, 3)},
		{"five lines", many, span2(2, 2, 6, 3)},
		{"long line of hostile characters", strings.Repeat("\u202E", 200), span2(1, 100, 1, 101)},
	} {
		d := Errorf("f.yaml", c.r, "test.code", "%s", c.name)
		if err := Write(&b, List{d}, func(string) ([]byte, bool) { return []byte(c.src), true }, 0); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	golden(t, "snippets.txt", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestWriteText(t *testing.T) {
	list := List{
		Errorf("a\x1b.yaml", At(Position{3, 7}), "x.y", "bad %q", "\u202Evil").WithDetail("first\nsecond\u200B"),
		Warningf("", Range{}, "", "no place"),
		Errorf("b", Range{}, "z", "line\nbreak"),
	}
	var b strings.Builder
	if err := Write(&b, list, nil, 2); err != nil {
		t.Fatal(err)
	}
	want := "a\\u{1B}.yaml:3:7: error: bad \"\\u202evil\" [x.y]\n  first\n  second\\u{200B}\n" +
		"warning: no place\n1 more not shown\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := list[2].String(), `b: line\u{A}break [z]`; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteReportsErrors(t *testing.T) {
	list := List{Errorf("f", Range{}, "c", "s")}
	if err := Write(brokenWriter{}, list, nil, 0); err == nil {
		t.Error("Write hides the error of its writer")
	}
	if err := WriteJSON(brokenWriter{}, list); err == nil {
		t.Error("WriteJSON hides the error of its writer")
	}
}

// TestCaretsAlign checks for every place of lines with characters of all
// widths that the carets stand under the cells of their character.
func TestCaretsAlign(t *testing.T) {
	line := "a\tb日e\u0301\u202E\xff\x1b한z" + strings.Repeat("é日\u200B", 60) + "end"
	columns := countPoints(line)
	for from := 1; from <= columns; from++ {
		text, carets := drawLine(line, span{from - 1, from})
		before := len(carets) - len(strings.TrimLeft(carets, " "))
		character := line[skipPoints(line, from-1):skipPoints(line, from)]
		want := sourceGlyph(character, 0).text
		if got := cutCells(text, before, len(carets)-before); strings.TrimSpace(want) != "" && want != "\u0301" && got != want {
			t.Fatalf("column %d: carets under %q, want %q\n%s\n%s", from, got, want, text, carets)
		}
	}
}

// cutCells returns the part of a text that takes so many cells after skip.
func cutCells(text string, skip, take int) string {
	var b strings.Builder
	at := 0
	for _, r := range text {
		if at >= skip && at < skip+take && cells(r) > 0 {
			b.WriteRune(r)
		}
		at += cells(r)
	}
	return b.String()
}

func ExampleWrite() {
	src := "name: demo\nname: again\n"
	d := Errorf("demo.yaml", Range{Position{2, 1}, Position{2, 5}}, "yaml.duplicate-key", "duplicate key %q", "name").
		WithDetail("keep one of the two")
	_ = Write(os.Stdout, List{d}, func(string) ([]byte, bool) { return []byte(src), true }, 10)
	fmt.Println("end")
	// Output:
	// demo.yaml:2:1: error: duplicate key "name" [yaml.duplicate-key]
	//   2 | name: again
	//     | ^^^^
	//   keep one of the two
	// end
}
