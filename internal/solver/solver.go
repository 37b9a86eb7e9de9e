// Package solver asks z3 and cvc5 questions in SMT-LIB 2 through their standard
// input and output.
//
// Entry points: Find finds the programs on PATH, in the order of preference;
// Solver.Start starts one of them; Session.Ask runs commands in a scope of their
// own and returns what was printed; Inquiry asks them in turn.
//
// The promise: an answer is complete, or there is an error. Every answer is
// framed by a line that the solver echoes; output with "(error", a process that
// ended and an empty answer are errors, never verdicts. What is answered does not
// depend on how fast or busy a machine is, see Limit.
package solver

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// Solver is a program that can be asked.
type Solver struct {
	Name string // z3 or cvc5
	Path string
}

// The names of the solvers, the preferred one first.
const (
	Z3   = "z3"
	CVC5 = "cvc5"
)

// MissingError says that no solver is installed, and how to install one.
type MissingError struct{ Names []string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("no solver is installed: %s not found on PATH; install one, on Debian with apt-get install %s",
		strings.Join(e.Names, " and "), strings.Join(e.Names, " "))
}

// Find returns the solvers of the names, all of both where none is named, that
// stand on PATH. The error is a *MissingError where there is none.
func Find(names ...string) ([]Solver, error) {
	if len(names) == 0 {
		names = []string{Z3, CVC5}
	}
	var found []Solver
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			found = append(found, Solver{name, path})
		}
	}
	if len(found) == 0 {
		return nil, &MissingError{names}
	}
	return found, nil
}

// Version asks the program for its version, such as 4.8.12.
func (s Solver) Version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, s.Path, "--version").Output()
	if err != nil {
		return "", &FailedError{s.Name, err.Error()}
	}
	version := regexp.MustCompile(`[0-9]+(\.[0-9]+)+[-+.0-9A-Za-z]*`).FindString(string(out[:min(len(out), 4096)]))
	if version == "" {
		return "", &FailedError{s.Name, "it does not say its version"}
	}
	return version, nil
}

// arguments start the solver so that it reads commands from its input, gives up
// on a question after some effort, and ends at the first error where it can.
func (s Solver) arguments(effort time.Duration) []string {
	if s.Name == CVC5 {
		return []string{"--lang=smt2", "--incremental", "--produce-models", "--strings-exp", fmt.Sprintf("--rlimit-per=%d", s.steps(effort))}
	}
	return []string{"-smt2", "-in", fmt.Sprintf("rlimit=%d", s.steps(effort))}
}

// maxMemory is how many KiB of memory a solver may have: some questions would
// take all there is.
const maxMemory = 2 << 20

// command starts the solver, below a limit of memory where a shell can set one.
func (s Solver) command(ctx context.Context, effort time.Duration) *exec.Cmd {
	arguments := s.arguments(effort)
	shell, err := exec.LookPath("sh")
	if err != nil {
		return exec.CommandContext(ctx, s.Path, arguments...)
	}
	limited := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, maxMemory)
	return exec.CommandContext(ctx, shell, append([]string{"-c", limited, s.Path}, arguments...)...)
}

// preamble are the first commands of a session.
func (s Solver) preamble() string {
	if s.Name == CVC5 {
		return "(set-logic ALL)\n"
	}
	return "(set-option :error-behavior immediate-exit)\n(set-option :produce-models true)\n"
}
