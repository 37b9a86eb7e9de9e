package invariant

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// Subject is a policy with its surroundings.
type Subject struct {
	Policy *celpolicy.Policy
	// Bind makes the variables of the policy out of values: texts, truth values,
	// int64, and maps of these by field. Its error says why there is no such input.
	Bind func(values map[string]any) (cel.Activation, error)
	// Always says whether a field of a type is never absent; nil for never.
	Always func(typeName, field string) bool
}

// Answer is what was found out about an invariant.
type Answer struct {
	Invariant *celpolicy.CompiledInvariant
	Result    prove.Result
	Reason    string // of unknown
	Solver    string // that gave the result; empty for unknown
	// Input and Held are the counterexample and what CEL says of it.
	Input map[string]any
	Held  celpolicy.Held
}

// Options say who is asked, and how long one answer may take, see [solver.Limit].
type Options struct {
	Solvers []solver.Solver
	Timeout time.Duration
}

// Prove answers for each invariant of a policy. The error is our own failure.
func Prove(ctx context.Context, s Subject, opt Options) ([]Answer, error) {
	var answers []Answer
	for _, inv := range s.Policy.Invariants() {
		a, err := one(ctx, s, inv, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", inv.ID, err)
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// question is the script that is met by a counterexample.
type question struct {
	*lowering
	script  string
	symbols []string // of the inputs that have one
	paths   []string // theirs
}

func one(ctx context.Context, s Subject, inv *celpolicy.CompiledInvariant, opt Options) (Answer, error) {
	a := Answer{Invariant: inv, Result: prove.Unknown}
	q := ask(s, inv)
	if q == nil {
		a.Reason = fmt.Sprintf("the script has more than %d terms", maxTerms)
		return a, nil
	}
	err := opt.ask(ctx, q, func(values map[string]any) (string, bool) { return s.confirms(ctx, q, values, &a) },
		func(result prove.Result, by, reason string) { a.Result, a.Solver, a.Reason = result, by, reason })
	return a, err
}

// ask lowers the policy and an invariant; nil where that is too much.
func ask(s Subject, inv *celpolicy.CompiledInvariant) *question {
	l := newLowering(s.Always)
	l.result = l.policy(s.Policy.Tree(), s.Policy.Shape())
	meant, holds := yes, l.result.ok
	for _, c := range inv.Assumptions() {
		v := l.checked(c)
		meant = all(meant, v.ok, v.term)
	}
	for _, c := range inv.Assertions() {
		v := l.checked(c)
		holds = all(holds, v.ok, v.term)
	}
	if l.tooMuch {
		return nil
	}
	return l.asked(all(meant, not(holds)))
}

// confirms evaluates a counterexample with CEL and keeps it, or says why it is none.
func (s *Subject) confirms(ctx context.Context, q *question, values map[string]any, a *Answer) (string, bool) {
	vars, err := s.Bind(values)
	if err != nil {
		return q.unconfirmed("there is no such input: " + err.Error()), false
	}
	held := s.Policy.Holds(ctx, a.Invariant, vars)
	if !held.Meant || held.Failure == nil && held.Broken < 0 {
		return q.unconfirmed("what a solver found is no counterexample"), false
	}
	a.Input, a.Held = values, held
	return "", true
}

// unconfirmed is the reason where a counterexample is none: mostly that something
// was not lowered.
func (q *question) unconfirmed(otherwise string) string {
	if len(q.reasons) == 0 {
		return otherwise
	}
	shown := q.reasons
	if len(shown) > 3 {
		shown = append(shown[:3:3], fmt.Sprintf("%d more", len(q.reasons)-3))
	}
	return "not lowered: " + strings.Join(shown, "; ")
}
