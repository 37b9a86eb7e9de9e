package lint_test

import (
	"testing"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
)

func edit(line, column, endLine, endColumn int, text string) lint.Edit {
	return lint.Edit{File: "f", Range: diag.Range{Start: diag.Position{Line: line, Column: column}, End: diag.Position{Line: endLine, Column: endColumn}}, Text: text}
}

func TestApply(t *testing.T) {
	const text = "äbc\ndef\n"
	for _, test := range []struct {
		edits []lint.Edit
		want  string
	}{
		{nil, text},
		{[]lint.Edit{edit(1, 2, 1, 3, "B")}, "äBc\ndef\n"},
		{[]lint.Edit{edit(2, 1, 3, 1, "")}, "äbc\n"},
		{[]lint.Edit{edit(2, 2, 0, 0, "-"), edit(1, 1, 1, 2, "a")}, "abc\nd-ef\n"},
		{[]lint.Edit{edit(1, 4, 2, 1, " ")}, "äbc def\n"},
		{[]lint.Edit{edit(3, 1, 0, 0, "g\n")}, text + "g\n"},
		{[]lint.Edit{edit(1, 6, 0, 0, "x")}, ""},
		{[]lint.Edit{edit(4, 1, 0, 0, "x")}, ""},
		{[]lint.Edit{edit(1, 1, 1, 3, ""), edit(1, 2, 1, 4, "")}, ""},
	} {
		got, err := lint.Apply(text, test.edits)
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%+v: %q, %v, want %q", test.edits, got, err, test.want)
		}
	}
}

// TestSafeFixes chooses fixes that do not overlap, each whole.
func TestSafeFixes(t *testing.T) {
	finding := func(safe bool, edits ...lint.Edit) lint.Finding {
		return lint.Finding{Fix: &lint.Fix{Safe: safe, Edits: edits}}
	}
	other := edit(1, 1, 1, 2, "o")
	other.File = "embedded"
	chosen, edits := lint.SafeFixes([]lint.Finding{
		finding(true, edit(1, 1, 1, 3, "a")),
		finding(true, edit(1, 2, 1, 4, "b"), edit(5, 1, 5, 2, "b")), // overlaps with the first
		finding(false, edit(2, 1, 2, 2, "c")),                       // is not safe
		finding(true, edit(5, 1, 5, 2, "d")),                        // would overlap with the second
		finding(true, other),
		finding(true),
		{},
	}, func(file string) bool { return file != "embedded" })
	if len(chosen) != 2 || len(edits) != 1 || len(edits["f"]) != 2 || edits["f"][1].Text != "d" {
		t.Errorf("%+v %+v", chosen, edits)
	}
}
