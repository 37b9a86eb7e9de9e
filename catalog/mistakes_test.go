package catalog_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

// A bundle with many mistakes shows all of them at once, each at its place and with what to do.
func TestMistakes(t *testing.T) {
	const folder = "testdata/mistakes"
	c, problems := catalog.Load([]catalog.Source{{FS: os.DirFS(folder), Origin: catalog.OriginFolder}}, catalog.Options{Contractc: "1.0.0"})
	if c != nil {
		t.Error("a bundle with errors has a catalog")
	}
	codes := map[string]bool{}
	for _, d := range problems {
		codes[d.Code] = true
		if d.Detail == "" && d.Code != "policy.neither" {
			t.Errorf("%s does not say what to do", d)
		}
	}
	if len(codes) < 25 {
		t.Errorf("only %d kinds of mistakes were found", len(codes))
	}
	var out bytes.Buffer
	err := diag.Write(&out, problems, func(file string) ([]byte, bool) {
		text, err := os.ReadFile(filepath.Join(folder, file))
		return text, err == nil
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "testdata/mistakes.golden", out.Bytes())
}

// compareGolden compares with a file, or rewrites it where -update is given.
func compareGolden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
