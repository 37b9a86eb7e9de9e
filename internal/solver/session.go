package solver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// maxAnswer is how many bytes one answer may have.
const maxAnswer = 16 << 20

// Session is a running solver. It is for one goroutine.
type Session struct {
	Solver  Solver
	limit   Limit
	command *exec.Cmd
	in      io.WriteCloser
	out     io.Closer
	lines   chan string // what it prints; closed at the end
	asked   int
	stop    context.CancelFunc
	broken  error
}

// FailedError says that a solver did not answer: it printed an error, ended, or
// printed what is no answer. It is our own failure, not a verdict.
type FailedError struct {
	Solver string
	Reason string
}

func (e *FailedError) Error() string { return e.Solver + " gave no answer: " + e.Reason }

// Start starts the solver. It gives up on each check after the limit's effort and
// then answers unknown; it is stopped where one takes longer than the limit's
// time. Close the session after use.
func (s Solver) Start(ctx context.Context, limit Limit) (*Session, error) {
	ctx, stop := context.WithCancel(ctx)
	command := s.command(ctx, limit.Effort)
	in, err := command.StdinPipe()
	if err != nil {
		stop()
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		stop()
		return nil, err
	}
	if err := command.Start(); err != nil {
		stop()
		return nil, err
	}
	session := &Session{Solver: s, limit: limit, command: command, in: in, out: out, lines: make(chan string, 64), stop: stop}
	go session.read(ctx, out)
	// One that has ended by now says why to whoever asks it first.
	_, _ = io.WriteString(in, s.preamble())
	return session, nil
}

// read passes on the lines that the solver prints.
func (s *Session) read(ctx context.Context, out io.Reader) {
	defer close(s.lines)
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, maxAnswer)
	for scanner.Scan() {
		select {
		case s.lines <- scanner.Text():
		case <-ctx.Done():
			return
		}
	}
}

// Close ends the solver.
func (s *Session) Close() {
	s.stop()
	_ = s.in.Close()
	_ = s.out.Close()
	for range s.lines { // until it has ended
	}
	_ = s.command.Wait()
	s.broken = errors.New("the session is closed")
}

// Ask runs commands between push and pop and returns the lines that they
// printed. The error is a *FailedError or a *TimeoutError; after one the session
// can be asked nothing more.
func (s *Session) Ask(script string) ([]string, error) {
	return s.commands("(push 1)\n" + script + "\n(pop 1)\n")
}

// forget takes the solver back to where it started.
func (s *Session) forget() error {
	_, err := s.commands("(reset)\n" + s.Solver.preamble())
	return err
}

// commands runs commands and returns the lines that they printed.
func (s *Session) commands(script string) ([]string, error) {
	if s.broken != nil {
		return nil, &FailedError{s.Solver.Name, s.broken.Error()}
	}
	s.asked++
	frame := fmt.Sprintf("end of answer %d", s.asked)
	text := script + "(echo \"" + frame + "\")\n"
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(s.in, text)
		sent <- err
	}()
	lines, err := s.answer(frame, s.limit.Time)
	if err == nil {
		err = <-sent
	}
	if err != nil {
		s.stop()
		s.broken = err
		return nil, err
	}
	return lines, nil
}

// answer reads up to the frame.
func (s *Session) answer(frame string, within time.Duration) ([]string, error) {
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	var lines []string
	size := 0
	for {
		select {
		case line, ok := <-s.lines:
			size += len(line)
			switch {
			case !ok:
				return nil, s.failed("it ended")
			case strings.Trim(line, `"`) == frame:
				return lines, nil
			case strings.Contains(line, "(error"):
				return nil, s.failed(fmt.Sprintf("it printed %.300q", line))
			case size > maxAnswer:
				return nil, s.failed(fmt.Sprintf("it printed more than %d bytes", maxAnswer))
			}
			lines = append(lines, line)
		case <-deadline.C:
			return nil, &TimeoutError{s.Solver.Name, within}
		}
	}
}

func (s *Session) failed(reason string) error { return &FailedError{s.Solver.Name, reason} }
