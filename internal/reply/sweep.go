package reply

import "strings"

// sweep finds all values in a text that can be a response or an action where they stand, also in broken or cut JSON: at the outside, or as
// an element of the list of actions, but not inside another action. It knows where it stands in broken JSON by its brackets and strings.
type sweep struct {
	r      *reader
	prober prober
	open   []level
	opened int // where the outermost of open begins
	pos    int
	to     int
	found  []candidate
}

// level is a list or object that is open in a broken value.
type level struct {
	list    bool
	actions bool // a list whose elements are actions, or an object whose last key was actions
}

// sweepAll finds the values between two places, in order.
func (r *reader) sweepAll(from, to int) []candidate {
	s := sweep{r: r, prober: prober{scan: r.scanner(to)}, pos: from, to: to}
	failures := 0
	for len(s.found) <= r.opt.Limits.Actions && s.nextStart() { // one more than the limit, which refuses the reply
		if !s.expected() {
			s.push()
			continue
		}
		o := s.prober.probe(s.pos)
		if o.complete {
			s.keep(o)
			continue
		}
		if failures++; failures > r.opt.Limits.Failures {
			r.unread = s.pos
			break
		}
		s.enter(o)
	}
	if len(s.open) > 0 && to == len(r.text) && s.pos >= to && r.cutAt < 0 {
		r.cutAt = s.opened
	}
	return s.found
}

func (s *sweep) keep(o outcome) {
	c := candidate{start: s.pos, end: o.end, rank: o.rank, from: embedded}
	if len(s.open) > 0 && s.r.text[s.pos] == '{' {
		c.rank, c.from = actionRank, broken
	}
	if c.rank < otherRank {
		s.found = append(s.found, c)
	}
	s.pos = o.end
}

// enter goes on inside a value that is like a response or stands in one, and passes one character of anything else.
func (s *sweep) enter(o outcome) {
	if len(s.open) > 0 || o.like {
		if len(s.open) == 0 {
			s.opened = s.pos
		}
		s.push()
		return
	}
	s.pos++
}

// expected reports whether a response or an action can stand here.
func (s *sweep) expected() bool {
	return len(s.open) == 0 || s.open[len(s.open)-1].list && s.open[len(s.open)-1].actions
}

// push enters the list or object that begins here. A list is one of actions where it stands alone or under the key actions of the response.
func (s *sweep) push() {
	l := level{list: s.r.text[s.pos] == '['}
	if l.list {
		l.actions = len(s.open) == 0 || len(s.open) == 1 && !s.open[0].list && s.open[0].actions
	}
	s.open = append(s.open, l)
	s.pos++
}

// nextStart moves to the next brace or bracket that opens. Strings and closing brackets count only inside a broken value.
func (s *sweep) nextStart() bool {
	for s.pos < s.to {
		if len(s.open) == 0 {
			i := strings.IndexAny(s.r.text[s.pos:s.to], "{[")
			if i < 0 {
				s.pos = s.to
				return false
			}
			s.pos += i
			return true
		}
		switch s.r.text[s.pos] {
		case '{', '[':
			return true
		case '}', ']':
			s.open = s.open[:len(s.open)-1]
			s.pos++
		case '"':
			s.str()
		default:
			s.pos++
		}
	}
	return false
}

// str passes a string, which may be the key of the list of actions.
func (s *sweep) str() {
	i := s.pos + 1
	for i < s.to && s.r.text[i] != '"' {
		if s.r.text[i] == '\\' {
			i++
		}
		i++
	}
	end := min(i+1, s.to)
	raw := s.r.text[s.pos:end]
	s.pos = end
	top := &s.open[len(s.open)-1]
	if !top.list && strings.HasPrefix(strings.TrimLeft(s.r.text[end:s.to], " \t\r\n"), ":") {
		top.actions = keyText(raw) == "actions"
	}
}
