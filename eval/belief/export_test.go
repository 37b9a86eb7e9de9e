package belief

// Showing returns rules that show a model at most so many beliefs.
func Showing(r *Rules, beliefs int) *Rules {
	copied := *r
	copied.table.Visible.Beliefs = beliefs
	return &copied
}
