package output_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval/output"
)

// review is a verdict of about a size, with one finding for some hundred bytes.
func review(size int) []byte {
	const finding = `{"file": "limit.go", "line": 12, "severity": "advice", "text": "` + `The error of read is not looked at, and the next line takes the value that it returned for the limit of all that follows.` + `"}`
	return []byte(`{"verdict": "approve", "summary": "x", "findings": [` + strings.Repeat(finding+", ", size/(len(finding)+2)) + finding + `]}`)
}

// manyFindings is the contract output.review without a bound on the findings.
const manyFindings = `json:
  schema:
    type: object
    additionalProperties: false
    required: [verdict, summary, findings]
    properties:
      verdict: {enum: [approve, request_changes]}
      summary: {type: string, minLength: 1, maxLength: 600}
      findings:
        type: array
        items:
          type: object
          additionalProperties: false
          required: [file, severity, text]
          properties:
            file: {type: string, minLength: 1}
            line: {type: integer, minimum: 1}
            severity: {enum: [blocking, advice]}
            text: {type: string, minLength: 1}
`

// BenchmarkJSON checks verdicts of several sizes; plain is encoding/json on the
// same bytes, which checks nothing.
func BenchmarkJSON(b *testing.B) {
	c := read(b, manyFindings)
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20, 10 << 20} {
		text := review(size)
		b.Run(fmt.Sprintf("check/%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if found := c.Check(context.Background(), output.Reply{Text: text, From: "text"}); !found.Conforms {
					b.Fatal(found.Problems[0], found.Error)
				}
			}
		})
		b.Run(fmt.Sprintf("plain/%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var v any
				if err := json.Unmarshal(text, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSections checks reports of several sizes.
func BenchmarkSections(b *testing.B) {
	c := read(b, "sections:\n  headings:\n    - {heading: Summary, max_words: 10000000, max_lines: 10000000}\n    - {heading: Diff, fences: [diff], only_fence: true}\n")
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20, 10 << 20} {
		text := []byte("## Summary\n" + strings.Repeat("Words that go on in lines of some length.\n\n- an item\n", size/106) +
			"## Diff\n```diff\n" + strings.Repeat("-limit := read()\n+limit := readOnce()\n", size/76) + "```\n")
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if found := c.Check(context.Background(), output.Reply{Text: text}); !found.Conforms {
					b.Fatal(found.Problems[0], found.Error)
				}
			}
		})
	}
}

// TestLargeReplies: a reply of 10 MiB is checked whole.
func TestLargeReplies(t *testing.T) {
	if found := read(t, manyFindings).Check(context.Background(), output.Reply{Text: review(10 << 20)}); !found.Conforms {
		t.Errorf("%v %v", found.Problems, found.Error)
	}
}
