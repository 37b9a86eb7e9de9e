package solver

import (
	"context"
	"sync"
	"time"
)

// Kept keeps processes of solvers for further questions, so that many short ones
// do not cost a process each. A process forgets a question once it has answered
// it, so that an answer does not depend on what was asked before. It may be used
// by several goroutines.
type Kept struct {
	ctx    context.Context
	effort time.Duration

	mu   sync.Mutex
	idle map[string][]*Session // by the name of the solver
}

// Keep keeps processes until the context ends or Close is called, each of which
// gives up on a question after the effort.
func Keep(ctx context.Context, effort time.Duration) *Kept {
	return &Kept{ctx: ctx, effort: effort, idle: map[string][]*Session{}}
}

// Effort is after how much work a process gives up on a question.
func (k *Kept) Effort() time.Duration { return k.effort }

// Check is [Session.Check] in one of the processes, a new one where all are busy,
// which is stopped after some time. One that fails is not used again.
func (k *Kept) Check(program Solver, within time.Duration, script string, symbols []string) (Result, map[string]Expr, error) {
	s, err := k.take(program, within)
	if err != nil {
		return "", nil, err
	}
	result, values, err := s.Check(script, symbols)
	if err == nil {
		err = s.forget()
	}
	if err != nil {
		s.Close()
		return "", nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle[program.Name] = append(k.idle[program.Name], s)
	return result, values, nil
}

func (k *Kept) take(program Solver, within time.Duration) (*Session, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if list := k.idle[program.Name]; len(list) > 0 {
		k.idle[program.Name] = list[:len(list)-1]
		s := list[len(list)-1]
		s.limit.Time = within
		return s, nil
	}
	return program.Start(k.ctx, Limit{Effort: k.effort, Time: within})
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
