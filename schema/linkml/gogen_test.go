package linkml

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkGenerated compares generated files with those of a folder.
func checkGenerated(t *testing.T, folder, file, pkg string) {
	t.Helper()
	v, err := LoadFS(os.DirFS(folder), file)
	if err != nil {
		t.Fatal(err)
	}
	files, err := GenerateGo(v, GoOptions{Package: pkg, Command: "schemagen"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		names = append(names, path)
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, f.Content) {
			t.Errorf("%s is not what the generator writes now; run go generate ./schema/... (%v)", path, err)
		}
	}
	all, _ := filepath.Glob(filepath.Join(folder, "*_gen.go"))
	slices.Sort(names)
	if !slices.Equal(all, names) {
		t.Errorf("the folder has %q and the generator writes %q", all, names)
	}
}

// TestGeneratedIsFresh checks that go generate ./schema would change nothing.
func TestGeneratedIsFresh(t *testing.T) { checkGenerated(t, "..", "documents.yaml", "schema") }

// TestHostile checks what is generated from a hostile schema; testdata/hostile is compiled by TestHostileRoundTrip.
func TestHostile(t *testing.T) { checkGenerated(t, "testdata/hostile", "hostile.yaml", "hostile") }

func TestGenerateGoRefuses(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"no discriminator", "classes: {A: {abstract: true}, B: {is_a: A}, C: {attributes: {a: {range: A}}}}\n", `no slot tells the classes below "A" apart`},
		{"integer keys", "classes: {A: {attributes: {k: {key: true, range: integer}}}, C: {attributes: {a: {range: A, multivalued: true}}}}\n", "has keys that are not strings"},
		{"polymorphic entries", "classes: {A: {abstract: true, attributes: {k: {identifier: true}, t: {designates_type: true}}}, B: {is_a: A}, C: {attributes: {a: {range: A, multivalued: true, inlined: true}}}}\n", "has polymorphic values"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := GenerateGo(mustLoad(t, tt.body, false), GoOptions{Package: "p", Command: "c"})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
