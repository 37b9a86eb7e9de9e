package linkml

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

// readAllowList reads testdata/metaslots.txt: one metaclass and one metaslot a line.
func readAllowList(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("testdata/metaslots.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out[line] = true
		}
	}
	return out
}

// TestAllowedMetaslots checks that our own schemas keep to metaslots that LinkML's compliance suite exercises, because
// the official tools must accept these files and are not at hand here.
func TestAllowedMetaslots(t *testing.T) {
	allowed := readAllowList(t)
	files, _ := filepath.Glob("../*.yaml")
	for _, pattern := range []string{"../../policies/*/schema.yaml", "../../testdata/bundles/*/*/schema.yaml"} {
		more, _ := filepath.Glob(pattern)
		files = append(files, more...)
	}
	if len(files) < 9 {
		t.Fatalf("only %q", files)
	}
	for _, file := range files {
		for _, m := range metaslotsOf(t, file) {
			if !allowed[m.Metaclass+" "+m.Name] {
				t.Errorf("%s:%s: %s on %s is not on the list in testdata/metaslots.txt", file, m.At.Start, m.Name, m.Metaclass)
			}
		}
	}
}

func metaslotsOf(t *testing.T, file string) []Metaslot {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, list := doc.ReadYAML(file, text, doc.Limits{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	s, list := Read(file, n)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return s.Metaslots
}

// TestLibrarySchemas loads the schemas of all libraries strictly, without a warning.
func TestLibrarySchemas(t *testing.T) {
	files, _ := filepath.Glob("../../policies/*/schema.yaml")
	bundles, _ := filepath.Glob("../../testdata/bundles/*/*/schema.yaml")
	for _, file := range append(files, bundles...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inRepo := strings.TrimPrefix(file, "../../")
		_, list := Load(Source{File: inRepo, Text: text}, Options{Resolve: CoreResolver(os.DirFS(".."), FolderResolver(os.DirFS("../..")))})
		if len(list) > 0 {
			t.Error(list)
		}
	}
}

// TestAllowListIsFounded checks that the suite has a schema with each metaslot of the list.
func TestAllowListIsFounded(t *testing.T) {
	used := map[string]bool{}
	for _, r := range readCompliance(t) {
		texts := []json.RawMessage{r.Schema}
		for _, text := range r.Imports {
			texts = append(texts, text)
		}
		for _, text := range texts {
			n, _ := doc.ReadJSON("", text, doc.Limits{})
			if s, _ := Read("", n); s != nil {
				for _, m := range s.Metaslots {
					used[m.Metaclass+" "+m.Name] = true
				}
			}
		}
	}
	for line := range readAllowList(t) {
		if !used[line] {
			t.Errorf("%q is on the list, and the suite does not use it", line)
		}
	}
}
