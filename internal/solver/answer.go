package solver

import (
	"context"
	"fmt"
	"strings"
)

// Result is the answer to check-sat.
type Result string

// The results.
const (
	Sat     Result = "sat"
	Unsat   Result = "unsat"
	Unknown Result = "unknown"
)

// Check asks whether assertions can be met together, and, where they can, for
// the values of symbols. Nothing is asserted afterwards. The error is a
// *FailedError or a *TimeoutError.
func (s *Session) Check(script string, symbols []string) (Result, map[string]Expr, error) {
	values := ""
	if len(symbols) > 0 {
		values = "(get-value (" + strings.Join(symbols, " ") + "))\n"
	}
	result, err := s.check(script+"\n(check-sat)", len(symbols) > 0, values)
	if err != nil || result.result != Sat || len(symbols) == 0 {
		return result.result, nil, err
	}
	found, err := s.values(result.rest, symbols)
	return Sat, found, err
}

// Check is [Session.Check] in a process of its own.
func (s Solver) Check(ctx context.Context, limit Limit, script string, symbols []string) (Result, map[string]Expr, error) {
	session, err := s.Start(ctx, limit)
	if err != nil {
		return "", nil, err
	}
	defer session.Close()
	return session.Check(script, symbols)
}

type checked struct {
	result Result
	rest   string
}

// check asks for a model only where there is one: a solver that has none prints
// an error. So it asks twice where the first answer is sat.
func (s *Session) check(script string, model bool, values string) (checked, error) {
	lines, err := s.Ask(script)
	if err != nil {
		return checked{}, err
	}
	result, err := s.result(lines)
	if err != nil || result != Sat || !model {
		return checked{result: result}, err
	}
	if lines, err = s.Ask(script + "\n" + values); err != nil {
		return checked{}, err
	}
	if result, err = s.result(lines); err != nil || result != Sat {
		return checked{result: result}, err
	}
	return checked{result, strings.Join(lines[1:], "\n")}, nil
}

func (s *Session) result(lines []string) (Result, error) {
	if len(lines) == 0 {
		return "", s.fail("it printed nothing")
	}
	switch r := Result(lines[0]); r {
	case Sat, Unsat, Unknown:
		return r, nil
	}
	return "", s.fail(fmt.Sprintf("it printed %.100q", lines[0]))
}

// fail ends the session.
func (s *Session) fail(reason string) error {
	s.stop()
	s.broken = s.failed(reason)
	return s.broken
}

// values reads the answer to get-value.
func (s *Session) values(text string, symbols []string) (map[string]Expr, error) {
	answer, err := Parse(text)
	if err != nil {
		return nil, s.fail(err.Error())
	}
	if len(answer.List) != len(symbols) {
		return nil, s.fail(fmt.Sprintf("it gave %d values of %d", len(answer.List), len(symbols)))
	}
	values := make(map[string]Expr, len(symbols))
	for i, pair := range answer.List {
		if len(pair.List) != 2 {
			return nil, s.fail("a value is no pair")
		}
		values[symbols[i]] = pair.List[1]
	}
	return values, nil
}
