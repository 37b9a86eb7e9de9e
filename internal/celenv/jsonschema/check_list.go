package jsonschema

import "strconv"

func (c *checker) list(n *node, p place, list []any, e *evaluated) []Problem {
	var problems []Problem
	if n.minItems > len(list) {
		problems = append(problems, p.wrong("value must have at least %s", several(n.minItems, "item")))
	}
	if n.maxItems >= 0 && len(list) > n.maxItems {
		problems = append(problems, p.wrong("value must have at most %s", several(n.maxItems, "item")))
	}
	if n.unique {
		problems = append(problems, c.twice(p, list)...)
	}
	problems = append(problems, c.items(n, p, list, e)...)
	return append(problems, c.contains(n, p, list, e)...)
}

// twice finds the first two items that are equal.
func (c *checker) twice(p place, list []any) []Problem {
	seen := make(map[string]int, len(list))
	for i, item := range list {
		is := identity(item)
		c.left -= len(is) / stepLength
		if first, ok := seen[is]; ok {
			return []Problem{p.wrong("items %d and %d are equal", first, i)}
		}
		seen[is] = i
	}
	return nil
}

func (c *checker) items(n *node, p place, list []any, e *evaluated) []Problem {
	var problems []Problem
	for i, item := range list {
		schema := n.rest
		if i < len(n.prefix) {
			schema = n.prefix[i]
		}
		if schema == nil || c.stopped {
			break
		}
		problems = append(problems, c.check(schema, c.inside(p, item, strconv.Itoa(i)), e.part())...)
		e.item(i)
	}
	return problems
}

func (c *checker) contains(n *node, p place, list []any, e *evaluated) []Problem {
	if n.contains == nil {
		return nil
	}
	found := 0
	for i, item := range list {
		if c.stopped {
			return nil
		}
		if len(c.check(n.contains, c.inside(p, item, strconv.Itoa(i)), e.part())) == 0 {
			found++
			if n.marks {
				e.item(i)
			}
		}
	}
	least := max(n.minContains, 0)
	if n.minContains < 0 {
		least = 1
	}
	switch {
	case found < least:
		return []Problem{p.wrong("value must contain at least %s of a kind that it lacks", several(least, "item"))}
	case n.maxContains >= 0 && found > n.maxContains:
		return []Problem{p.wrong("value must contain at most %s of a kind, and has %d", several(n.maxContains, "item"), found)}
	}
	return nil
}
