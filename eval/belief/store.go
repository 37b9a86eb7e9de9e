package belief

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// A Store is a state file. Several processes may use one: each reads the state,
// works, and writes what follows only if the file still holds what it read.
type Store struct {
	path  string
	rules *Rules
	files files
}

// Open returns the store of a path. Nothing is read or written yet.
func (r *Rules) Open(path string) *Store { return &Store{path: path, rules: r, files: disk{}} }

// A LockError says that another process is writing the file now.
type LockError struct{ Path string }

// Error returns the message.
func (e *LockError) Error() string {
	return fmt.Sprintf("another process is writing the state %q; nothing was written, run the command again", e.Path)
}

// A ChangedError says that the file does not hold what was read any more.
type ChangedError struct {
	Path string
	// Read and Found are digests of states; empty where there was no file.
	Read, Found string
}

// Error returns the message.
func (e *ChangedError) Error() string {
	name := func(digest string) string {
		if digest == "" {
			return "no file"
		}
		return digest
	}
	return fmt.Sprintf("the state %q changed while this command worked on it (%s was read, %s is there now); nothing was written, run the command again",
		e.Path, name(e.Read), name(e.Found))
}

// A FileError says that the file holds no state. Problems have their places.
type FileError struct {
	Path     string
	Text     []byte
	Problems diag.List
}

// Error returns the first problem.
func (e *FileError) Error() string { return fmt.Sprintf("%q is no state: %v", e.Path, e.Problems) }

// Load reads the file. The error is a *FileError where it holds no state, and
// wraps fs.ErrNotExist where there is no file.
func (s *Store) Load() (*Base, error) {
	text, err := s.files.Read(s.path, MaxBytes)
	if err != nil {
		return nil, err
	}
	b, problems := s.rules.Read(s.path, text)
	if problems.HasErrors() {
		return nil, &FileError{s.path, text, problems}
	}
	return b, nil
}

// Save writes the state of a base in place of the one that was read, nil for
// none. It holds a lock while it compares and writes, and the file has the old
// or the new state whatever happens: the new one is written beside it, brought
// to the disk, and renamed. The error is a *LockError or a *ChangedError where
// somebody else was faster, and otherwise one of the file system.
func (s *Store) Save(read, next *Base) (err error) {
	text, err := s.readable(next.State())
	if err != nil {
		return err
	}
	path, err := s.files.Resolve(s.path)
	if err != nil {
		return err
	}
	unlock, err := s.files.Lock(path + ".lock")
	if err != nil {
		if errors.Is(err, errLocked) {
			return &LockError{s.path}
		}
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if err := s.unchanged(read); err != nil {
		return err
	}
	return s.files.Replace(path, text)
}

// readable is the text of a state that Load can read again.
func (s *Store) readable(state schema.State) ([]byte, error) {
	text, err := Format(state)
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the state %q would have %d bytes, more than the limit of %d; nothing was written", s.path, len(text), MaxBytes)
	}
	if _, problems := s.rules.Read(s.path, text); problems.HasErrors() {
		return nil, fmt.Errorf("the state %q could not be read again, so it was not written: %w", s.path, problems)
	}
	return text, nil
}

// unchanged compares the file with what was read of it.
func (s *Store) unchanged(read *Base) error {
	changed := &ChangedError{Path: s.path}
	if read != nil {
		changed.Read = read.Digest()
	}
	switch now, err := s.Load(); {
	case err == nil:
		changed.Found = now.Digest()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if changed.Read != changed.Found {
		return changed
	}
	return nil
}
