//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe in a folder, which nobody writes to, is refused or left out, and never read.
func TestNamedPipes(t *testing.T) {
	for _, place := range []string{"contractc.yaml", "contractc.lock", "store/rules/pipe.yaml", "store/secret.rego", ".contractc/schema/bundle.schema.json"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("testdata/loading")); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(place))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(name, 0o644); err != nil {
			t.Skip(err)
		}
		for _, command := range []string{
			"lint DIR", "lint DIR --fix", "fmt DIR", "fmt --check DIR/store/effects.yaml", "test DIR", "test DIR --mutate", "lock DIR", "docs --bundle DIR DIR/pages",
			"docs --check DIR", "explain store.public --bundle DIR", "prove invariants --bundle DIR", "schema editor --mark DIR",
			"new rule store.some --bundle DIR", "new library other --bundle DIR", "new contract store.some --bundle DIR",
		} {
			args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
			ended := make(chan bool)
			go func() {
				endOf(args...)
				close(ended)
			}()
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatalf("with a pipe %s, contractc %s does not end", place, command)
			}
		}
	}
}
