package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/format"
)

// A file that somebody else changed after it was read is left as it is, also one that
// is gone or another by then; what was written before is said, and the rest is not
// written.
func TestFmtLeavesWhatChanged(t *testing.T) {
	const loose, form = "a:   1\n", "a: 1\n"
	for name, change := range map[string]func(string){
		"changed": func(name string) { write(t, name, []byte("a:   2\n")) },
		"another": func(name string) {
			write(t, name+".new", []byte("a:   2\n"))
			if err := os.Rename(name+".new", name); err != nil {
				t.Fatal(err)
			}
		},
		"gone": func(name string) {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, shape := range []string{"text", "json"} {
			folder := t.TempDir()
			names := []string{filepath.Join(folder, "a.yaml"), filepath.Join(folder, "b.yaml"), filepath.Join(folder, "c.yaml")}
			for _, n := range names {
				write(t, n, []byte(loose))
			}
			files, problems, err := format.Read(names)
			if err != nil || problems.HasErrors() {
				t.Fatal(err, problems)
			}
			change(names[1])
			was, _ := os.ReadFile(names[1])
			var out bytes.Buffer
			a := &app{stdout: &out, stderr: &out}
			err = a.formatted(files, &fmtFlags{format: shape})
			if codeOf(err) != exitUsage || err == nil || !strings.Contains(err.Error(), "b.yaml") {
				t.Errorf("%s, %s: %v", name, shape, err)
			}
			if is, _ := os.ReadFile(names[1]); !bytes.Equal(is, was) {
				t.Errorf("%s: the file holds %q, and held %q", name, is, was)
			}
			if readText(t, names[0]) != form || readText(t, names[2]) != loose {
				t.Errorf("%s: the others hold %q and %q", name, readText(t, names[0]), readText(t, names[2]))
			}
			if want := map[string]string{"text": names[0] + "\n", "json": ""}[shape]; out.String() != want {
				t.Errorf("%s, %s: printed %q, want %q", name, shape, out.String(), want)
			}
		}
	}
}
