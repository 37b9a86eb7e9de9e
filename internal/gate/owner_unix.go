//go:build unix

package gate

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a file belongs to the user that runs the program.
func isOurs(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Geteuid()
}
