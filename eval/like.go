package eval

import (
	"maps"
	"slices"
)

// sharesCEL reports whether rules in CEL that another engine compiled can be used
// by this one: they are evaluated with the same functions, over the same tables.
func (e *Engine) sharesCEL(like *Engine) bool {
	return like != nil && slices.Equal(like.sets, e.sets) && slices.Equal(like.catalog.Tables, e.catalog.Tables)
}

// takeCEL takes over the environment of another engine, and what it compiled.
func (e *Engine) takeCEL(like *Engine) {
	e.functions, e.quotes, e.rules.env = like.functions, like.quotes, like.rules.env
	like.rules.mu.Lock()
	defer like.rules.mu.Unlock()
	e.rules.made = maps.Clone(like.rules.made)
	if slices.Equal(like.catalog.Facts, e.catalog.Facts) {
		e.rules.facts = maps.Clone(like.rules.facts)
	}
}

// sharesRego reports whether the rules in Rego are those of another engine: the
// same modules with the same texts.
func (e *Engine) sharesRego(like *Engine) bool {
	return like != nil && slices.Equal(like.sets, e.sets) && slices.Equal(like.catalog.Rego, e.catalog.Rego)
}
