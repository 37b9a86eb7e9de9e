package monitor

import "github.com/contractc/contractc/schema"

// search is Exists, and what is the negation of one: Empty (no event is a
// member) and All (no member fails the predicate). By De Morgan's laws the
// negations are exact in Kleene's logic too.
type search struct {
	found   predicate // of an event: is it what is searched for?
	negated bool
	words   searchWords
}

// searchWords are the reasons that a search gives, for one event and several.
type searchWords struct{ found, foundMany, unsure, none string }

func (c *compiler) empty(p *schema.Empty, at place) (*leaf, error) {
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	return c.search(search{member, true, searchWords{
		"is a member of the set, which must be empty", "are members of the set, which must be empty",
		"a member of the set, which must be empty", "no event is a member of the set"}}, effects), nil
}

func (c *compiler) all(p *schema.All, at place) (*leaf, error) {
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	test, err := c.predicate(p.Predicate, at.slot("predicate"))
	if err != nil {
		return nil, err
	}
	return c.search(search{conjunction(member, not(test)), true, searchWords{
		"does not meet the condition", "do not meet the condition",
		"a member of the set that does not meet the condition", "every member of the set meets the condition"}}, effects), nil
}

func (c *compiler) exists(p *schema.Exists, at place) (*leaf, error) {
	member, effects, err := c.member(p.Set, at.slot("set"))
	if err != nil {
		return nil, err
	}
	test, err := c.predicate(p.Predicate, at.slot("predicate"))
	if err != nil {
		return nil, err
	}
	return c.search(search{conjunction(member, test), false, searchWords{
		"meets the condition", "meet the condition",
		"a member of the set that meets the condition", "no member of the set meets the condition"}}, effects), nil
}

func (c *compiler) search(s search, effects []string) *leaf {
	return &leaf{rule: &s, uses: usesOf(effects, 0), fills: c.fills}
}

func (s *search) start(*frame, *state) {}

func (s *search) step(f *frame, st *state, _ int) {
	switch s.found.eval(f) {
	case True:
		st.hits.add(f.event.Index)
	case Unknown:
		st.unsure.add(f.event.Index)
	}
}

func (s *search) status(st *state) status {
	found := leafStatus(False, s.found.fixed && s.found.truth == False)
	switch {
	case st.hits.count > 0:
		found = leafStatus(True, true)
	case st.unsure.count > 0:
		found = leafStatus(Unknown, false)
	}
	if s.negated {
		return found.not()
	}
	return found
}

func (s *search) explain(st *state) explanation {
	switch {
	case st.hits.count > 0:
		because := st.hits.list()
		return explanation{because, events(because) + " " + agree(because, s.words.found, s.words.foundMany)}
	case st.unsure.count > 0:
		because := st.unsure.list()
		return explanation{because, "it is not known whether " + events(because) + " " +
			agree(because, "is ", "include ") + s.words.unsure}
	}
	return explanation{nil, s.words.none}
}
