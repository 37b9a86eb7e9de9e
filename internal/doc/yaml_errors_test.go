package doc

import (
	"flag"
	"os"
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
