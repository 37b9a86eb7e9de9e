package regorules

import (
	"strings"
	"testing"
)

// Any text is checked without a crash, in bounded time, and what is refused
// names the file.
func FuzzCheck(f *testing.F) {
	for _, tc := range refused {
		if len(tc.body) < 4096 {
			f.Add(library("m", tc.body).Text)
		}
	}
	for _, src := range policies(f) {
		f.Add(strings.Replace(src.Text, "package claim.", "package demo.", 1))
	}
	input := inputType(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			return
		}
		described, problems := Check([]Source{{Path: "demo/m.rego", Library: "demo", Text: text}}, CheckOptions{Input: input})
		for _, d := range problems {
			if strings.ContainsAny(d.Summary+d.Detail, "\x00\x1b\r\n\u202e") {
				t.Errorf("hostile text in %q", d.Summary+d.Detail)
			}
		}
		if problems.HasErrors() {
			return
		}
		e, err := New([]Source{{Path: "demo/m.rego", Library: "demo", Text: text}}, described, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range e.Rules() {
			types := append([]string{"claim"}, r.Metadata.Actions...)
			if err := e.Prepare(r.stage(), types); err != nil {
				t.Errorf("checked, but does not compile: %v", err)
			}
		}
	})
}
