//go:build !unix

package belief

import (
	"errors"
	"io/fs"
	"os"
)

// Lock makes a file that must not exist, and removes it. A process that is
// killed leaves it behind; it must then be removed by hand.
func (disk) Lock(path string) (func() error, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, errLocked
	}
	if err != nil {
		return nil, err
	}
	return func() error { return errors.Join(f.Close(), os.Remove(path)) }, nil
}

// syncFolder does nothing: renaming is all that there is.
func syncFolder(string) error { return nil }
