package repair_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/repair"
	"github.com/contractc/contractc/schema"
)

// show writes a result as the cases in testdata have it.
func show(text string, r *repair.Result) string {
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(diag.Neutralise(fmt.Sprintf(format, args...)) + "\n") }
	if r.Refusal != nil {
		line("refused at %d: %s", r.Refusal.Offset, r.Refusal.Reason)
		for _, reading := range r.Refusal.Readings {
			line("reading %s", marshalled(reading))
		}
		return b.String()
	}
	line("value %s", marshalled(r.Value))
	if start, end := r.Start, r.End; start > 0 || end < len(strings.TrimRight(text, "\n")) {
		line("block %d-%d", start, end)
	}
	for _, e := range r.Edits {
		line("edit %s %d-%d", e.Class, e.Offset, e.End)
	}
	return b.String()
}

func marshalled(n *doc.Node) string {
	text, err := json.Marshal(n)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// The cases of testdata stand beside what is expected: a text, and what is made
// of it. A name that ends in .call is for a call of a tool in a complete text,
// one in .unknown for a call of which nothing says that it is whole.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if changed := runCases(t, file, archive); changed && *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func runCases(t *testing.T, file string, archive *txtar.Archive) (changed bool) {
	opt := options(t, "claim@2")
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, out := archive.Files[i], &archive.Files[i+1]
		if out.Name != in.Name+".out" {
			t.Fatalf("%s: %s stands behind %s", file, out.Name, in.Name)
		}
		text := strings.TrimSuffix(string(in.Data), "\n")
		got := show(text, repair.Read(text, opt, requestOf(in.Name)))
		if got != string(out.Data) {
			changed = true
			if !*update {
				t.Errorf("%s: %s: got\n%swant\n%s", file, in.Name, got, out.Data)
			}
			out.Data = []byte(got)
		}
	}
	return changed
}

func requestOf(name string) repair.Request {
	switch {
	case strings.HasSuffix(name, ".call"):
		return repair.Request{For: repair.ForCall, Completeness: schema.CompletenessComplete}
	case strings.HasSuffix(name, ".unknown"):
		return repair.Request{For: repair.ForCall, Completeness: schema.CompletenessUnknown}
	}
	return repair.Request{Completeness: schema.CompletenessComplete}
}

// Every class has a case in testdata that needs it.
func TestEveryClassHasACase(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, class := range repair.Classes() {
		if !strings.Contains(all.String(), "\nedit "+string(class)+" ") {
			t.Errorf("no case needs the class %s", class)
		}
	}
}

// A class that is switched off is refused, and the others are not.
func TestClassesAreSwitched(t *testing.T) {
	text := `{a: 1, "b": 2,}`
	for _, off := range []repair.Class{repair.UnquotedKeys, repair.ExtraCommas} {
		opt := *options(t, "claim@2")
		opt.Text = slices.DeleteFunc(slices.Clone(opt.Text), func(c repair.Class) bool { return c == off })
		r := repair.Read(text, &opt, repair.Request{Completeness: schema.CompletenessComplete})
		if r.Refusal == nil || r.Refusal.Class != off || r.Value != nil {
			t.Errorf("%s: %+v", off, r)
		}
	}
	if opt := options(t, "claim@1"); opt.Enabled(repair.ForText) || opt.Enabled(repair.ForCall) {
		t.Error("claim@1 mends something")
	}
	if r := repair.Read(`{"a": 1}`, options(t, "claim@1"), repair.Request{}); r.Refusal != nil {
		t.Errorf("JSON needs no repair: %+v", r.Refusal)
	}
}

// A text that was cut is not read, whatever is in it.
func TestCutTexts(t *testing.T) {
	for _, text := range []string{`{"a": 1}`, `{"a": 1`, `{"a": 1,}`} {
		r := repair.Read(text, options(t, "claim@2"), repair.Request{Completeness: schema.CompletenessCut})
		if r.Value != nil || r.Refusal == nil {
			t.Errorf("%s: %+v", text, r)
		}
	}
}

// Places are those of the text, whatever was changed before them.
func TestPlaces(t *testing.T) {
	text := "Well:\n```json\n{'é': [1, 'b'], // c\n k: \"x\ny\", t: True,}\n```\nthat is it"
	r := read(t, text)
	if r.Refusal != nil {
		t.Fatal(r.Refusal)
	}
	for key, want := range map[string]string{"é": `[1, 'b']`, "k": "\"x\ny\"", "t": "True"} {
		n := r.Value.Get(key)
		if got := text[n.Offset:n.EndOffset]; got != want {
			t.Errorf("%s is at %q", key, got)
		}
		if line := 1 + strings.Count(text[:n.Offset], "\n"); n.Range.Start.Line != line {
			t.Errorf("%s is on line %d, said %v", key, line, n.Range)
		}
	}
	if got := text[r.Start:r.End]; !strings.HasPrefix(got, "{'é'") || !strings.HasSuffix(got, ",}") {
		t.Errorf("the block is %q", got)
	}
}
