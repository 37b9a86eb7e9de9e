package reply

import "sort"

// known is what a scan of a broken value taught: which lists and objects inside it are complete.
type known struct {
	starts []start
	until  int // where the scan broke off
}

// outcome is what is known of the value that begins at a place.
type outcome struct {
	complete bool
	end      int
	rank     rank
	why      reason
	like     bool // a broken value that is like a response
}

// prober tells what begins at a place of the text. Places inside a value that turned out to be broken are answered from its scan, so that
// no part of a text is scanned more than twice: once as JSON and once as what is inside its strings.
type prober struct {
	scan   scanner
	recent [2]known
}

// probe says what begins at a place that holds { or [.
func (p *prober) probe(at int) outcome {
	for i := range p.recent {
		if o, ok := p.recent[i].lookup(at); ok {
			return o
		}
	}
	if p.scan.value(at) {
		return outcome{complete: true, end: p.scan.end(), rank: p.scan.rank()}
	}
	p.remember()
	return outcome{why: p.scan.why, like: p.scan.responseLike()}
}

// remember keeps what the scan found in place of the older of the two, whose memory the scanner uses next.
func (p *prober) remember() {
	older := 0
	if p.recent[1].until < p.recent[0].until {
		older = 1
	}
	starts := p.recent[older].starts[:0]
	p.recent[older] = known{starts: p.scan.starts, until: p.scan.pos}
	if p.scan.why == overLimit { // what is open might be complete with another beginning
		p.recent[older].starts = completeOnly(p.scan.starts)
	}
	p.scan.starts = starts
}

func completeOnly(starts []start) []start {
	kept := starts[:0]
	for _, s := range starts {
		if s.end > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}

func (k *known) lookup(at int) (outcome, bool) {
	if at >= k.until {
		return outcome{}, false
	}
	i := sort.Search(len(k.starts), func(i int) bool { return int(k.starts[i].at) >= at })
	if i == len(k.starts) || int(k.starts[i].at) != at {
		return outcome{}, false
	}
	s := k.starts[i]
	if s.end == 0 {
		return outcome{why: malformed}, true
	}
	return outcome{complete: true, end: int(s.end), rank: s.rank}, true
}
