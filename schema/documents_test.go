package schema_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// TestDocumentsAreFresh checks that json/ holds what go generate writes, and nothing else.
func TestDocumentsAreFresh(t *testing.T) {
	view, err := linkml.LoadFS(schema.FS, "documents.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want, err := view.DocumentSchemas()
	if err != nil {
		t.Fatal(err)
	}
	if len(want) < 10 {
		t.Errorf("there are only %d documents", len(want))
	}
	for _, d := range want {
		text, err := os.ReadFile(filepath.Join("json", d.Name))
		if err != nil || !bytes.Equal(text, d.Content) {
			t.Errorf("%s is not what go generate ./schema writes (%v)", d.Name, err)
		}
	}
	files, err := os.ReadDir("json")
	if err != nil || len(files) != len(want) {
		t.Errorf("json holds %d files, want %d (%v)", len(files), len(want), err)
	}
}

// TestDocumentsOfCommands checks that every document that commands print for programs says its format.
func TestDocumentsOfCommands(t *testing.T) {
	view, err := linkml.LoadFS(schema.FS, "documents.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for class, format := range map[string]string{
		"Decision": schema.DecisionFormat, "CatalogListing": schema.CatalogListingFormat, "Binding": schema.BindingFormat,
		"Diagnostics": schema.DiagnosticsFormat, "LineError": schema.LineErrorFormat, "Lock": schema.LockFormat,
		"TraceFinding": schema.TraceFindingFormat, "TraceReport": schema.TraceReportFormat, "OutputCheck": schema.OutputCheckFormat, "OutputTranscript": schema.OutputTranscriptFormat,
	} {
		c := view.Class(class)
		if c == nil {
			t.Errorf("there is no class %s", class)
			continue
		}
		if _, ok := c.Annotation("document"); !ok {
			t.Errorf("%s has no JSON Schema", class)
		}
		text, err := os.ReadFile(filepath.Join("json", documentName(t, view, class)))
		if err != nil || !bytes.Contains(text, []byte(`"const": "`+format+`"`)) {
			t.Errorf("the JSON Schema of %s does not demand the format %s (%v)", class, format, err)
		}
	}
}

func documentName(t *testing.T, view *linkml.View, class string) string {
	t.Helper()
	all, err := view.DocumentSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Class == class {
			return d.Name
		}
	}
	t.Fatalf("%s is no document", class)
	return ""
}

// TestVocabulary checks that Vocabulary is contractc.yaml and what it imports, and no more.
func TestVocabulary(t *testing.T) {
	view, err := linkml.LoadFS(schema.FS, "contractc.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, s := range view.Schemas {
		if s.File != "linkml:types" {
			want = append(want, s.File)
		}
	}
	entries, err := fs.ReadDir(schema.Vocabulary, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the vocabulary holds %q, want %q", got, want)
	}
}
