package plan

import "github.com/contractc/contractc/internal/doc"

// size is how large a plan is when its loops are written out.
type size struct{ calls, steps int }

// add adds sizes; what is beyond all limits stays there.
func (s size) add(t size) size {
	return size{min(s.calls+t.calls, MaxSteps+1), min(s.steps+t.steps, MaxSteps+1)}
}

func (s size) times(n int) size {
	return size{min(s.calls*n, MaxSteps+1), min(s.steps*n, MaxSteps+1)}
}

func sizeOf(steps []Step) size {
	var total size
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			total = total.add(size{1, 1})
		case *If:
			total = total.add(size{0, 1}).add(sizeOf(s.Then)).add(sizeOf(s.Else))
		case *ForEach:
			total = total.add(sizeOf(s.Do).times(s.Rows.Most))
		}
	}
	return total
}

// sizes checks that the plan is small enough to be looked at whole.
func (r *reader) sizes(steps *doc.Node) {
	total := sizeOf(r.plan.Steps)
	if total.calls > MaxCalls || total.steps > MaxSteps {
		r.refuse(steps.Range, "limit.plan", "lower the bounds of the rows, or split the plan",
			"with its loops written out the plan has more than %d calls or %d steps", MaxCalls, MaxSteps)
	}
}
