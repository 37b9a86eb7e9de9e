package invariant

import (
	"context"
	"errors"
	"fmt"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// Two are two expressions over the same inputs: conditions, whether rules say
// something, or values that are to be the same.
type Two struct {
	Old, New Compared

	// Always says whether a field of a type is never absent; nil for never.
	Always func(typeName, field string) bool

	// Eval evaluates them by what decides, for values as Subject.Bind has them. Its
	// error says why there is no such input; those of the expressions are of them.
	Eval func(values map[string]any) (old, new Evaluated, err error)
}

// Compared is one of two that are compared.
type Compared struct{ lower func(*lowering) *value }

// Expression compares an expression.
func Expression(c *celpolicy.Checked) Compared {
	return Compared{func(l *lowering) *value { return l.checked(c) }}
}

// Rule compares a rule by whether it says something: that is when it is met.
func Rule(p *celpolicy.Policy) Compared {
	return Compared{func(l *lowering) *value { return l.says(p) }}
}

// NoRule is a rule that there is not: nothing in it is met or fails.
func NoRule() Compared {
	return Compared{func(*lowering) *value { return truth(no) }}
}

// Evaluated is what an expression is on an input: of a condition whether it is met,
// of any other a text by which values are told apart.
type Evaluated struct {
	Met   bool
	Value string
	Err   error
}

// Question is what is asked about two expressions.
type Question int

// The questions: is there an input on which the old condition is met and the new
// one is not, the other way round, on which only the new expression can be
// evaluated, only the old one, or on which they have two values. Two more are for
// rules that deny, as what cannot be evaluated does: on which the old one cannot be
// evaluated and the new one is not met, and the other way round.
const (
	Lost Question = iota
	Gained
	FailedBefore
	FailsNow
	Differing
	FailedThenUnmet
	UnmetThenFails
)

// Shown reports whether two evaluations on one input show a difference.
func (q Question) Shown(old, new Evaluated) bool {
	switch both := old.Err == nil && new.Err == nil; q {
	case Lost:
		return both && old.Met && !new.Met
	case Gained:
		return both && !old.Met && new.Met
	case FailedBefore:
		return old.Err != nil && new.Err == nil
	case FailsNow:
		return old.Err == nil && new.Err != nil
	case Differing:
		return both && old.Value != new.Value
	case FailedThenUnmet:
		return old.Err != nil && new.Err == nil && !new.Met
	case UnmetThenFails:
		return old.Err == nil && !old.Met && new.Err != nil
	}
	return false
}

// Difference answers a question: proved where no input shows one, refuted with an
// input on which the expressions were evaluated, else unknown with the reason.
type Difference struct {
	Result prove.Result
	Reason string
	Input  map[string]any
	Asked  bool // of a solver; what their forms answer is not
}

// Ask answers a question about two expressions. The error is our own failure.
func (t *Two) Ask(ctx context.Context, about Question, opt Options) (Difference, error) {
	q, goal := t.question(about)
	switch {
	case q == nil:
		return Difference{Result: prove.Unknown, Reason: fmt.Sprintf("the script has more than %d terms", maxTerms)}, nil
	case goal == no:
		return Difference{Result: prove.Proved}, nil
	case goal == "":
		return Difference{Result: prove.Unknown, Reason: q.unconfirmed("the values have no form that can be compared")}, nil
	case len(opt.Solvers) == 0:
		return Difference{Result: prove.Unknown, Reason: "no solver is asked"}, nil
	}
	d := Difference{Result: prove.Unknown, Asked: true}
	err := opt.ask(ctx, q, func(values map[string]any) (string, bool) {
		old, new, err := t.Eval(values)
		switch {
		case err != nil:
			return q.unconfirmed("there is no such input: " + err.Error()), false
		case !about.Shown(old, new):
			return q.unconfirmed("what a solver found is no difference"), false
		}
		d.Input = values
		return "", true
	}, func(result prove.Result, _, reason string) { d.Result, d.Reason = result, reason })
	return d, err
}

// question lowers both expressions; nil where that is too much. The goal is empty
// where their values cannot be compared.
func (t *Two) question(about Question) (q *question, goal string) {
	l := newLowering(t.Always)
	old, new := t.Old.lower(l), t.New.lower(l)
	switch {
	case about == FailedBefore:
		goal = all(not(old.ok), new.ok)
	case about == FailsNow:
		goal = all(old.ok, not(new.ok))
	case about == Differing:
		if same, ok := equal(old, new); ok {
			goal = all(old.ok, new.ok, not(same))
		} else if old.path != "" && old.path == new.path || old == new {
			goal = no
		}
	case old.sort != boolSort || new.sort != boolSort:
	case about == FailedThenUnmet:
		goal = all(not(old.ok), new.ok, not(new.term))
	case about == UnmetThenFails:
		goal = all(old.ok, not(old.term), not(new.ok))
	case about == Lost:
		goal = all(old.ok, new.ok, old.term, not(new.term))
	default:
		goal = all(old.ok, new.ok, not(old.term), new.term)
	}
	if l.tooMuch {
		return nil, ""
	}
	return l.asked(goal), goal
}

// asked is the question whether what was lowered can meet a goal.
func (l *lowering) asked(goal string) *question {
	q := &question{lowering: l, script: l.script.String() + "(assert " + goal + ")"}
	for _, path := range l.order {
		if v := l.inputs[path]; v.term != "" {
			q.symbols, q.paths = append(q.symbols, v.term), append(q.paths, path)
		}
	}
	return q
}

// ask asks the solvers in turn until one proves that there is no input, or one
// finds an input that is confirmed, which says why where it is not. The error is
// our own failure.
func (opt Options) ask(ctx context.Context, q *question, confirmed func(map[string]any) (string, bool), found func(result prove.Result, by, reason string)) error {
	inquiry, asked, why := solver.NewInquiry(opt.Solvers, nil, solver.Limit{Effort: opt.Timeout, Time: opt.Timeout}), map[string]bool{}, ""
	because := func(reason string) {
		if why == "" {
			why = reason
		}
		found(prove.Unknown, "", why)
	}
	for _, part := range solver.Rounds() {
		for _, by := range opt.Solvers {
			if asked[by.Name] {
				continue
			}
			result, model, err := inquiry.Check(ctx, by, part, q.script, q.symbols)
			switch {
			case inquiry.Late() != nil:
				found(prove.Unknown, "", inquiry.Late().Error())
				return nil
			case errors.Is(err, solver.ErrSpent):
				because(err.Error())
				return nil
			case err != nil:
				return err
			case result == solver.Unknown:
				because(by.Name + " does not know")
				continue
			case result == solver.Unsat:
				found(prove.Proved, by.Name, "")
				return nil
			}
			asked[by.Name] = true
			values, err := q.values(model)
			if err != nil {
				because(err.Error())
				continue
			}
			reason, ok := confirmed(values)
			if !ok {
				ok = opt.confirmsPlain(ctx, inquiry, by, q, confirmed)
			}
			switch {
			case inquiry.Late() != nil:
				found(prove.Unknown, "", inquiry.Late().Error())
				return nil
			case ok:
				found(prove.Refuted, by.Name, "")
				return nil
			}
			because(reason)
		}
	}
	return nil
}

// confirmsPlain asks for an input of which all is known that is lowered, where one
// that was found was not confirmed.
func (opt Options) confirmsPlain(ctx context.Context, inquiry *solver.Inquiry, by solver.Solver, q *question, confirmed func(map[string]any) (string, bool)) bool {
	plain := q.plain()
	if plain == yes {
		return false
	}
	result, model, err := inquiry.Check(ctx, by, solver.Rounds()[0], q.script+"\n(assert "+plain+")", q.symbols)
	if err != nil || result != solver.Sat {
		return false
	}
	values, err := q.values(model)
	if err != nil {
		return false
	}
	_, ok := confirmed(values)
	return ok
}
