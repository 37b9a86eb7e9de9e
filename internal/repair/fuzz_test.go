package repair_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// seeds adds the texts of the cases in testdata.
func seeds(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(text).Files {
			if !strings.HasSuffix(part.Name, ".out") {
				f.Add(strings.TrimSuffix(string(part.Data), "\n"))
			}
		}
	}
}

// FuzzRepair holds what is made of any text to the promises of the package.
func FuzzRepair(f *testing.F) {
	seeds(f)
	opt := options(f, "claim@2")
	f.Fuzz(func(t *testing.T, text string) {
		for _, req := range []repair.Request{
			{Completeness: schema.CompletenessComplete},
			{Completeness: schema.CompletenessComplete, Alone: true},
			{Completeness: schema.CompletenessUnknown, For: repair.ForCall},
		} {
			check(t, text, req, repair.Read(text, opt, req))
		}
	})
}

// FuzzExtract finds JSON in prose that has no brackets and no fences of its own.
func FuzzExtract(f *testing.F) {
	f.Add("Here it is: ", `{"a": "x } y", "b": ["{", 1]}`, " as asked.")
	f.Add("", `[{"a": 1}]`, "\n")
	f.Add("```json\n", `{"a": "`+"```"+`"}`, "\n```")
	opt := options(f, "claim@2")
	f.Fuzz(func(t *testing.T, before, block, after string) {
		n, problems := doc.ReadJSON("block", []byte(block), doc.Limits{})
		if problems.HasErrors() || n.Kind != doc.Map || strings.TrimSpace(block) != block {
			t.Skip()
		}
		if strings.ContainsAny(before+after, "{}[]()`'\":,;/#…’‘“”„‟‚‛´′″=") || strings.Contains(before+after, "...") || !utf8.ValidString(before+after) {
			t.Skip()
		}
		r := repair.Read(before+block+after, opt, repair.Request{Completeness: schema.CompletenessComplete})
		if r.Refusal != nil || !reflect.DeepEqual(r.Value.Plain(), n.Plain()) {
			t.Fatalf("%q, %q, %q: %+v", before, block, after, r)
		}
		if r.Start != len(before) || r.End != len(before)+len(block) {
			t.Fatalf("%q, %q, %q: at %d-%d", before, block, after, r.Start, r.End)
		}
	})
}

func check(t *testing.T, text string, req repair.Request, r *repair.Result) {
	t.Helper()
	if (r.Value == nil) == (r.Refusal == nil) {
		t.Fatalf("%q: a value and a refusal, or neither: %+v", text, r)
	}
	if r.Refusal != nil {
		if r.Refusal.Reason == "" || r.Refusal.Offset < 0 || r.Refusal.Offset > len(text) {
			t.Fatalf("%q: %+v", text, r.Refusal)
		}
		return
	}
	for i, e := range r.Edits {
		if e.Offset < 0 || e.End < e.Offset || e.End > len(text) || i > 1 && e.Offset < r.Edits[i-1].Offset && r.Edits[i-1].Class != repair.SurroundingText {
			t.Fatalf("%q: edits %v", text, r.Edits)
		}
		if req.For == repair.ForCall && e.Class.Closes() {
			t.Fatalf("%q: a call was closed: %v", text, r.Edits)
		}
	}
	out, err := json.Marshal(r.Value)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	again, problems := doc.ReadJSON("out", out, doc.Limits{Depth: 1000})
	if problems.HasErrors() || !reflect.DeepEqual(again.Plain(), r.Value.Plain()) {
		t.Fatalf("%q: %s is no JSON: %v", text, out, problems)
	}
	inInput(t, text, r.Value)
}

// inInput checks that no value was made up: what a string or a number holds stands
// in the text, in this order, where the value is said to stand.
func inInput(t *testing.T, text string, n *doc.Node) {
	t.Helper()
	if n.Offset < 0 || n.EndOffset > len(text) || n.Offset >= n.EndOffset {
		t.Fatalf("%q: %s at %d-%d", text, n.Kind, n.Offset, n.EndOffset)
	}
	source := text[n.Offset:n.EndOffset]
	switch n.Kind {
	case doc.String:
		if !strings.Contains(source, `\`) {
			subsequence(t, source, n.Text)
		}
	case doc.Number:
		subsequence(t, source, strings.Map(func(r rune) rune {
			if r == '0' || r == '.' {
				return -1
			}
			return r
		}, n.Text))
	}
	for _, item := range n.Items {
		inInput(t, text, item)
	}
	for _, field := range n.Fields {
		inInput(t, text, field.Value)
	}
}

// subsequence checks that the letters and digits of a text stand in another one.
func subsequence(t *testing.T, source, text string) {
	t.Helper()
	rest := source
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		i := strings.IndexRune(rest, r)
		if i < 0 {
			t.Fatalf("%q does not hold %q", source, text)
		}
		rest = rest[i+utf8.RuneLen(r):]
	}
}
