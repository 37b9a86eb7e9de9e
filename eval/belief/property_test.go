package belief_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/schema"
)

// randomState draws a state of assertions and derivations, circles among them.
// Statuses are right.
func randomState(t *rapid.T) schema.State {
	n := rapid.IntRange(0, 9).Draw(t, "revisions")
	state := schema.State{Format: schema.StateFormat, Turn: 1}
	versions := map[string]int64{}
	for range n {
		key := rapid.SampledFrom([]string{"a", "b", "c", "d", "e@1", "answer"}).Draw(t, "key")
		versions[key]++
		r := schema.Revision{Key: key, Version: versions[key], Value: schema.Any{Value: json.Number(rapid.SampledFrom([]string{"1", "1.0", "2"}).Draw(t, "value"))}}
		state.Revisions = append(state.Revisions, r)
	}
	for i := range state.Revisions {
		for range rapid.IntRange(1, 3).Draw(t, "justifications") {
			state.Revisions[i].Justifications = append(state.Revisions[i].Justifications, randomJustification(t, &state))
		}
	}
	in := naive(&state)
	for i := range state.Revisions {
		state.Revisions[i].Status = schema.BeliefStatusOut
		if in[i] {
			state.Revisions[i].Status = schema.BeliefStatusIn
		}
	}
	return state
}

func randomJustification(t *rapid.T, state *schema.State) schema.Justification {
	var withdrawn *schema.Withdrawal
	if rapid.IntRange(0, 4).Draw(t, "withdrawn") == 0 {
		why := schema.WithdrawalRetracted
		withdrawn = &why
	}
	var confidence *float64
	if rapid.Bool().Draw(t, "confident") {
		p := rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}).Draw(t, "confidence")
		confidence = &p
	}
	if rapid.IntRange(0, 2).Draw(t, "premise") == 0 {
		return &schema.Assertion{Source: rapid.SampledFrom([]string{"human:a", "human:b"}).Draw(t, "source"), Withdrawn: withdrawn, Confidence: confidence}
	}
	names := []string{}
	for range rapid.IntRange(0, 3).Draw(t, "antecedents") {
		r := &state.Revisions[rapid.IntRange(0, len(state.Revisions)-1).Draw(t, "antecedent")]
		if name := nameOf(r); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return &schema.Derivation{Source: "model", Antecedents: names, Withdrawn: withdrawn, Confidence: confidence}
}

func nameOf(r *schema.Revision) string { return fmt.Sprintf("%s@%d", r.Key, r.Version) }

// naive finds what is held by the definition: again and again, until nothing
// more is.
func naive(state *schema.State) []bool {
	in := make([]bool, len(state.Revisions))
	for changed := true; changed; {
		changed = false
		for i := range state.Revisions {
			if !in[i] && slices.ContainsFunc(state.Revisions[i].Justifications, func(j schema.Justification) bool { return valid(state, in, j) }) {
				in[i], changed = true, true
			}
		}
	}
	return in
}

func valid(state *schema.State, in []bool, j schema.Justification) bool {
	switch j := j.(type) {
	case *schema.Assertion:
		return j.Withdrawn == nil
	case *schema.Derivation:
		return j.Withdrawn == nil && !slices.ContainsFunc(j.Antecedents, func(name string) bool { return !in[placeOf(state, name)] })
	}
	return false
}

func placeOf(state *schema.State, name string) int {
	return slices.IndexFunc(state.Revisions, func(r schema.Revision) bool { return nameOf(&r) == name })
}

// naiveConfidence computes how sure revisions are by the definition, from
// nothing upwards.
func naiveConfidence(state *schema.State, in []bool) []float64 {
	sure := make([]float64, len(in))
	for range len(in) + 1 {
		next := make([]float64, len(in))
		for i := range state.Revisions {
			votes := map[string]float64{}
			for _, j := range state.Revisions[i].Justifications {
				if !valid(state, in, j) {
					continue
				}
				switch j := j.(type) {
				case *schema.Assertion:
					votes[j.Source] = max(votes[j.Source], or(j.Confidence, 0.99))
				case *schema.Derivation:
					least := 1.0
					for _, name := range j.Antecedents {
						least = min(least, sure[placeOf(state, name)])
					}
					next[i] = max(next[i], least*or(j.Confidence, 1)*0.9)
				}
			}
			wrong := 1.0
			for _, p := range votes {
				wrong *= 1 - p
			}
			next[i] = max(next[i], 1-wrong)
		}
		sure = next
	}
	return sure
}

func or(p *float64, otherwise float64) float64 {
	if p == nil {
		return otherwise
	}
	return *p
}

// agrees compares a base with what follows from its state by definition.
func agrees(t *rapid.T, b *belief.Base) {
	state := b.State()
	in := naive(&state)
	sure := naiveConfidence(&state, in)
	for i := range state.Revisions {
		name := nameOf(&state.Revisions[i])
		p, err := b.Explain(name)
		if err != nil {
			t.Fatal(err)
		}
		step := &p.Steps[0]
		if step.Reference != name || step.Held != in[i] || math.Abs(step.Confidence-sure[i]) > 1e-12 {
			t.Fatalf("%s: held %v with %v, by definition %v with %v", name, step.Held, step.Confidence, in[i], sure[i])
		}
		if step.Held && !grounded(p, 0, map[int]bool{}) {
			t.Fatalf("%s: the decisive reasons form a circle", name)
		}
	}
}

// grounded follows the decisive reasons of a step to premises or conclusions
// from nothing.
func grounded(p *belief.Proof, at int, above map[int]bool) bool {
	if above[at] {
		return false
	}
	above[at] = true
	defer delete(above, at)
	decided := false
	for _, r := range p.Steps[at].Reasons {
		if !r.Decisive {
			continue
		}
		decided = true
		for _, from := range r.From {
			if !grounded(p, from, above) {
				return false
			}
		}
	}
	return decided
}

func TestSupportByDefinition(t *testing.T) {
	_, rules := engines(t)
	rapid.Check(t, func(t *rapid.T) {
		state := randomState(t)
		text, err := belief.Format(state)
		if err != nil {
			t.Fatal(err)
		}
		b, problems := rules.Read("state.json", text)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		agrees(t, b)
		again, err := belief.Format(b.State())
		if err != nil || string(again) != string(text) {
			t.Fatalf("%v: another text:\n%s", err, again)
		}
		for range 3 {
			b = retractSome(t, b)
			agrees(t, b)
		}
	})
}

// retractSome retracts something, and checks that nothing comes back and that
// what went out is listed.
func retractSome(t *rapid.T, b *belief.Base) *belief.Base {
	report := b.Report()
	if len(report.Beliefs) == 0 {
		return b
	}
	key := report.Beliefs[rapid.IntRange(0, len(report.Beliefs)-1).Draw(t, "retract")].Key
	after, update, err := b.Retract(key)
	if err != nil {
		return b
	}
	before, now := b.State(), after.State()
	for i := range now.Revisions {
		was, is := before.Revisions[i].Status, now.Revisions[i].Status
		if name := nameOf(&now.Revisions[i]); is == schema.BeliefStatusIn && was == schema.BeliefStatusOut || (was != is) != slices.Contains(update.Out, name) {
			t.Fatalf("%s was %s and is %s; out: %v", name, was, is, update.Out)
		}
	}
	all, done := after.Report().Rederive, map[string]bool{}
	for _, r := range all {
		for _, input := range r.Missing {
			if pending := slices.ContainsFunc(all, func(o schema.Rederivation) bool { return o.Key == input }); pending && !done[input] && !circular(all, input, r.Key) {
				t.Fatalf("%s stands before its input %s", r.Key, input)
			}
		}
		done[r.Key] = true
	}
	return after
}

// circular reports whether a key leads back to another over inputs.
func circular(list []schema.Rederivation, from, to string) bool {
	seen, queue := map[string]bool{}, []string{from}
	for len(queue) > 0 {
		key := queue[0]
		queue = queue[1:]
		for _, r := range list {
			if r.Key != key || seen[key] {
				continue
			}
			if slices.Contains(r.Inputs, to) {
				return true
			}
			queue = append(queue, r.Inputs...)
		}
		seen[key] = true
	}
	return false
}
