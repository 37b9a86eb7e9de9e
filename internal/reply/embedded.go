package reply

import "strings"

// scanEmbedded looks for values in other text, between two places: from the next brace or bracket it reads one value; behind a complete one
// it goes on, and of what is not a value it passes one character. It gives up after too many failures.
func (r *reader) scanEmbedded(from, to int) []candidate {
	var found []candidate
	p := prober{scan: r.scanner(to)}
	for at, failures := from, 0; failures <= r.opt.Limits.Failures; {
		i := strings.IndexAny(r.text[at:to], "{[")
		if i < 0 {
			break
		}
		at += i
		o := p.probe(at)
		if !o.complete {
			failures++
			r.noteBroken(at, o)
			at++
			continue
		}
		if o.rank < otherRank && len(found) < r.opt.Limits.Actions {
			found = append(found, candidate{start: at, end: o.end, rank: o.rank, from: embedded})
		}
		at = o.end
	}
	return found
}

// noteBroken keeps where a value begins that is like a response and inside which the text ends.
func (r *reader) noteBroken(at int, o outcome) {
	if o.why == ended && o.like && r.cutAt < 0 {
		r.cutAt = at
	}
}
