package policydocs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func somePages(t *testing.T) []File {
	t.Helper()
	files, err := Files([]Page{{Kind: "rule", ID: "a.b", Version: "1.0.0", Summary: "words"}})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Pages are written again over pages, and over nothing else that is there.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	files := somePages(t)
	for range 2 {
		if err := Write(dir, files); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, "rules", "a.b.md"), "an older page")
		put(t, filepath.Join(dir, "notes.md"), "of a person")
	}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	stale, err := StaleFiles(dir, files)
	if err != nil || len(stale) != 1 || stale[0] != (Stale{"notes.md", true}) {
		t.Errorf("stale: %v %v", stale, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, there := range []string{"index.md", "index.html", "rules/a.b.md", "rules", "contractc.yaml"} {
		dir := t.TempDir()
		name := filepath.Join(dir, filepath.FromSlash(there))
		put(t, name, "of a person")
		if err := Write(dir, somePages(t)); err == nil {
			t.Errorf("%s is overwritten", there)
		}
		entries, err := os.ReadDir(dir)
		if text, readErr := os.ReadFile(name); err != nil || readErr != nil || string(text) != "of a person" || len(entries) != 1 {
			t.Errorf("%s: the folder is another: %v", there, entries)
		}
	}
}

// A link in the folder does not lead out of it, though it holds pages.
func TestWriteFollowsNoLink(t *testing.T) {
	for _, link := range []string{"index.html", "rules/a.b.md", "rules"} {
		dir, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
		put(t, filepath.Join(dir, "index.md"), Index(nil))
		put(t, filepath.Join(other, "a.b.md"), "of a person")
		name := filepath.Join(dir, filepath.FromSlash(link))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(other, "a.b.md")
		if link == "rules" {
			to = other
		}
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
		err := Write(dir, somePages(t))
		if text, _ := os.ReadFile(filepath.Join(other, "a.b.md")); err == nil || string(text) != "of a person" {
			t.Errorf("the link %s is followed: %v", link, err)
		}
	}
}

func TestPagesOfOneName(t *testing.T) {
	_, err := Files([]Page{{Kind: "rule", ID: "Main.deny"}, {Kind: "rule", ID: "main.deny"}})
	if err == nil || !strings.Contains(err.Error(), "case") {
		t.Errorf("two pages of one name: %v", err)
	}
}
