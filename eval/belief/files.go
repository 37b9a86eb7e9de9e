package belief

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// files is what a store needs of a file system. Tests let single steps fail.
type files interface {
	// Resolve follows symbolic links, so that the file behind them is replaced
	// and not the link.
	Resolve(path string) (string, error)
	// Read reads a file up to a limit.
	Read(path string, limit int64) ([]byte, error)
	// Lock takes a lock that ends with the process; errLocked where another
	// has it. It does not wait.
	Lock(path string) (unlock func() error, err error)
	// Replace puts a text in the place of a file, all of it or nothing.
	Replace(path string, text []byte) error
}

// errLocked says that another process has the lock.
var errLocked = errors.New("locked")

// disk is the file system.
type disk struct{}

func (disk) Resolve(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return "", fmt.Errorf("%q is a symbolic link to nothing", path)
		}
		return path, nil
	}
	return resolved, err
}

func (disk) Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%q is larger than the limit of %d bytes", path, limit)
	}
	return text, err
}

func (disk) Replace(path string, text []byte) error {
	return replace(path, text, func(string) error { return nil })
}

// The steps of a replacement, in their order. Before each of them, tests may
// fail or be killed.
const (
	stepCreate = "create"
	stepWrite  = "write"
	stepSync   = "sync"
	stepClose  = "close"
	stepRename = "rename"
	stepFolder = "folder"
)

// replace writes the text to a new file beside the old one, brings it to the
// disk and renames it. The caller has the lock, so the new file's name is free;
// one that a crash left there is removed. before is called before each step.
func replace(path string, text []byte, before func(step string) error) (err error) {
	next := path + ".next"
	if err := before(stepCreate); err != nil {
		return err
	}
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode(path))
	if err != nil {
		return err
	}
	if err := fill(f, text, before); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	if err := before(stepRename); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	if err := os.Rename(next, path); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	if err := before(stepFolder); err != nil {
		return err
	}
	if err := syncFolder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("the state was written, but a loss of power may bring the old one back: %w", err)
	}
	return nil
}

// fill writes the text to a file, brings it to the disk and closes it.
func fill(f *os.File, text []byte, before func(string) error) error {
	closed := false
	defer func() {
		if !closed {
			_ = f.Close()
		}
	}()
	if err := before(stepWrite); err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := before(stepSync); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := before(stepClose); err != nil {
		return err
	}
	closed = true
	return f.Close()
}

// mode is the mode of the file that is replaced; a new one is its owner's alone.
func mode(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o600
}
