package main

import (
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// stateTurn is the belief state of a turn. A nil one is a turn without.
type stateTurn struct {
	store *belief.Store
	read  *belief.Base         // what was read; nil where there was no file
	base  *belief.Base         // what the turn is judged against
	task  *belief.Rederivation // what is derived again; nil for any other turn
	model string
}

// stateTurn reads the state of a turn; a context's beliefs are those of a state
// that does not exist yet.
func (a *app) stateTurn(f *evalFlags, j *judge, source *schema.Context) (*stateTurn, error) {
	if f.state == "" {
		if f.rederive != "" || f.model != "" {
			return nil, usagef("--rederive and --model go with --state FILE")
		}
		return nil, nil
	}
	rules, err := beliefRules(j.engine)
	if err != nil {
		return nil, err
	}
	s := &stateTurn{store: rules.Open(f.state), model: f.model}
	if s.read, s.base, err = a.newState(s.store, rules); err != nil {
		return nil, err
	}
	if s.read == nil {
		if s.base, _, err = rules.From(source.Beliefs); err != nil {
			return nil, usagef("%w", err)
		}
		source.Beliefs = nil
		a.note("contractc.new-state", "the state %q is new", f.state)
	}
	if f.rederive != "" {
		if s.task, err = s.base.Rederive(f.rederive); err != nil {
			return nil, &exitError{code: refusalCode(err), err: err}
		}
	}
	return s, nil
}

// newContext makes the context of the turn ready, with the beliefs of the state.
func (s *stateTurn) newContext(e *eval.Engine, c *contextFile, expressions ...string) (*eval.Context, diag.List) {
	switch {
	case s == nil:
		return e.NewContextFrom(c.written, c.Context, expressions...)
	case s.task != nil:
		return s.task.NewContextFrom(e, c.written, c.Context, expressions...)
	}
	return s.base.NewContextFrom(e, c.written, c.Context, expressions...)
}

// turn is the turn as it is judged.
func (s *stateTurn) turn(t *eval.Turn) *eval.Turn {
	if s == nil || s.task == nil {
		return t
	}
	return s.task.Turn(*t)
}

// words puts a result into words and, with a state, applies and writes it. What
// the words do not accept is not applied.
func (s *stateTurn) words(r *render.Renderer, result *eval.Result) (*render.Turn, error) {
	if s != nil && s.task != nil {
		s.task.Check(result)
	}
	t := r.Turn(result)
	d := &t.Decision
	if s == nil || d.Error != nil {
		return t, nil
	}
	for i, a := range result.Actions {
		a.Accepted = a.Accepted && d.Actions[i].Accepted
	}
	apply := s.base.Apply
	if s.task != nil {
		apply = s.task.Apply
	}
	next, update, err := apply(result, belief.ApplyOptions{Model: s.model})
	if err != nil {
		return nil, usagef("%w", err)
	}
	if s.read == nil {
		update.Before = nil
	}
	if err := s.store.Save(s.read, next); err != nil {
		return nil, usagef("%w", err)
	}
	d.State = update
	if update.Feedback != nil {
		d.Feedback = joinLines(d.Feedback, *update.Feedback)
	}
	return t, nil
}

func joinLines(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// code is the exit code of the turn: a belief that was not derived again is a
// check that said no.
func (s *stateTurn) code(d *schema.Decision) int {
	code := decisionCode(d)
	if s == nil || s.task == nil || d.State == nil {
		return code
	}
	for _, c := range d.State.Changes {
		if c.What == schema.ChangeKindClaimed {
			return code
		}
	}
	return worstCode(code, exitNo)
}
