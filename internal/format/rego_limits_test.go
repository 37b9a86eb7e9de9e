package format

import (
	"strings"
	"testing"
	"time"
)

// What cannot be formatted in the time of a person, or not without changing a value,
// is refused with its place.
func TestRegoRefused(t *testing.T) {
	for text, want := range map[string]string{
		"package a\n\nx := " + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "\n": "limit.depth",
		"package a\n\nx := 1" + strings.Repeat(" + 1", 5_000) + "\n":                            "limit.depth",
		"package a\r\n\r\nx := `one\r\ntwo`\r\n":                                                "f.rego:3:6: a text over several lines holds carriage returns [rego.line-end]",
	} {
		began := time.Now()
		out, problems := Rego("f.rego", []byte(text), 1)
		if out != nil || !strings.Contains(problems.Error(), want) {
			t.Errorf("%.40q: %.80q, %v, want %s", text, out, problems, want)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%.40q takes %v", text, took)
		}
	}
	out, problems := Rego("f.rego", []byte("package a\r\n\r\nx := \"one\\r\\ntwo\"\r\n"), 1)
	if string(out) != "package a\n\nx := \"one\\r\\ntwo\"\n" || problems.HasErrors() {
		t.Errorf("%q, %v", out, problems)
	}
}
