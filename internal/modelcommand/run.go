// Package modelcommand runs a command that is a model: the prompt goes in on
// standard input, the reply comes back on standard output. Time and the sizes of
// what it prints are bounded, and nothing that it started outlives it.
package modelcommand

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
)

// Command is a command with its bounds.
type Command struct {
	// Args are the program and its arguments; no shell reads them.
	Args []string
	// Timeout is how long one run may take.
	Timeout time.Duration
	// MaxOutput is how many bytes it may print on standard output.
	MaxOutput int
}

// maxPrinted is how many bytes of standard error are kept.
const maxPrinted = 64 << 10

// grace is how long output may be read after the command has ended.
const grace = 2 * time.Second

// FailedError says why a command gave no reply.
type FailedError struct {
	Program string
	Reason  string
	// Printed is the end of what it printed on standard error.
	Printed string
}

// Error returns the reason and the last line that the command printed on standard
// error.
func (e *FailedError) Error() string {
	text := fmt.Sprintf("the model command %q %s", e.Program, e.Reason)
	if line := lastLine(e.Printed); line != "" {
		text += fmt.Sprintf("; it printed %.300q", line)
	}
	return text
}

func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[strings.LastIndexAny(s, "\r\n")+1:]
}

// Run runs the command once. It returns what it printed on standard output and,
// up to a bound, on standard error. The error is a [*FailedError] or that of the
// context.
func (c Command) Run(ctx context.Context, prompt string) (reply []byte, printed string, err error) {
	limited, stop := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("took longer than the limit of %s", c.Timeout))
	defer stop()
	limited, cut := context.WithCancelCause(limited)
	defer cut(nil)
	command := exec.CommandContext(limited, c.Args[0], c.Args[1:]...)
	out := &bounded{max: c.MaxOutput, full: func() { cut(fmt.Errorf("printed more than the limit of %d bytes", c.MaxOutput)) }}
	errs := &bounded{max: maxPrinted, full: func() {}, drop: true}
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(prompt), out, errs
	command.WaitDelay = grace
	ownGroup(command)
	err = command.Run()
	switch {
	case ctx.Err() != nil:
		return out.buffer.Bytes(), errs.buffer.String(), context.Cause(ctx)
	case limited.Err() != nil:
		err = c.failed(context.Cause(limited).Error(), errs)
	case err != nil:
		if errors.Is(err, exec.ErrWaitDelay) {
			endGroup(command)
		}
		err = c.failed(reason(err), errs)
	}
	return out.buffer.Bytes(), errs.buffer.String(), err
}

func (c Command) failed(reason string, printed *bounded) error {
	return &FailedError{Program: c.Args[0], Reason: reason, Printed: printed.buffer.String()}
}

// reason is what happened, in words.
func reason(err error) string {
	var exit *exec.ExitError
	var start *exec.Error
	switch {
	case errors.As(err, &exit):
		return "ended with " + diag.Neutralise(exit.ProcessState.String())
	case errors.As(err, &start):
		return "cannot be run: " + diag.Neutralise(start.Err.Error())
	case errors.Is(err, exec.ErrWaitDelay):
		return fmt.Sprintf("left a process behind that held its output for more than %s", grace)
	}
	return "cannot be run: " + diag.Neutralise(err.Error())
}

// bounded keeps what is written up to a bound. Beyond it, it drops the rest, or
// it is full and takes no more.
type bounded struct {
	buffer bytes.Buffer
	max    int
	full   func()
	drop   bool
}

// errFull ends the copying of an output.
var errFull = errors.New("too much output")

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	room := b.max - b.buffer.Len()
	if len(p) <= room {
		return b.buffer.Write(p)
	}
	b.buffer.Write(p[:max(0, room)])
	b.full()
	if b.drop {
		return len(p), nil
	}
	return 0, errFull
}
