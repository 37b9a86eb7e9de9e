package scaffold

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/contractc/contractc/internal/editor"
	"github.com/contractc/contractc/internal/replace"
)

// writer collects what is to be written below a folder, and writes all of it or
// nothing.
type writer struct {
	dir   string
	files []string  // what is told of, in its order
	added []content // new files
	edits []content // files that are there
}

// content is a file, its name with slashes, and its text.
type content struct{ file, text string }

// write adds a new file.
func (w *writer) write(file, text string) error {
	target := filepath.Join(w.dir, filepath.FromSlash(file))
	if _, err := os.Lstat(target); err == nil {
		return refusef("there is a file %q", target)
	}
	w.files = append(w.files, file)
	w.added = append(w.added, content{file, text})
	return nil
}

// commit writes the JSON Schemas that the first lines of examples name, which are no
// files of the bundle and are not told of, then new files, and then those that are there.
// No link leads out of the folder. Where it fails, new files are taken away again.
func (w *writer) commit() error {
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := editor.Write(w.dir); err != nil {
		return err
	}
	for i, f := range w.added {
		if err := create(root, f); err != nil {
			return errors.Join(err, w.takeBack(root, i))
		}
	}
	for _, f := range w.edits {
		if err := replace.File(filepath.Join(w.dir, filepath.FromSlash(f.file)), []byte(f.text), replace.Shared); err != nil {
			return errors.Join(err, w.takeBack(root, len(w.added)))
		}
	}
	return nil
}

func create(root *os.Root, f content) (err error) {
	if err := root.MkdirAll(path.Dir(f.file), 0o755); err != nil {
		return err
	}
	file, err := root.OpenFile(f.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(f.text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, root.Remove(f.file))
	}
	return nil
}

// takeBack removes the first of the new files.
func (w *writer) takeBack(root *os.Root, n int) error {
	var failed error
	for _, f := range w.added[:n] {
		if err := root.Remove(f.file); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%q was written and cannot be taken away: %w", f.file, err))
		}
	}
	return failed
}
