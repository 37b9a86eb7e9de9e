package render

import (
	"slices"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// compareTurn compares what a decision says of the whole turn with the binding of
// one of its cards.
func compareTurn(n *doc.Node, index int64, d *schema.Decision) error {
	if !binds(n.Get("edits"), len(d.Edits), edits(d.Edits)) {
		return unverified("the decision says that something else was mended in the reply than the binding")
	}
	if err := compareGuarantees(n, d.Guarantees); err != nil {
		return err
	}
	return compareCoverage(n, index, d.Coverage)
}

// compareGuarantees compares the guarantees in force. The verdict on each is the
// worst over the calls, so none is better than on this one; a call that was denied
// before any was judged is bound to none.
func compareGuarantees(n *doc.Node, said []schema.GuaranteeVerdict) error {
	verdicts := n.Get("verdicts")
	if verdicts == nil || len(verdicts.Items) == 0 {
		return nil
	}
	list := make([]Guarantee, len(said))
	for i, g := range said {
		list[i] = Guarantee{Expression: g.Expression, Invocation: g.Invocation}
	}
	if !binds(n.Get("contracts"), len(list), contracts(list)) {
		return unverified("the decision names other guarantees than the binding")
	}
	for i, v := range verdicts.Items {
		if severity(schema.Verdict(textAt(v, "verdict"))) > severity(said[i].Verdict) {
			return unverified("the verdict on %q is better than that on the call", said[i].Expression)
		}
	}
	return nil
}

// severity orders verdicts: the higher is the worse.
func severity(v schema.Verdict) int {
	return slices.Index([]schema.Verdict{schema.VerdictHolds, schema.VerdictPending, schema.VerdictUnknown, schema.VerdictViolated}, v)
}

// covered is what coverage says of a domain.
type covered struct{ domain, status, detail string }

// compareCoverage requires that all that a card says of coverage is said of the
// turn, and that nothing else is said of its call.
func compareCoverage(n *doc.Node, index int64, said []schema.CoverageEntry) error {
	var bound, whole []covered
	if list := n.Get("coverage"); list != nil {
		for _, item := range list.Items {
			bound = append(bound, covered{textAt(item, "domain"), textAt(item, "status"), textAt(item, "detail")})
		}
	}
	for _, e := range said {
		entry := covered{domain: e.Domain, status: string(e.Status)}
		if e.Detail != nil {
			entry.detail = *e.Detail
		}
		whole = append(whole, entry)
		if slices.Contains(e.Actions, index) && !slices.Contains(bound, entry) {
			return unverified("the decision says of the coverage of %q what the binding does not", e.Domain)
		}
	}
	for _, entry := range bound {
		if !slices.Contains(whole, entry) {
			return unverified("the decision does not say what the binding does of the coverage of %q", entry.domain)
		}
	}
	return nil
}
