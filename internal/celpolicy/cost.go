package celpolicy

import (
	"math"

	"github.com/contractc/contractc/internal/diag"
)

// checkCost estimates what the policy can cost on the largest input that the
// environment declares, and refuses it above the environment's limit.
func (c *compiler) checkCost(src *Source) {
	if c.env.Sizes == nil || c.list.HasErrors() {
		return
	}
	for _, e := range c.expressions {
		cost, ok := c.estimate(e)
		if ok && cost > c.env.MaxCost {
			c.costly(e.text.Range(), "the expression", cost)
			return
		}
		c.spent += cost
	}
	if c.spent > c.env.MaxCost {
		c.costly(src.Rule.Range, "the policy", c.spent)
	}
}

// estimateWithin is estimate where the environment declares sizes.
func (c *compiler) estimateWithin(e *expression) (uint64, bool) {
	if c.env.Sizes == nil {
		return 0, false
	}
	return c.estimate(e)
}

func (c *compiler) estimate(e *expression) (uint64, bool) {
	estimate, err := c.env.CEL.EstimateCost(e.ast, c.env.Sizes)
	if err != nil {
		c.list.Errorf(c.file, e.text.Range(), "cel.cost", "%s", oneLine(err.Error()))
		return 0, false
	}
	return estimate.Max, true
}

func (c *compiler) costly(at diag.Range, what string, cost uint64) {
	if cost == math.MaxUint64 {
		c.list.Add(diag.Errorf(c.file, at, "cel.cost", "the cost of %s has no bound", what[len("the "):]).
			WithDetail("It goes through a text, list or map whose largest size is not declared."))
		return
	}
	c.list.Add(diag.Errorf(c.file, at, "cel.cost", "%s can cost %d units, more than the limit of %d", what, cost, c.env.MaxCost).
		WithDetail("Loops inside loops multiply. Look a value up by its key instead of searching for it."))
}
