package monitor_test

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
)

var (
	stringFact  = monitor.Fact{Kind: value.String}
	integerFact = monitor.Fact{Kind: value.Integer}
)

// atLeast is the fact of an integer with a minimum.
func atLeast(i int64) monitor.Fact {
	n := value.IntegerNumber(i)
	return monitor.Fact{Kind: value.Integer, Minimum: &n}
}
