package mutate

import (
	"context"
	"errors"
	"fmt"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// Prover answers questions about contracts.
type Prover interface {
	Answer(context.Context, prove.Question) (prove.Answer, error)
}

// Prove asks a solver whether the survivors among constraints and preconditions
// mean the same as what they change: for all traces, and all values of
// parameters. What it answers is the reason. Others cannot be asked about.
func (r *Run) Prove(ctx context.Context, mutants []*Mutant, prover Prover) error {
	for _, m := range mutants {
		if m.Outcome != schema.MutantOutcomeSurvived || m.Element != schema.MutatedElementContract && m.Element != schema.MutatedElementPrecondition {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.prove(ctx, m, prover); err != nil {
			return fmt.Errorf("%s:%d: %w", m.File, m.Line, err)
		}
	}
	return nil
}

func (r *Run) prove(ctx context.Context, m *Mutant, prover Prover) error {
	c, _ := m.variant()
	if c == nil {
		return errors.New("a mutant that was judged cannot be made again")
	}
	for _, q := range r.questions(m, c) {
		answer, err := prover.Answer(ctx, q)
		if err != nil {
			return err
		}
		switch answer.Result {
		case prove.Proved:
			m.because(fmt.Sprintf("%s proves it", answer.Solver))
		case prove.Refuted:
			m.because("a trace tells them apart: " + traceText(answer))
			return nil
		default:
			m.because("not known: " + answer.Reason)
			return nil
		}
	}
	m.Outcome = schema.MutantOutcomeProved
	return nil
}

// traceText is a counterexample in one line.
func traceText(a prove.Answer) string {
	text := ""
	for i, e := range a.Trace {
		if i > 0 {
			text += "; "
		}
		text += e.Effect + fieldsText(e.Fields)
	}
	if text == "" {
		text = "one without events"
	}
	if len(a.Parameters) > 0 {
		text += " with" + fieldsText(a.Parameters)
	}
	return text
}

// questions are what must be proved for a mutant to mean the same.
func (r *Run) questions(m *Mutant, c *catalog.Catalog) []prove.Question {
	base := r.editor.Catalog()
	if m.Element == schema.MutatedElementContract {
		before, after := base.Contract(m.Id), c.Contract(m.Id)
		there, _ := prove.Implication(prove.Side{Contract: before}, prove.Side{Contract: after})
		back, _ := prove.Implication(prove.Side{Contract: after}, prove.Side{Contract: before})
		return []prove.Question{there, back}
	}
	before, after := conditionOf(base, m), conditionOf(c, m)
	if after == nil {
		return []prove.Question{{Kind: prove.Vacuous, Constraints: []schema.Constraint{before}, AnyEnv: true}}
	}
	return []prove.Question{{Kind: prove.Equivalent, Constraints: []schema.Constraint{before, after}, AnyEnv: true}}
}

// conditionOf is a precondition as a constraint: every event of its effect type
// meets it. It is nil where there is none.
func conditionOf(c *catalog.Catalog, m *Mutant) schema.Constraint {
	effect := c.Effect(m.effect)
	if p := precondition(effect, m.Id); p != nil {
		return &schema.All{Set: schema.EffectSet{Version: effect.Version, Effects: []string{effect.ID}}, Predicate: p.Predicate}
	}
	return nil
}

func precondition(effect *index.Effect, id string) *index.Precondition {
	for _, p := range effect.Preconditions {
		if p.ID == id {
			return p
		}
	}
	return nil
}
