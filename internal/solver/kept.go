package solver

import (
	"context"
	"sync"
	"time"
)

// Kept keeps processes of solvers for further questions, so that many short ones
// do not cost a process each. Questions of a process stand apart: each is pushed
// and popped. It may be used by several goroutines.
type Kept struct {
	ctx     context.Context
	timeout time.Duration

	mu   sync.Mutex
	idle map[string][]*Session // by the name of the solver
}

// Keep keeps processes until the context ends or Close is called, each of which
// gives up on a question after the timeout.
func Keep(ctx context.Context, timeout time.Duration) *Kept {
	return &Kept{ctx: ctx, timeout: timeout, idle: map[string][]*Session{}}
}

// Timeout is after how long a process gives up on a question.
func (k *Kept) Timeout() time.Duration { return k.timeout }

// Check is [Session.Check] in one of the processes, a new one where all are busy.
// One that fails is not used again.
func (k *Kept) Check(program Solver, script string, symbols []string) (Result, map[string]Expr, error) {
	s, err := k.take(program)
	if err != nil {
		return "", nil, err
	}
	result, values, err := s.Check(script, symbols)
	if err != nil {
		s.Close()
		return "", nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle[program.Name] = append(k.idle[program.Name], s)
	return result, values, nil
}

func (k *Kept) take(program Solver) (*Session, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if list := k.idle[program.Name]; len(list) > 0 {
		k.idle[program.Name] = list[:len(list)-1]
		return list[len(list)-1], nil
	}
	return program.Start(k.ctx, k.timeout)
}

// Close ends the processes that are not busy.
func (k *Kept) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, list := range k.idle {
		for _, s := range list {
			s.Close()
		}
		delete(k.idle, name)
	}
}
