// Package replace writes files at once: what reads one meanwhile sees the old text
// or the new one, and a write that fails leaves the old one.
//
// Entry points: File, and Unchanged for a file that was read before.
package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Permissions of files that are new; the umask takes from them.
const (
	Shared  fs.FileMode = 0o644
	Private fs.FileMode = 0o600
)

// File writes a text beside the file of the name and puts it in its place. Of a
// link, what it leads to is replaced. The permissions of a file that is there stay,
// and one that nobody may write is refused; a new file gets those of mode. What is
// no regular file, or a name for what is open already, is written to.
func File(name string, text []byte, mode fs.FileMode) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isLink(name):
		return put(name, text, mode, false)
	case err != nil:
		return err
	case !info.Mode().IsRegular() || isOpen(name):
		return os.WriteFile(name, text, mode)
	case info.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("%q is read-only: allow writing it first", name)
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	return put(name, text, info.Mode().Perm(), true)
}

// Unchanged is File for a file that held the text before when it was read: one that
// holds another by now, which somebody else wrote, is refused.
func Unchanged(name string, before, text []byte) error {
	now, err := os.ReadFile(name)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(now, before):
		return fmt.Errorf("%q changed meanwhile: run it again", name)
	}
	return File(name, text, Shared)
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isOpen reports a name of what a process has open, such as /dev/stdout: who has it
// open would not see a file that is put in its place.
func isOpen(name string) bool {
	return strings.HasPrefix(filepath.Clean(name), "/dev/") || strings.HasPrefix(filepath.Clean(name), "/proc/")
}

// put renames a new file, whose permissions are exactly those of mode where they
// are another file's.
func put(name string, text []byte, mode fs.FileMode, exactly bool) (err error) {
	beside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".contractc-%016x", rand.Uint64()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed):
		return &fs.PathError{Op: failed.Op, Path: name, Err: failed.Err}
	case err != nil:
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(beside))
		}
	}()
	_, err = f.Write(text)
	if err == nil && exactly {
		err = f.Chmod(mode)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(beside, name)
}
