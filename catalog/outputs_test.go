package catalog_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/doc"
)

// release is the example bundle with an output contract of a LinkML class, a text
// of one of its files replaced.
func release(t *testing.T, file, old, with string) (*catalog.Catalog, string) {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"contractc.yaml", "contractc.lock", "release/library.yaml", "release/schema.yaml", "release/outputs/notes.yaml"} {
		text, err := os.ReadFile("../testdata/outputs/acme-release/" + name)
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		if name == file {
			if changed = strings.Replace(changed, old, with, 1); changed == string(text) {
				t.Fatalf("%s does not hold %q", name, old)
			}
		}
		files[name] = &fstest.MapFile{Data: []byte(changed)}
	}
	c, problems := catalog.Load([]catalog.Source{{FS: files, Origin: catalog.OriginFolder}}, catalog.Options{})
	if c == nil {
		return nil, problems.Error()
	}
	return c, ""
}

// TestOutputDigests: a change of a contract, of its examples and of any class behind
// it is a change of its digest, which the lock notices.
func TestOutputDigests(t *testing.T) {
	c, wrong := release(t, "", "", "")
	if c == nil || len(c.CheckLock(c.Bundles[0])) > 0 {
		t.Fatal(wrong, c.CheckLock(c.Bundles[0]))
	}
	want := c.Output("release.notes").Digest
	for _, change := range [][3]string{
		{"release/outputs/notes.yaml", "max_lines: 10", "max_lines: 11"},
		{"release/outputs/notes.yaml", "CSV export", "PDF export"},
		{"release/schema.yaml", "removed: {}", "removed: {}\n      moved: {}"},
		{"release/schema.yaml", "text: {required: true}", "text: {}"},
	} {
		changed, wrong := release(t, change[0], change[1], change[2])
		if changed == nil {
			t.Fatal(wrong)
		}
		if changed.Output("release.notes").Digest == want || len(changed.CheckLock(changed.Bundles[0])) == 0 {
			t.Errorf("%v goes unnoticed", change)
		}
	}
}

// TestOutputMistakes: what is wrong with the place of a contract, or with its class.
func TestOutputMistakes(t *testing.T) {
	for _, tc := range [][4]string{
		{"release/outputs/notes.yaml", "id: release.notes", "id: release.note", "release/outputs/notes.yaml:2:5: the id of an output contract is its library and the name of its file"},
		{"release/outputs/notes.yaml", "class: Release", "class: Relase", `the class "Relase" cannot be used`},
		{"release/outputs/notes.yaml", "class: Release", "class: other.Release", `there is no library "other"`},
		{"release/outputs/notes.yaml", "max_lines: 10", "max_lines: 0", "release/outputs/notes.yaml:13:18: "},
		{"release/outputs/notes.yaml", "optional: true", "optinal: true", `has no field "optinal"`},
	} {
		if c, wrong := release(t, tc[0], tc[1], tc[2]); c != nil || !strings.Contains(wrong, tc[3]) {
			t.Errorf("%s: %s", tc[2], wrong)
		}
	}
}

// TestClassesOfAnIndex: a class is found in a catalog that was not read from files,
// and for a contract that stands in no bundle.
func TestClassesOfAnIndex(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	view, class, err := c.Class("filesystem.ReadFile")
	if err != nil || view.Class(class) == nil {
		t.Fatalf("%v %q", err, class)
	}
	again, _, _ := c.Class("filesystem.DeletePath")
	if again != view {
		t.Error("the schema is read twice")
	}
	for _, name := range []string{"nothing.ReadFile", "ReadFile", "claim.X"} {
		if _, _, err := c.Class(name); err == nil {
			t.Errorf("the class %q is found", name)
		}
	}
	for text, want := range map[string]string{
		"json: {class: filesystem.ReadFile}": "", "json: {class: filesystem.Nothing}": "output.class", "json: {class: ReadFile}": "output.class", "jsn: {}": "instance.unknown-field",
	} {
		n, problems := doc.ReadYAML("x.yaml", []byte("kind: OutputContract\nid: a.b\nversion: 1.0.0\ntext: x\n"+text), doc.DefaultLimits())
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		o, problems := c.ReadOutput("x.yaml", n)
		if want == "" && (o == nil || o.Class != "filesystem.ReadFile" || o.Digest == "") || want != "" && (o != nil || problems[0].Code != want) {
			t.Errorf("%s: %v, %v", text, o, problems)
		}
	}
}
