package belief

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// A Proof says why beliefs are held, or why not: a graph of steps, each of which
// rests on others.
type Proof struct {
	// Roots are the steps that the proof is of, in the order of their versions:
	// one, or several where values are in conflict.
	Roots []int
	Steps []Step
}

// A Step is one revision of a proof.
type Step struct {
	Reference  string
	Key        string
	Value      any
	Claim      string
	Held       bool
	Conflicted bool
	Confidence float64
	// Reasons are its justifications: those that hold it, or all where it is
	// out.
	Reasons []Reason
}

// A Reason is one justification of a step.
type Reason struct {
	Justification schema.Justification
	// Decisive says that it makes the step as sure as it is.
	Decisive bool
	// From are the steps that it rests on.
	From []int
}

// Explain returns the proof of a key, or of one revision where the name is
// key@version. Of a key that is held these are the held values, of one that is
// out the last. The error is a *KeyError for what was never believed.
func (b *Base) Explain(name string) (*Proof, error) {
	places, err := b.named(name)
	if err != nil {
		return nil, err
	}
	if held := slices.DeleteFunc(slices.Clone(places), func(i int) bool { return !b.support[i].held }); len(held) > 0 {
		places = held
	} else {
		places = places[len(places)-1:]
	}
	p := &Proof{}
	steps := map[int]int{} // by place
	for _, place := range places {
		p.Roots = append(p.Roots, len(p.Steps))
		steps[place] = len(p.Steps)
		p.Steps = append(p.Steps, Step{})
	}
	queue := slices.Clone(places)
	for i := 0; i < len(queue); i++ {
		p.Steps[i] = b.explained(queue[i], func(place int) int {
			at, known := steps[place]
			if !known {
				at = len(p.Steps)
				steps[place] = at
				p.Steps = append(p.Steps, Step{})
				queue = append(queue, place)
			}
			return at
		})
	}
	return p, nil
}

// explained is the step of a revision; at numbers the steps that it rests on.
func (b *Base) explained(place int, at func(int) int) Step {
	r, s := &b.state.Revisions[place], b.support[place]
	step := Step{
		Reference: b.nameOf(place), Key: r.Key, Value: r.Value.Value, Claim: or(r.Claim, ""),
		Held: s.held, Confidence: s.confidence, Conflicted: s.held && b.conflicted(r.Key),
	}
	for by, j := range r.Justifications {
		derivation, derived := j.(*schema.Derivation)
		if s.held && (!counts(j) || derived && !b.allHeld(derivation)) {
			continue
		}
		reason := Reason{Justification: j, Decisive: s.held && (s.by == by || s.by < 0 && !derived)}
		if derived {
			for _, a := range b.antecedents(derivation) {
				reason.From = append(reason.From, at(a))
			}
		}
		step.Reasons = append(step.Reasons, reason)
	}
	return step
}

func (b *Base) allHeld(d *schema.Derivation) bool {
	return !slices.ContainsFunc(b.antecedents(d), func(i int) bool { return !b.support[i].held })
}
