package belief

import (
	"slices"

	"github.com/contractc/contractc/schema"
)

// Report says what is believed at present.
func (b *Base) Report() *schema.StateReport {
	report := &schema.StateReport{
		Format: schema.StateReportFormat, Digest: b.digest, Turn: b.state.Turn, Feedback: optional(b.Feedback()),
		Beliefs: make([]schema.BeliefReport, 0, len(b.keys)), Rederive: b.rederivations(), Sources: b.sources(),
	}
	visible := b.visible()
	for _, key := range b.keys {
		report.Beliefs = append(report.Beliefs, b.report(key, visible))
	}
	for _, c := range b.state.Calls {
		if c.Status == schema.CallStatusWaiting {
			report.Calls = append(report.Calls, c)
		}
	}
	return report
}

func (b *Base) report(key string, visible []int) schema.BeliefReport {
	places := b.held(key)
	if len(places) == 0 {
		places = []int{b.last(key)}
	}
	_, shown := slices.BinarySearch(visible, places[len(places)-1])
	out := schema.BeliefReport{Key: key, Status: b.support[places[0]].status(), Visible: shown, Conflicted: b.conflicted(key)}
	for _, place := range places {
		r := &b.state.Revisions[place]
		one := schema.RevisionReport{
			Reference: b.nameOf(place), Value: r.Value, Confidence: b.support[place].confidence, Claim: r.Claim,
			Source: b.sourceOf(place), Antecedents: []string{},
		}
		if d, ok := b.supporting(place).(*schema.Derivation); ok {
			one.Antecedents, one.Formula = d.Antecedents, d.Formula
		}
		out.Revisions = append(out.Revisions, one)
	}
	return out
}

// sources are the sources of what is in the state, and those that checks found
// something of, in the order of their first appearance.
func (b *Base) sources() []schema.SourceReport {
	list, seen := []schema.SourceReport{}, map[string]bool{}
	add := func(origin string, prior float64) {
		if seen[origin] {
			return
		}
		seen[origin] = true
		s := schema.SourceReport{Name: origin, Reliability: b.reliability(origin, prior)}
		if i, ok := sourceAt(b.state.Sources, origin); ok {
			s.Right, s.Wrong = b.state.Sources[i].Right, b.state.Sources[i].Wrong
		}
		list = append(list, s)
	}
	for i := range b.state.Revisions {
		for _, j := range b.state.Revisions[i].Justifications {
			add(originOf(commonOf(j).source), b.rules.believed(j))
		}
	}
	for _, s := range b.state.Sources {
		add(s.Name, b.rules.prior(s.Name))
	}
	return list
}
