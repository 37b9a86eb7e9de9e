package monitor

import "github.com/contractc/contractc/schema"

// status is what is known of a constraint after the events so far.
type status struct {
	now   Truth // if the trace ended here
	final bool  // now stays what it is, whatever follows
	doubt bool  // an operand that is not known could decide; now may be False or True all the same
}

// leafStatus is the status of a constraint without operands.
func leafStatus(now Truth, final bool) status { return status{now, final, now == Unknown} }

// not is the status of the negation.
func (s status) not() status { return status{s.now.Not(), s.final, s.doubt} }

// verdict is the verdict on a trace that is closed, or still open.
func (s status) verdict(closed bool) schema.Verdict {
	switch {
	case s.now == True:
		return schema.VerdictHolds
	case s.now == False && (closed || s.final):
		return schema.VerdictViolated
	case s.now == Unknown || s.doubt:
		return schema.VerdictUnknown
	}
	return schema.VerdictPending
}

// both is the status of a conjunction. It is final where an operand is finally
// false, or all are final. While it is false, the doubt that counts is that of
// the operands that are not true: they alone stand in the way.
func both(a, b status) status {
	s := status{now: a.now.And(b.now)}
	s.final = a.final && b.final || a.final && a.now == False || b.final && b.now == False
	if s.now == True {
		s.doubt = a.doubt || b.doubt
	} else {
		s.doubt = a.doubt && a.now != True || b.doubt && b.now != True
	}
	if s.final && s.now != Unknown {
		s.doubt = false
	}
	return s
}
