package replace

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// only checks that a folder holds the files and nothing that is left of writing.
func only(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func holds(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
		t.Errorf("%s has %v, want %v", name, info.Mode(), mode)
	}
}

// A file keeps its permissions, a new one gets those that are asked for, and who
// has the old one open goes on reading it.
func TestFile(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a")
	write(t, name, "old", 0o640)
	open, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := File(name, []byte("new and longer"), Private); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "new and longer", 0o640)
	before := make([]byte, 20)
	if n, _ := open.Read(before); string(before[:n]) != "old" {
		t.Errorf("who reads the old file sees %q", before[:n])
	}
	if err := File(filepath.Join(folder, "b"), nil, Private); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(folder, "b"), "", Private)
	only(t, folder, "a", "b")
}

func TestLinks(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "real"), "old", 0o600)
	for link, to := range map[string]string{"link": "real", "nowhere": "absent"} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Skip(err)
		}
	}
	if err := File(filepath.Join(folder, "link"), []byte("new"), Shared); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(folder, "real"), "new", 0o600)
	if err := File(filepath.Join(folder, "nowhere"), []byte("new"), Shared); err == nil {
		t.Error("a link to nothing is written")
	}
	only(t, folder, "link", "nowhere", "real")
	if to, err := os.Readlink(filepath.Join(folder, "link")); err != nil || to != "real" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
}

// What cannot be written is as it was, and nothing is left beside it.
func TestRefused(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "kept")
	write(t, name, "old", 0o444)
	if err := File(name, []byte("new"), Shared); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a read-only file: %v", err)
	}
	holds(t, name, "old", 0o444)
	for _, name := range []string{folder, filepath.Join(folder, "none", "x"), filepath.Join(name, "x")} {
		if err := File(name, []byte("new"), Shared); err == nil || !strings.Contains(err.Error(), " "+name+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
	only(t, folder, "kept")
}

func TestUnchanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	write(t, name, "theirs", 0o644)
	if err := Unchanged(name, []byte("old"), []byte("new")); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("what somebody else wrote: %v", err)
	}
	holds(t, name, "theirs", 0o644)
	if err := Unchanged(name, []byte("theirs"), []byte("new")); err != nil {
		t.Error(err)
	}
	holds(t, name, "new", 0o644)
}
