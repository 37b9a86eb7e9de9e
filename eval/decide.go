package eval

import "github.com/contractc/contractc/schema"

// rank orders outcomes: deny wins over ask, ask wins over allow.
func rank(o schema.Outcome) int {
	switch o {
	case schema.OutcomeAllow:
		return 0
	case schema.OutcomeAsk:
		return 1
	default:
		return 2
	}
}

// worst returns the outcome that wins among the two.
func worst(a, b schema.Outcome) schema.Outcome {
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// decide returns what a call's reasons add up to. Without a reason to allow,
// a person is asked, so that doing nothing is never a success.
func decide(reasons []Reason) schema.Outcome {
	outcome, allowed := schema.OutcomeAllow, false
	for _, r := range reasons {
		outcome = worst(outcome, r.Outcome)
		allowed = allowed || r.Outcome == schema.OutcomeAllow
	}
	if !allowed {
		outcome = worst(outcome, schema.OutcomeAsk)
	}
	return outcome
}
