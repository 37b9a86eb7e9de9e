package belief

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/formula"
	"github.com/contractc/contractc/internal/pyvalue"
	"github.com/contractc/contractc/internal/quote"
	"github.com/contractc/contractc/schema"
)

// Verify checks the proofs of keys again, of all that is held where none is
// named: computes every formula from the values that it rests on, looks for
// every quote in its document and for the value in the quote, and compares the
// results of calls with the record. The steps stand so that what a belief rests
// on comes before it, and first is the first one that failed. Documents that are
// not given leave their quotes unknown. The error is a *KeyError.
func (b *Base) Verify(documents []schema.Document, names ...string) (*schema.StateVerification, error) {
	v := &verifier{Base: b, texts: map[string]*schema.Document{}, searched: map[string]*quote.Document{}}
	for i := range documents {
		v.texts[documents[i].Name] = &documents[i]
	}
	wanted, err := v.wanted(names)
	if err != nil {
		return nil, err
	}
	for _, place := range b.order {
		if wanted[place] {
			v.revision(place)
		}
	}
	out := &schema.StateVerification{Format: schema.StateVerificationFormat, Digest: b.digest, Steps: v.steps}
	if i := slices.IndexFunc(v.steps, func(s schema.ProofCheck) bool { return s.Outcome == schema.CheckOutcomeFailed }); i >= 0 {
		first := int64(i)
		out.First = &first
	}
	return out, nil
}

// verifier checks steps.
type verifier struct {
	*Base
	texts    map[string]*schema.Document
	searched map[string]*quote.Document
	steps    []schema.ProofCheck
}

// wanted are the held revisions of the named keys with all that they rest on,
// or all that are held. A name that is not held fails at once.
func (v *verifier) wanted(names []string) (map[int]bool, error) {
	wanted := map[int]bool{}
	if len(names) == 0 {
		for _, place := range v.order {
			wanted[place] = true
		}
		return wanted, nil
	}
	var queue []int
	for _, name := range names {
		places, err := v.named(name)
		if err != nil {
			return nil, err
		}
		held := slices.DeleteFunc(slices.Clone(places), func(i int) bool { return !v.support[i].held })
		if len(held) == 0 {
			last := places[len(places)-1]
			v.add(last, schema.CheckKindBelief, schema.CheckOutcomeFailed, "it is out")
		}
		queue = append(queue, held...)
	}
	for len(queue) > 0 {
		place := queue[0]
		queue = queue[1:]
		if wanted[place] {
			continue
		}
		wanted[place] = true
		for _, j := range v.state.Revisions[place].Justifications {
			if d, ok := j.(*schema.Derivation); ok && counts(j) && v.allHeld(d) {
				queue = append(queue, v.antecedents(d)...)
			}
		}
	}
	return wanted, nil
}

func (v *verifier) add(place int, check schema.CheckKind, outcome schema.CheckOutcome, format string, args ...any) {
	v.steps = append(v.steps, schema.ProofCheck{
		Reference: v.nameOf(place), Check: check, Outcome: outcome, Text: fmt.Sprintf(format, args...),
	})
}

// revision checks every justification of a held revision that holds it.
func (v *verifier) revision(place int) {
	r := &v.state.Revisions[place]
	if n := v.conflicts[r.Key]; n > 0 {
		v.add(place, schema.CheckKindBelief, schema.CheckOutcomeFailed, "%s has %d incompatible believed values", pyRepr(r.Key), n)
	}
	for _, j := range r.Justifications {
		if !counts(j) {
			continue
		}
		switch j := j.(type) {
		case *schema.Assertion:
			v.add(place, schema.CheckKindAssertion, schema.CheckOutcomeUnchecked, "%s says so", j.Source)
		case *schema.Citation:
			v.citation(place, r, j)
		case *schema.ToolResult:
			v.add(place, schema.CheckKindResult, schema.CheckOutcomePassed, "%s returned it", j.Source)
		case *schema.Derivation:
			if v.allHeld(j) {
				v.derivation(place, r, j)
			}
		}
	}
}

// citation looks for a quote again, and for the value in it.
func (v *verifier) citation(place int, r *schema.Revision, c *schema.Citation) {
	given, ok := v.texts[c.Document]
	if !ok {
		v.add(place, schema.CheckKindCitation, schema.CheckOutcomeUnknown, "the document %s was not given", pyRepr(c.Document))
		return
	}
	document := v.searched[c.Document]
	if document == nil {
		document = quote.NewDocument(given.Text, v.rules.quote.Normalisation)
		v.searched[c.Document] = document
	}
	changed := ""
	if canonical.DigestBytes([]byte(given.Text)) != c.DocumentDigest {
		changed = ", which has changed since"
	}
	switch {
	case !document.Find(c.Quote):
		v.add(place, schema.CheckKindCitation, schema.CheckOutcomeFailed, "quote not found in %s%s: %s", pyRepr(c.Document), changed, pyRepr(c.Quote))
	case !v.rules.quote.Judge(c.Quote, r.Value.Value).Accepted():
		v.add(place, schema.CheckKindCitation, schema.CheckOutcomeFailed, "value %s is not stated in the quoted text: %s", pyvalue.Format(r.Value.Value), pyRepr(c.Quote))
	default:
		v.add(place, schema.CheckKindCitation, schema.CheckOutcomePassed, "the quote stands in %s%s and states the value", pyRepr(c.Document), changed)
	}
}

// derivation computes a formula again; a conclusion without one cannot be
// checked, other than that it rests on something.
func (v *verifier) derivation(place int, r *schema.Revision, d *schema.Derivation) {
	kind := schema.CheckKindJudgement
	if d.Formula != nil {
		kind = schema.CheckKindFormula
	}
	if len(d.Antecedents) == 0 && !v.rules.table.Baseless {
		v.add(place, kind, schema.CheckOutcomeFailed, "it rests on nothing")
		return
	}
	if d.Formula == nil {
		v.add(place, kind, schema.CheckOutcomeUnchecked, "%s concluded it from %s", d.Source, basis(d))
		return
	}
	values := map[string]any{}
	for _, a := range v.antecedents(d) {
		values[v.state.Revisions[a].Key] = v.state.Revisions[a].Value.Value
	}
	computed, err := formula.Eval(*d.Formula, values, v.rules.formula)
	switch {
	case err != nil:
		v.add(place, kind, schema.CheckOutcomeFailed, "%v", err)
	case !formula.Same(r.Value.Value, computed, v.rules.formula.Tolerance):
		v.add(place, kind, schema.CheckOutcomeFailed, "formula %s evaluates to %s, but the belief is %s",
			pyRepr(*d.Formula), pyvalue.FormatFloat(computed), pyvalue.Format(r.Value.Value))
	default:
		v.add(place, kind, schema.CheckOutcomePassed, "formula %s evaluates to %s", pyRepr(*d.Formula), pyvalue.FormatFloat(computed))
	}
}

func basis(d *schema.Derivation) string {
	switch n := len(d.Antecedents); n {
	case 0:
		return "nothing"
	case 1:
		return "one belief"
	default:
		return fmt.Sprintf("%d beliefs", n)
	}
}
