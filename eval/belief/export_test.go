package belief

import "testing"

// Showing returns rules that show a model at most so many beliefs.
func Showing(r *Rules, beliefs int) *Rules {
	copied := *r
	copied.table.Visible.Beliefs = beliefs
	return &copied
}

// Base reads another base's state by these rules.
func (r *Rules) Base(t testing.TB, b *Base) *Base {
	t.Helper()
	text, err := Format(b.State())
	if err != nil {
		t.Fatal(err)
	}
	read, problems := r.Read("state.json", text)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return read
}
