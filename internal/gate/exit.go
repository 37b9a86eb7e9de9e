package gate

import "github.com/contractc/contractc/schema"

// The exit codes that a report can have, as every command has them.
const (
	exitPassed    = 0
	exitNo        = 2 // a finding denies
	exitBundle    = 3 // the bundle cannot be loaded or verified
	exitUndecided = 4 // something could not be looked at
)

// exitCode is the worst of what denies, in the order 3, 2, 4. A step that was not
// done because of the bundle is told of by the bundle's own findings.
func exitCode(r *schema.GateReport) int64 {
	var no, undecided bool
	for i := range r.Findings {
		f := &r.Findings[i]
		switch {
		case f.Level != schema.GateLevelDeny:
		case fixed(f):
			return exitBundle
		case f.Checked:
			no = true
		default:
			undecided = true
		}
	}
	for _, s := range r.Steps {
		undecided = undecided || s.Outcome == schema.GateOutcomeNotChecked
	}
	switch {
	case no:
		return exitNo
	case undecided:
		return exitUndecided
	}
	return exitPassed
}
