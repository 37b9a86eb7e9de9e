package invariant

import (
	"context"
	"errors"
	"fmt"

	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// Branch is an item of a policy: its place among the items of its rule, after the
// places of the items that the rule stands in, the outermost first.
type Branch struct {
	Of Subject
	At []int
}

// Never is whether a branch is one whose conditions no input meets: proved where
// none does, refuted where nothing says so, else unknown with the reason.
type Never struct {
	Result prove.Result
	Reason string
	Solver string
}

// NeverMet answers for each branch. What has no lowering may be anything, so that
// what is proved is proved whatever it does. The branches are asked about in one
// process, in their order; where it gives up on one, all solvers are asked about it.
func NeverMet(ctx context.Context, branches []Branch, opt Options) []Never {
	scripts, answers := make([]string, len(branches)), make([]Never, len(branches))
	for i := range branches {
		met, script := branches[i].script()
		switch {
		case script == "":
			answers[i] = Never{Result: prove.Unknown, Reason: fmt.Sprintf("the script has more than %d terms", maxTerms)}
		case met == no:
			answers[i].Result = prove.Proved
		case met == yes:
			answers[i].Result = prove.Refuted
		default:
			scripts[i] = script
		}
	}
	first := &batch{opt: opt}
	defer first.close()
	for i, script := range scripts {
		if script != "" {
			answers[i] = first.never(ctx, script)
		}
	}
	return answers
}

// script is what holds where the conditions of a branch are met, and a script that
// asserts it; the latter is empty where it is too long.
func (b *Branch) script() (met, script string) {
	l, t := newLowering(b.Of.Always), b.Of.Policy.Tree()
	met = yes
	for _, at := range b.At {
		item := &t.Items[at]
		if item.Condition != nil {
			v := l.checked(item.Condition)
			if b := l.asBool(v); b != nil {
				met = all(met, b.ok, b.term)
			} else {
				met = all(met, v.ok)
			}
		}
		t = item.Nested
	}
	if l.tooMuch {
		return met, ""
	}
	return met, l.script.String() + "(assert " + met + ")"
}

// batch asks easy questions in one process of the first solver.
type batch struct {
	opt     Options
	session *solver.Session
}

func (b *batch) never(ctx context.Context, script string) Never {
	if result, err := b.ask(ctx, script); err == nil && result != solver.Unknown {
		return neverOf(result, b.opt.Solvers[0].Name, "")
	} else if late := (*solver.TimeoutError)(nil); errors.As(err, &late) {
		return Never{Result: prove.Unknown, Reason: late.Error()}
	}
	inquiry, why := solver.NewInquiry(b.opt.Solvers, nil, solver.Limit{Effort: b.opt.Timeout, Time: b.opt.Timeout}), ""
	a := inquiry.InTurn(ctx, script, nil, func(reason string) { why = reason })
	return neverOf(a.Result, a.By, why)
}

func neverOf(result solver.Result, by, why string) Never {
	switch result {
	case solver.Unsat:
		return Never{Result: prove.Proved, Solver: by}
	case solver.Sat:
		return Never{Result: prove.Refuted, Solver: by}
	}
	return Never{Result: prove.Unknown, Reason: why}
}

func (b *batch) ask(ctx context.Context, script string) (solver.Result, error) {
	if b.session == nil {
		session, err := b.opt.Solvers[0].Start(ctx, solver.Limit{Effort: solver.FirstEffort(b.opt.Timeout), Time: b.opt.Timeout})
		if err != nil {
			return "", err
		}
		b.session = session
	}
	result, _, err := b.session.Check(script, nil)
	if err != nil {
		b.close()
	}
	return result, err
}

func (b *batch) close() {
	if b.session != nil {
		b.session.Close()
		b.session = nil
	}
}
