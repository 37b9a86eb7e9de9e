package doc

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/contractc/contractc/internal/diag"
)

var update = flag.Bool("update", false, "write the golden files")

// goldenErrors runs read on every input of an archive and compares what it
// reports with the file after the input.
func goldenErrors(t *testing.T, path string, read func(string, []byte, Limits) (*Node, diag.List)) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, out := archive.Files[i], &archive.Files[i+1]
		name, _, _ := strings.Cut(in.Name, ".")
		t.Run(name, func(t *testing.T) {
			_, list := read(in.Name, in.Data, Limits{})
			if !list.HasErrors() {
				t.Errorf("%s is accepted", in.Name)
			}
			var b strings.Builder
			source := func(string) ([]byte, bool) { return in.Data, true }
			if err := diag.Write(&b, list, source, 0); err != nil {
				t.Fatal(err)
			}
			if *update {
				out.Data = []byte(b.String())
			}
			if diff := cmp.Diff(string(out.Data), b.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestYAMLErrors(t *testing.T) { goldenErrors(t, "testdata/yaml_errors.txtar", ReadYAML) }

// TestYAMLErrorInLargeFile checks the place of errors far inside a file.
func TestYAMLErrorInLargeFile(t *testing.T) {
	entry := "key%: {a: [1, 2], b: 'text', c: \"more\"}\nlist%:\n  - one\n  - two: x\n    three: z\n"
	var b strings.Builder
	for i := range 4000 {
		text := entry
		switch i {
		case 1000:
			text = "key%: {a: [1, 2}\n" // line 5001
		case 2000:
			text = "list%:\n  - one\n    two: x: y\n" // line 9999
		case 3000:
			text = "key%: \"a\\qb\"\n" // line 14995
		}
		b.WriteString(strings.ReplaceAll(text, "%", strconv.Itoa(i)))
	}
	_, list := ReadYAML("f", []byte(b.String()), Limits{})
	var places []string
	for _, d := range list {
		places = append(places, d.Range.Start.String())
	}
	if diff := cmp.Diff([]string{"5001:19", "9999:8", "14995:12"}, places); diff != "" {
		t.Errorf("%d bytes (-want +got):\n%s", b.Len(), diff)
	}
}
