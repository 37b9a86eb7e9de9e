package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/markdown"
)

// found writes headings and fences by their lines.
func found(d *markdown.Document) string {
	var parts []string
	for _, h := range d.Headings {
		parts = append(parts, fmt.Sprintf("%d:h%d %s", h.Line, h.Level, h.Text))
	}
	for _, f := range d.Fences {
		mark := "closed"
		if !f.Closed {
			mark = "open"
		}
		if f.Nested {
			mark += " nested"
		}
		parts = append(parts, fmt.Sprintf("%d:fence %s %s", f.Line, f.Language, mark))
	}
	return strings.Join(parts, "; ")
}

// texts are texts with what stands in them, by CommonMark.
func texts() [][2]string {
	return [][2]string{
		{"## A\ntext\n## B", "1:h2 A; 3:h2 B"},
		{"# A #\n   ### B ###  \n#### C#", "1:h1 A; 2:h3 B; 3:h4 C#"},
		{"#hash\n####### seven\n\\## escaped", ""},
		{"#\n##   \n## ##", "1:h1 ; 2:h2 ; 3:h2 "},
		{"\uFEFF## A", "1:h2 A"},
		{"## A\r\n## B\r## C", "1:h2 A; 2:h2 B; 3:h2 C"},
		// indented code, and a tab that reaches as far
		{"    ## A\n\t## B\n   ## C", "3:h2 C"},
		// fences
		{"```\n## A\n```\n## B", "4:h2 B; 1:fence  closed"},
		{"~~~~ diff x\n## A\n~~~\n~~~~~\n## B", "5:h2 B; 1:fence diff closed"},
		{"```go\n## A\n``` x\n## B", "1:fence go open"},
		{"```a`b\n## A", "2:h2 A"},
		{"    ```\n## A", "2:h2 A"},
		{"```\n    ```\n## A", "1:fence  open"},
		// lists
		{"- a\n  ## A\n## B", "3:h2 B"},
		{"- ```go\n  ## A\n  ```\n## B", "4:h2 B; 1:fence go closed nested"},
		{"- ```go\n  x\n## B", "3:h2 B; 1:fence go open nested"},
		{"10. a\n    ## A\n   ## B", "3:h2 B"},
		{"- a\nlazy\n  ## A", ""},
		{"-\n\n  ## A", "3:h2 A"},
		{"* * *\n  ## A", "2:h2 A"},
		{"- ## A\n1) ## B", ""},
		// quotes
		{"> ## A\n## B", "2:h2 B"},
		{"> ```\n> ## A\n## B", "3:h2 B; 1:fence  open nested"},
		// HTML
		{"<!--\n## A\n-->\n## B", "4:h2 B"},
		{"<!-- x --> ## A\n## B", "2:h2 B"},
		{"<div>\n## A\n\n## B", "4:h2 B"},
		{"<pre>\n\n## A\n</pre>\n## B", "5:h2 B"},
		{"<?x\n## A\n?>\n<!X\n## B\n>\n<![CDATA[\n## C\n]]>\n## D", "10:h2 D"},
		{"text\n<b>\n## A", "3:h2 A"},
		{"<b>\n## A\n\n## B", "4:h2 B"},
		{"<https://example.org/>\n## A", "2:h2 A"},
		{"- <!--\n## A", "2:h2 A"},
	}
}

func TestRead(t *testing.T) {
	for _, tc := range texts() {
		if got := found(markdown.Read(tc[0])); got != tc[1] {
			t.Errorf("%q:\n got %s\nwant %s", tc[0], got, tc[1])
		}
	}
}

// FuzzRead checks that what is found stands where it is said to stand.
func FuzzRead(f *testing.F) {
	for _, tc := range texts() {
		f.Add(tc[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := markdown.Read(text)
		at := 0
		for _, h := range d.Headings {
			if h.Start < at || h.End <= h.Start || h.End > len(text) || h.Level < 1 || h.Level > 6 {
				t.Fatalf("%q has the heading %+v", text, h)
			}
			if line := text[h.Start:h.End]; !strings.Contains(line, strings.Repeat("#", h.Level)) || !strings.Contains(line, h.Text) {
				t.Fatalf("%q does not hold the heading %+v", line, h)
			}
			at = h.End
		}
		checkFences(t, text, d)
	})
}

func checkFences(t *testing.T, text string, d *markdown.Document) {
	at := 0
	for _, f := range d.Fences {
		if f.Start < at || f.Inside <= f.Start || f.Outside < f.Inside || f.End < f.Outside || f.End > len(text) {
			t.Fatalf("%q has the fence %+v", text, f)
		}
		for _, h := range d.Headings {
			if f.Inside <= h.Start && h.Start < f.Outside {
				t.Fatalf("%q has the heading %+v in the fence %+v", text, h, f)
			}
		}
		at = f.End
	}
}

// BenchmarkRead reads texts of several sizes; the time for a byte stays the same.
func BenchmarkRead(b *testing.B) {
	unit := "## Heading\n\ntext that goes on for a while, as texts do\n\n- an item\n  ```go\n  x := 1\n  ```\n\n> a quote\n\n<!-- a comment -->\n\n"
	for _, size := range []int{10 << 10, 1 << 20, 10 << 20} {
		text := strings.Repeat(unit, size/len(unit))
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				markdown.Read(text)
			}
		})
	}
}
