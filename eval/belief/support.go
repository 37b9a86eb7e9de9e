package belief

import (
	"cmp"
	"container/heap"

	"github.com/contractc/contractc/schema"
)

// support is what holds a revision.
type support struct {
	held       bool
	confidence float64
	// by is the justification that makes it as sure as it is; -1 for its
	// premises together.
	by int
}

func (s support) status() schema.BeliefStatus {
	if s.held {
		return schema.BeliefStatusIn
	}
	return schema.BeliefStatusOut
}

// candidate is one way to hold a revision.
type candidate struct {
	support
	place int
}

// candidates is a heap with the surest first; ties are in the order of the
// state, premises before derivations.
type candidates []candidate

func (h candidates) Len() int      { return len(h) }
func (h candidates) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h candidates) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[j].confidence, h[i].confidence), cmp.Compare(h[i].place, h[j].place), cmp.Compare(h[i].by, h[j].by)) < 0
}

// Push adds a candidate, for package heap.
func (h *candidates) Push(x any) { *h = append(*h, x.(candidate)) }

// Pop removes the last candidate, for package heap.
func (h *candidates) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// waiting is a derivation whose antecedents are not all held yet.
type waiting struct {
	place, by, open int
	step            float64
}

// settle computes which revisions are held and how sure they are: the least
// fixed point of "a premise, or a derivation from what is held", so that a
// circle supports nothing. A derivation is as sure as its step times the least
// sure antecedent, and a revision as sure as the surest way to hold it. No step
// makes anything surer, so the surest revision that is open is final (Knuth, A
// Generalization of Dijkstra's Algorithm, 1977), and the order in which they
// become final puts what supports a revision before it.
func (b *Base) settle() {
	b.support = make([]support, len(b.state.Revisions))
	b.order = make([]int, 0, len(b.state.Revisions))
	var open candidates
	users := make([][]*waiting, len(b.state.Revisions))
	for i := range b.state.Revisions {
		open = b.begin(open, users, i)
	}
	heap.Init(&open)
	for open.Len() > 0 {
		c := heap.Pop(&open).(candidate)
		if b.support[c.place].held {
			continue
		}
		b.support[c.place] = c.support
		b.order = append(b.order, c.place)
		for _, w := range users[c.place] {
			if w.open--; w.open == 0 {
				heap.Push(&open, candidate{support{true, w.step * c.confidence, w.by}, w.place})
			}
		}
	}
}

// begin adds the ways to hold a revision that need no other, and notes the
// others with the revisions that they wait for.
func (b *Base) begin(open candidates, users [][]*waiting, place int) candidates {
	r := &b.state.Revisions[place]
	if p, ok := b.premises(r); ok {
		open = append(open, candidate{support{true, p, -1}, place})
	}
	for by, j := range r.Justifications {
		d, ok := j.(*schema.Derivation)
		if !ok || d.Withdrawn != nil {
			continue
		}
		antecedents := b.antecedents(d)
		if len(antecedents) == 0 {
			open = append(open, candidate{support{true, b.step(d), by}, place})
			continue
		}
		w := &waiting{place: place, by: by, open: len(antecedents), step: b.step(d)}
		for _, a := range antecedents {
			users[a] = append(users[a], w)
		}
	}
	return open
}

// antecedents are the places of what a derivation rests on, none twice.
func (b *Base) antecedents(d *schema.Derivation) []int {
	places := make([]int, 0, len(d.Antecedents))
	seen := make(map[int]bool, len(d.Antecedents))
	for _, name := range d.Antecedents {
		ref, _ := parseReference(name)
		if place, ok := b.places[ref]; ok && !seen[place] {
			seen[place] = true
			places = append(places, place)
		}
	}
	return places
}

// step is how sure the step of a derivation is: one with a formula as sure as
// the arithmetic, any other as its source.
func (b *Base) step(d *schema.Derivation) float64 {
	if d.Formula != nil {
		return certainty(d) * b.rules.prior("rule:formula")
	}
	return certainty(d) * b.reliability(d.Source, b.rules.prior(d.Source))
}

// premises is how sure the premises of a revision make it together, and whether
// there are any. Sources that have nothing to do with each other add up: it is
// wrong only if all of them are.
func (b *Base) premises(r *schema.Revision) (float64, bool) {
	type vote struct {
		origin   string
		believed float64
	}
	var votes []vote
next:
	for _, j := range r.Justifications {
		if !premise(j) || !counts(j) {
			continue
		}
		v := vote{originOf(commonOf(j).source), b.rules.believed(j)}
		for i := range votes {
			if votes[i].origin == v.origin {
				votes[i].believed = max(votes[i].believed, v.believed)
				continue next
			}
		}
		votes = append(votes, v)
	}
	wrong := 1.0
	for i, v := range votes {
		p := b.reliability(v.origin, v.believed)
		if i == 0 && len(votes) == 1 {
			return p, true
		}
		wrong = float64(wrong * (1 - p))
	}
	return 1 - wrong, len(votes) > 0
}

// reliability is how reliable a source is, from what was believed of it before
// and what checks found since.
func (b *Base) reliability(source string, prior float64) float64 {
	i, ok := sourceAt(b.state.Sources, source)
	if !ok {
		return prior
	}
	s, weight := &b.state.Sources[i], b.rules.table.Weight
	known := float64(prior*weight) + float64(s.Right)
	return known / (weight + float64(s.Right) + float64(s.Wrong))
}
