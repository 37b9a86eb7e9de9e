package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const head = "id: https://example.org/t\nname: t\nimports: [linkml:types]\n"
	good := write("good.yaml", head+"classes: {C: {attributes: {a: {range: integer, required: true}}}}\n")
	documents := write("documents.yaml", head+"classes: {BigThing: {annotations: {document: read}}, B: {annotations: {document: written}}, C: {}}\n")
	strange := write("strange.yaml", head+"classes: {C: {annotations: {document: spoken}}}\n")
	stale := filepath.Join(folder, "json", "old.schema.json")
	bad := write("bad.yaml", head+"classes: {C: {isa: \"\\e[31m\"}}\ntitle: 1\n")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	write(filepath.Join("json", "old.schema.json"), "{}")
	tests := []struct {
		name string
		args []string
		code int
		want string // on standard error
	}{
		{"good", []string{"-package", "p", "-o", folder, good}, 0, ""},
		{"bad", []string{"-package", "p", "-o", folder, bad}, 1, "bad.yaml:5:8: expected a string, not a number"},
		{"documents", []string{"-package", "p", "-o", folder, "-json", filepath.Join(folder, "json"), documents}, 0, ""},
		{"strange document", []string{"-package", "p", "-o", folder, "-json", filepath.Join(folder, "json"), strange}, 1, "is spoken and neither written nor read"},
		{"no folder of documents", []string{"-package", "p", "-o", folder, "-json", good, documents}, 1, "good.yaml"},
		{"no package", []string{good}, 1, "usage: "},
		{"no file", []string{"-package", "p"}, 1, "usage: "},
		{"no such file", []string{"-package", "p", filepath.Join(folder, "none.yaml")}, 1, "none.yaml"},
		{"no such folder", []string{"-package", "p", "-o", filepath.Join(folder, "none"), good}, 1, "good_gen.go"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			if code := run(tt.args, &stderr); code != tt.code || !strings.Contains(stderr.String(), tt.want) || tt.want == "" && stderr.Len() > 0 {
				t.Errorf("got %d, %q", code, stderr.String())
			}
		})
	}
	text, err := os.ReadFile(filepath.Join(folder, "good_gen.go"))
	if err != nil || !bytes.Contains(text, []byte("\tA int64 `json:\"a\"`")) {
		t.Errorf("got %s, %v", text, err)
	}
	found, err := filepath.Glob(filepath.Join(folder, "json", "*"))
	want := []string{filepath.Join(folder, "json", "b.schema.json"), filepath.Join(folder, "json", "big_thing.schema.json")}
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("got %q, %v, want %q", found, err, want)
	}
}
