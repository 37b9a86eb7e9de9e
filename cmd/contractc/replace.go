package main

import (
	"errors"
	"os"
	"path/filepath"
)

// replaceFile writes a file beside the one of the name and puts it in its place, so
// that what reads it sees the old text or the new one. Of a link, what it leads to
// is replaced. The permissions stay; a new file is for its owner alone. What is no
// regular file is written to.
func replaceFile(name string, text []byte) error {
	mode := os.FileMode(0o600)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, text, mode)
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Chmod(mode), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), name)
}
