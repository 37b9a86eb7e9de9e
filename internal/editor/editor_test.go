package editor_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/editor"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestBundleFiles holds every YAML file of the bundles of the repository against
// the schema of its kind, and files that are broken too: a key that is not known,
// and a required one that is missing, are refused.
func TestBundleFiles(t *testing.T) {
	kinds, known := map[string]int{}, cache{}
	for _, dir := range []string{"../../policies", "../../testdata/bundles"} {
		for file, root := range bundleFiles(t, dir) {
			s, ok := editor.For(root)
			if !ok {
				t.Errorf("%s has no schema", file)
				continue
			}
			kinds[s.Class]++
			checkFile(t, file, known.compiled(t, s), root)
		}
	}
	for _, class := range []string{"Bundle", "Library", "Effects", "ContractFile", "PolicyFile", "OutputContract", "Facts", "Table", "Tests", "Locale", "LinkmlSchema", "Lock"} {
		if kinds[class] == 0 {
			t.Errorf("no file is a %s", class)
		}
	}
}

func checkFile(t *testing.T, file string, schema *jsonschema.Schema, root *doc.Node) {
	t.Helper()
	if err := schema.Validate(plain(t, root)); err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	unknown := plain(t, root)
	unknown["vresion"] = "1.0.0"
	if schema.Validate(unknown) == nil {
		t.Errorf("%s: a key that is not known is not refused", file)
	}
	refused := 0
	for key := range plain(t, root) {
		without := plain(t, root)
		delete(without, key)
		if schema.Validate(without) != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Errorf("%s: no key is required", file)
	}
}

// TestBrokenFiles has mistakes deeper in files, of every kind that has a depth.
func TestBrokenFiles(t *testing.T) {
	for name, text := range map[string]string{
		"severity":            "name: x\nmetadata: {id: a.b, version: 1.0.0, severity: denied}\nrule: {match: [{output: x}]}",
		"version":             "name: x\nmetadata: {id: a.b, version: 1, severity: deny}\nrule: {match: [{output: x}]}",
		"match and aggregate": "name: x\nrule: {match: [{output: x}], aggregate: [{output: x}]}",
		"output and rule":     "name: x\nrule: {match: [{output: x, rule: {match: [{output: x}]}}]}",
		"neither":             "name: x\nrule: {variables: []}",
		"condition misspelt":  "name: x\nrule: {match: [{conditon: x, output: x}]}",
		"explanation":         "name: x\nrule: {aggregate: [{output: x, explanation: x}]}",
		"invariant":           "name: x\nrule: {match: [{output: x}]}\nverification: {invariants: [{id: x}]}",
		"operator":            "kind: Contract\nid: a.b\nversion: 1.0.0\nsymbol: b\ntype_name: B\ntext: x\nscope: [x]\nconstraint: {count: {set: {version: 1.0.0, effects: [A]}, op: less, bound: '1'}}",
		"effect":              "kind: Effects\neffects:\n  A: {version: 1.0.0, function: a}",
		"case":                "kind: Tests\ncases: [{name: x, reply: x, expect: {decision: maybe}}]",
		"class":               "id: x\nname: x\nclasses: {A: {isa: EffectEvent}}",
		"slot":                "id: x\nname: x\nclasses: {A: {attributes: {b: {required: 'yes'}}}}",
		"ladder":              "kind: OutputContract\nid: a.b\nversion: 1.0.0\ntext: x\nladder: [again]",
	} {
		root, problems := doc.ReadYAML(name, []byte(text), doc.Limits{})
		if problems.HasErrors() {
			t.Fatalf("%s: %v", name, problems)
		}
		s, ok := editor.For(root)
		if !ok {
			t.Fatalf("%s has no schema", name)
		}
		if (cache{}).compiled(t, s).Validate(plain(t, root)) == nil {
			t.Errorf("%s: it is not refused by %s", name, s.Name)
		}
	}
}

// TestModeline checks that the first line leads from a file to the schema.
func TestModeline(t *testing.T) {
	bundle := t.TempDir()
	if _, err := editor.Write(bundle); err != nil {
		t.Fatal(err)
	}
	if again, err := editor.Write(bundle); err != nil || len(again) > 0 {
		t.Errorf("written twice: %v, %v", again, err)
	}
	for _, file := range []string{"contractc.yaml", "a/library.yaml", "a/tests/deep/x.yaml"} {
		root, _ := doc.ReadYAML(file, []byte("kind: Facts\nfacts: {}\n"), doc.Limits{})
		line := strings.TrimSuffix(editor.Modeline(file, root), "\n")
		_, to, ok := strings.Cut(line, "$schema=")
		if !ok || strings.Contains(to, ":") {
			t.Errorf("the line is %q", line)
		}
		if _, err := os.Stat(filepath.Join(bundle, filepath.Dir(file), to)); err != nil {
			t.Error(err)
		}
		if got := filepath.Join(filepath.Dir(file), to); got != filepath.FromSlash(".contractc/schema/facts.schema.json") {
			t.Errorf("%s leads to %s", file, got)
		}
	}
}

func bundleFiles(t *testing.T, dir string) map[string]*doc.Node {
	t.Helper()
	files := map[string]*doc.Node{}
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".yaml" && filepath.Base(file) != "contractc.lock" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		root, problems := doc.ReadYAML(file, text, doc.DefaultLimits())
		files[file] = root
		return problems.Err()
	})
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	return files
}

// plain is a document as the library wants it.
func plain(t *testing.T, root *doc.Node) map[string]any {
	t.Helper()
	text, err := json.Marshal(root.Plain())
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

// cache holds compiled schemas by their names.
type cache map[string]*jsonschema.Schema

func (known cache) compiled(t *testing.T, s editor.Schema) *jsonschema.Schema {
	t.Helper()
	if known[s.Name] != nil {
		return known[s.Name]
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Content))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(s.Name, v); err != nil {
		t.Fatal(err)
	}
	made, err := c.Compile(s.Name)
	if err != nil {
		t.Fatal(err)
	}
	known[s.Name] = made
	return made
}
