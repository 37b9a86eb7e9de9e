package render

import "github.com/contractc/contractc/schema"

// reportState writes what a reply changed in the belief state, where there is
// one. Each call that waits for its result stands with the digest that the
// result is recorded under.
func (c *composer) reportState(u *schema.StateUpdate) {
	if u == nil {
		return
	}
	c.heading(reportState)
	for i := range u.Changes {
		change := &u.Changes[i]
		c.item(1, reportChange, asSaid(change.Text))
		if change.Call != nil {
			c.fact(2, labelAction, asName(*change.Call))
		}
	}
	for _, name := range u.Out {
		c.item(1, reportOut, asName(name))
	}
	for i := range u.Rederive {
		c.item(1, reportRederive, asName(u.Rederive[i].Key), asQuote(u.Rederive[i].Instruction))
	}
	c.fact(1, labelState, asName(u.After))
}
