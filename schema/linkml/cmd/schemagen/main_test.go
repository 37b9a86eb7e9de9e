package main

import (
	"bytes"
	"os"
	"path/filepath"
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
	bad := write("bad.yaml", head+"classes: {C: {isa: \"\\e[31m\"}}\ntitle: 1\n")
	tests := []struct {
		name string
		args []string
		code int
		want string // on standard error
	}{
		{"good", []string{"-package", "p", "-o", folder, good}, 0, ""},
		{"bad", []string{"-package", "p", "-o", folder, bad}, 1, "bad.yaml:5:8: expected a string, not a number"},
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
}
