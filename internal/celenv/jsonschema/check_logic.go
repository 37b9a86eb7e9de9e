package jsonschema

// logic applies the schemas that a schema is put together of.
func (c *checker) logic(n *node, p place, e *evaluated) []Problem {
	var problems []Problem
	if n.ref != nil {
		problems = c.same(n.ref, p, e)
	}
	for _, schema := range n.allOf {
		problems = append(problems, c.same(schema, p, e)...)
	}
	problems = append(problems, c.anyOf(n, p, e)...)
	problems = append(problems, c.oneOf(n, p, e)...)
	if n.not != nil && len(c.same(n.not, p, e.part())) == 0 {
		problems = append(problems, p.wrong("value is one that is not allowed"))
	}
	if n.condition == nil {
		return problems
	}
	if len(c.same(n.condition, p, e)) == 0 {
		return append(problems, c.same(n.then, p, e)...)
	}
	return append(problems, c.same(n.otherwise, p, e)...)
}

// anyOf needs one schema that fits; what is wrong is what is wrong with each.
func (c *checker) anyOf(n *node, p place, e *evaluated) []Problem {
	var problems []Problem
	fits := len(n.anyOf) == 0
	for _, schema := range n.anyOf {
		found := c.same(schema, p, e)
		problems = append(problems, found...)
		if fits = fits || len(found) == 0; fits && e == nil {
			return nil
		}
	}
	if fits {
		return nil
	}
	return problems
}

// oneOf needs one schema that fits, and no other.
func (c *checker) oneOf(n *node, p place, e *evaluated) []Problem {
	var problems []Problem
	fits := 0
	for _, schema := range n.oneOf {
		found := c.same(schema, p, e)
		problems = append(problems, found...)
		if len(found) == 0 {
			fits++
		}
	}
	switch {
	case len(n.oneOf) == 0 || fits == 1:
		return nil
	case fits > 1:
		return []Problem{p.wrong("value must fit one of %d alternatives, and fits %d", len(n.oneOf), fits)}
	}
	return problems
}
