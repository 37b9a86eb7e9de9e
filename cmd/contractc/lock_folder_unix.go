//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// lockFolder takes an advisory lock on a folder, which leaves no file behind and
// ends with the process. The error says that another process keeps it.
func lockFolder(name string, wait time.Duration) (unlock func() error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	const pause = 20 * time.Millisecond
	for ; ; wait -= pause {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return f.Close, nil
		case errors.Is(err, syscall.EWOULDBLOCK) && wait > 0:
			time.Sleep(pause)
		case errors.Is(err, syscall.EWOULDBLOCK):
			return nil, errors.Join(fmt.Errorf("another process keeps the folder %q", name), f.Close())
		default:
			return nil, errors.Join(err, f.Close())
		}
	}
}
