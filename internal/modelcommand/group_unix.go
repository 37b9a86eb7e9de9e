//go:build unix

package modelcommand

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the command in a process group of its own, so that all that it
// started ends with it.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}

// endGroup ends what a command left behind, which is known to go on.
func endGroup(command *exec.Cmd) { _ = command.Cancel() }
