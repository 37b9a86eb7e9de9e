//go:build unix

package modelcommand_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/modelcommand"
)

// shell is a command of a shell with room for a test.
func shell(script string) modelcommand.Command {
	return modelcommand.Command{Args: []string{"sh", "-c", script}, Timeout: 30 * time.Second, MaxOutput: 1 << 20}
}

func TestRun(t *testing.T) {
	reply, printed, err := shell("tr a-z A-Z; echo note >&2").Run(context.Background(), "hello")
	if err != nil || string(reply) != "HELLO" || printed != "note\n" {
		t.Errorf("%q, %q, %v", reply, printed, err)
	}
	// a prompt that nobody reads is no error
	reply, _, err = shell("echo ok").Run(context.Background(), strings.Repeat("x", 1<<20))
	if err != nil || string(reply) != "ok\n" {
		t.Errorf("%q, %v", reply, err)
	}
}

func TestFailures(t *testing.T) {
	slow, small := shell("sleep 30"), shell("yes")
	slow.Timeout, small.MaxOutput = 100*time.Millisecond, 100
	for want, command := range map[string]modelcommand.Command{
		`ended with exit status 3; it printed "b"`: shell("echo a >&2; echo b >&2; exit 3"),
		"took longer than the limit of 100ms":      slow,
		"printed more than the limit of 100 bytes": small,
		"cannot be run: ":                          {Args: []string{"./there-is-none"}, Timeout: time.Second, MaxOutput: 1},
		"ended with signal: killed":                shell("kill -9 $$"),
		"held its output for more than 2s":         shell("sleep 20 & echo done"),
	} {
		_, _, err := command.Run(context.Background(), "")
		var failed *modelcommand.FailedError
		if !errors.As(err, &failed) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", command.Args, err, want)
		}
	}
}

// TestNothingOutlives: what a command started ends with it.
func TestNothingOutlives(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	child := 0
	go func() {
		eventually(func() bool {
			text, _ := os.ReadFile(started)
			child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			return strings.HasSuffix(string(text), "\n")
		})
		stop()
	}()
	command := shell("sleep 3600 & echo $! > '" + started + "'; wait")
	command.Timeout = time.Minute
	if _, _, err := command.Run(ctx, ""); !errors.Is(err, context.Canceled) || child == 0 {
		t.Fatalf("%v, and the child is %d", err, child)
	}
	if !eventually(func() bool { return gone(child) }) {
		_ = syscall.Kill(child, syscall.SIGKILL)
		t.Error("a process of the command goes on")
	}
}

// eventually waits for at most 30 s.
func eventually(holds func() bool) bool {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

// gone reports whether a process has ended; it may not have been waited for.
func gone(pid int) bool {
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(state), ") Z ")
}

// TestContext: the end of the context ends the command.
func TestContext(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	if _, _, err := shell("sleep 30").Run(ctx, ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestPrintedIsBounded: of a command that prints without end beside its reply, the
// reply is taken and the rest is cut.
func TestPrintedIsBounded(t *testing.T) {
	reply, printed, err := shell("yes | head -c 300000 >&2; echo ok").Run(context.Background(), "")
	if err != nil || string(reply) != "ok\n" || len(printed) != 64<<10 {
		t.Errorf("%q, %d bytes, %v", reply, len(printed), err)
	}
}
