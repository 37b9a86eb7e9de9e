package revision_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/revision"
)

// repository makes a repository with one commit of the files in it.
func repository(t *testing.T, prepare func(dir string)) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("git is not installed; install it: apt-get install -y git")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(dir, "none"))
	git := func(args ...string) {
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	prepare(dir)
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRead reads what was committed, whatever the work tree holds now.
func TestRead(t *testing.T) {
	dir := repository(t, func(dir string) {
		write(t, dir, "policy/a.yaml", "a\r\n\x00")
		write(t, dir, "policy/lib/b.yaml", "")
		write(t, dir, "other.yaml", "other")
	})
	write(t, dir, "policy/a.yaml", "changed")
	for _, folder := range []string{"policy", "policy/", "/policy"} {
		files, err := revision.Read(context.Background(), dir, "main", folder)
		if err != nil || len(files) != 2 || files[0].Path != "a.yaml" || string(files[0].Data) != "a\r\n\x00" || files[1].Path != "lib/b.yaml" || len(files[1].Data) != 0 {
			t.Errorf("%q: %v, %v", folder, files, err)
		}
	}
	if files, err := revision.Read(context.Background(), dir, "HEAD", ""); err != nil || len(files) != 3 {
		t.Errorf("the root has %d files, %v", len(files), err)
	}
}

// TestRefusals: what is no folder of regular files is refused, with the reason.
func TestRefusals(t *testing.T) {
	dir := repository(t, func(dir string) {
		write(t, dir, "policy/a.yaml", "a")
		if err := os.Symlink("a.yaml", filepath.Join(dir, "policy", "b.yaml")); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "large/a.yaml", strings.Repeat("a", 4<<20+1))
	})
	for _, c := range []struct{ revision, folder, want string }{
		{"main", "policy", "no regular file"},
		{"main", "large", "more than 4194304 bytes"},
		{"main", "nothing", "has no folder"},
		{"main", "large/a.yaml", "has no folder"},
		{"main", "../x", "named from the root"},
		{"nothing", "policy", "there is no revision"},
		{"--output=x", "policy", "there is no revision"},
		{"", "policy", "no revision is named"},
	} {
		_, err := revision.Read(context.Background(), dir, c.revision, c.folder)
		var refused *revision.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:%q: %v, want %q", c.revision, c.folder, err, c.want)
		}
	}
	if _, err := revision.Read(context.Background(), t.TempDir(), "main", ""); err == nil || !strings.Contains(err.Error(), "git says") {
		t.Errorf("a folder outside of a repository: %v", err)
	}
}
