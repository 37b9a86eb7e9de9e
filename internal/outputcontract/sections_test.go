package outputcontract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/outputcontract"
)

// report asks for three sections in order, two of them with bounds.
const report = `
sections:
  headings:
    - {heading: Summary, max_words: 5, max_characters: 40, fences: [none]}
    - {heading: Changed files, min_lines: 2, max_lines: 3}
    - {heading: Notes, optional: true, may_be_empty: true}
    - {heading: Diff, fences: [diff, plain], only_fence: true}
`

// conforming is a reply that conforms to it.
const conforming = "## Summary\n\nThe limit is read once.\n\n## Changed files\n- a.go\n\n- b.go\n\n## Diff\n```diff\n-x\n```\n"

func TestSections(t *testing.T) {
	c := compile(t, report)
	replace := func(old, with string) string {
		if strings.Count(conforming, old) != 1 {
			t.Fatalf("%q does not stand once", old)
		}
		return strings.Replace(conforming, old, with, 1)
	}
	for _, tc := range []struct{ name, text, want string }{
		{"a reply that conforms", conforming, ""},
		{"line breaks of other systems", strings.ReplaceAll(conforming, "\n", "\r\n"), ""},
		{"closing marks", replace("## Summary\n", "## Summary ##\n"), ""},
		{"an optional section that is empty", replace("## Diff", "## Notes\n\n## Diff"), ""},
		{"headings in fences and comments do not count", replace("-x\n", "## Summary\n"), ""},
		{"a section is missing", replace("## Changed files\n- a.go\n\n- b.go\n\n", ""), `section.missing heading="## Changed files"`},
		{"nothing at all", "The limit is read once.", "section.missing heading=\"## Summary\"\nsection.missing heading=\"## Changed files\"\nsection.missing heading=\"## Diff\""},
		{"a section stands too late", "## Changed files\n- a\n- b\n## Summary\nx\n## Diff\n```\nx\n```\n", `4:1 section.order heading="## Summary" before="## Changed files"`},
		{"a section stands twice", conforming + "## Summary\nx\n", "14:1 section.twice heading=\"## Summary\""},
		{"another section", replace("## Diff", "## Appendix\nx\n## Diff"), `10:1 section.unexpected heading="## Appendix"`},
		{"a title", "# Report\n" + conforming, `1:1 section.unexpected heading="# Report"`},
		{"text before the first heading", "\n Sure:\n" + conforming, "2:2 section.preamble"},
		{"a byte order mark is no text", "\uFEFF" + conforming, ""},
		{"an empty section", replace("The limit is read once.\n", " \n"), `1:1 section.empty heading="## Summary"`},
		{"too many words", replace("The limit is read once.", "a b c d e f"), `1:1 section.long heading="## Summary" limit=5 unit=words count=6`},
		{"too many characters", replace("The limit is read once.", strings.Repeat("é", 41)), `1:1 section.long heading="## Summary" limit=40 unit=characters count=41`},
		{"characters are code points", replace("The limit is read once.", strings.Repeat("é", 40)), ""},
		{"too few lines", replace("- a.go\n\n- b.go", "- a.go"), `5:1 section.short heading="## Changed files" limit=2 unit=lines count=1`},
		{"too many lines", replace("- a.go\n", "- a.go\n- c.go\n"), `5:1 section.long heading="## Changed files" limit=3 unit=lines count=4`},
		{"a fence of another language", replace("```diff", "```go"), `11:1 section.fence heading="## Diff" language="go" allowed=diff, plain`},
		{"a fence where none is allowed", replace("The limit is read once.", "~~~none\nx\n~~~"), `3:1 section.fence heading="## Summary" language="none" allowed=none`},
		{"text beside the fence", replace("-x\n```\n", "-x\n```\nDone.\n"), `10:1 section.no_fence heading="## Diff"`},
		{"two fences", conforming + "```\n```\n", `10:1 section.no_fence heading="## Diff"`},
		{"a fence without an end", replace("-x\n```\n", "-x\n"), "11:1 section.open_fence heading=\"## Diff\""},
		{"a heading in other letters", replace("## Summary", "## summary:"), `1:1 section.near heading="## Summary" written="## summary:"`},
		{"a heading of another level", replace("## Summary", "### 1. Summary"), "1:1 section.near heading=\"## Summary\" written=\"### 1. Summary\"\n1:1 section.preamble"},
		{"a heading in bold", replace("## Summary", "**Summary**"), "1:1 section.near heading=\"## Summary\" written=\"**Summary**\"\n1:1 section.preamble"},
		{"all problems at once", "Hi\n## Diff\nx\n## Summary\na b c d e f\n", `1:1 section.preamble
2:1 section.no_fence heading="## Diff"
4:1 section.order heading="## Summary" before="## Diff"
4:1 section.long heading="## Summary" limit=5 unit=words count=6
section.missing heading="## Changed files"`},
	} {
		if diff := cmp.Diff(tc.want, said(check(t, c, tc.text, ""))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// TestAllowances checks what a contract can allow.
func TestAllowances(t *testing.T) {
	c := compile(t, "sections:\n  level: 1\n  preamble: true\n  others: true\n  headings:\n    - {heading: A, text: x}\n    - {heading: B}\n")
	for text, want := range map[string]string{
		"Hello\n# A\nx\n# Other\ny\n# B\nz\n": "",
		"# A\nx\n## Inner\n# B\nz\n":          "",
		"## A\nx\n# B\nz\n":                   `1:1 section.near heading="# A" written="## A"`,
	} {
		if diff := cmp.Diff(want, said(check(t, c, text, ""))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestManyProblems checks that all problems are counted and the first are listed.
func TestManyProblems(t *testing.T) {
	c := compile(t, report)
	result := check(t, c, strings.Repeat("## Other\n", 20_000), "")
	if len(result.Problems) != 1000 || result.More != 20_000+3-1000 {
		t.Errorf("%d problems are listed and %d more are counted", len(result.Problems), result.More)
	}
}

// FuzzSections checks that every text has an answer, that problems stand in the
// text, and that a text without problems has the headings in order.
func FuzzSections(f *testing.F) {
	c := compile(f, report)
	for _, text := range []string{conforming, "# Summary\n**Diff**\n", "## Diff\n~~~~\n```\n## Summary\r## Changed files:\n", "<!-- ## Summary -->\n> ## Diff\n- ```\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		result := check(t, c, text, "")
		for _, p := range result.Problems {
			if p.Offset > len(text) || p.Offset >= 0 != p.Position.Known() || p.Position.Known() && p.Position.Line > 1+strings.Count(text, "\n")+strings.Count(text, "\r") {
				t.Fatalf("%q has the problem %+v", text, p)
			}
			for _, s := range p.Slots {
				if s.Text == "" {
					t.Fatalf("%q has the problem %+v", text, p)
				}
			}
		}
		if result.Conforms() {
			inOrder(t, text, "Summary", "Changed files", "Diff")
		}
	})
}

// inOrder checks that words stand in a text, one behind the other.
func inOrder(t *testing.T, text string, words ...string) {
	rest := text
	for _, word := range words {
		_, behind, ok := strings.Cut(rest, word)
		if !ok {
			t.Fatalf("%q conforms without %q in its place", text, word)
		}
		rest = behind
	}
}

// TestCodesHaveSlots checks that every problem that the tests of a contract find
// has what its code says.
func TestCodesHaveSlots(t *testing.T) {
	seen := map[outputcontract.Code]bool{}
	for _, code := range outputcontract.Codes() {
		if seen[code] {
			t.Errorf("the code %q stands twice", code)
		}
		seen[code] = true
	}
	for _, text := range []string{"Hi\n## Diff\nx\n## Summary\na b c d e f\n## Summary\n", "## summary\n```x\n"} {
		for _, p := range check(t, compile(t, report), text, "").Problems {
			var names []string
			for _, s := range p.Slots {
				names = append(names, s.Name)
			}
			if diff := cmp.Diff(p.Code.Slots(), names); diff != "" {
				t.Errorf("%s (-want +got):\n%s", p.Code, diff)
			}
		}
	}
}
