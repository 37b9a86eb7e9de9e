//go:build !unix

package modelcommand

import "os/exec"

// ownGroup does nothing where there are no process groups: the command alone is
// ended.
func ownGroup(*exec.Cmd) {}

// endGroup does nothing either.
func endGroup(*exec.Cmd) {}
