package render

import "github.com/contractc/contractc/schema"

// An atom is a predicate that says something of a term.
type atom struct {
	kind    string // class of the predicate
	subject schema.Term
	verb    verb
	object  func(s *sentence, depth int) error // what follows the verb
}

// A verb in the forms that the grammar uses.
type verb struct{ is, isNot, must, mustNot string }

func be(rest string) verb {
	return verb{"is " + rest, "is not " + rest, "must be " + rest, "must not be " + rest}
}

func do(third, base string) verb {
	return verb{third, "does not " + base, "must " + base, "must not " + base}
}

// atomOf returns the predicate as an atom, if it is one.
func atomOf(p schema.Predicate) (a atom, ok bool) {
	switch p := p.(type) {
	case *schema.Compare:
		words, known := relations(p.Op)
		return atom{"Compare", p.Left, be(words), object(p.Right)}, known
	case *schema.In:
		return atom{"In", p.Element, be("one of "), object(p.List)}, true
	case *schema.Contains:
		return atom{"Contains", p.Of, do("contains ", "contain "), object(p.Needle)}, true
	case *schema.StartsWith:
		return atom{"StartsWith", p.Of, do("starts with ", "start with "), natural[*schema.PathPrefixValue](p.Prefix)}, true
	case *schema.EndsWith:
		return atom{"EndsWith", p.Of, do("ends with ", "end with "), object(p.Suffix)}, true
	case *schema.Within:
		return atom{"Within", p.Of, do("lies within ", "lie within "), natural[*schema.DirectoryValue](p.Directory)}, true
	case *schema.Matches:
		return atom{"Matches", p.Of, do("matches the pattern ", "match the pattern "), object(text(p.Pattern))}, true
	case *schema.ComesFrom:
		return atom{"ComesFrom", &schema.FieldTerm{Field: p.Field}, do("comes from ", "come from "), column(p)}, true
	}
	return atom{}, false
}

func text(s string) schema.Term {
	return &schema.LiteralTerm{Literal: &schema.StringValue{String: s}}
}

// object writes a term after a verb.
func object(t schema.Term) func(*sentence, int) error {
	return func(s *sentence, depth int) error { return s.term(t, depth)() }
}

// natural writes a term whose literal is of a type that goes without saying, so
// that a string in its place needs a word.
func natural[T schema.Value](t schema.Term) func(*sentence, int) error {
	return func(s *sentence, depth int) error {
		if lit, ok := t.(*schema.LiteralTerm); ok {
			switch v := lit.Literal.(type) {
			case T:
				return s.literal(v, (*line).inSentence)
			case *schema.StringValue:
				s.words("the text ")
				return s.literal(v, (*line).value)
			}
		}
		return s.term(t, depth)()
	}
}

func column(p *schema.ComesFrom) func(*sentence, int) error {
	return func(s *sentence, depth int) error {
		return s.inOrder(s.say("the column "), s.term(p.Column, depth), s.say(" of "), s.term(p.ClassTerm, depth))
	}
}

// relations returns the words of a comparison.
func relations(op schema.Comparison) (words string, known bool) {
	switch op {
	case schema.ComparisonEq:
		return "equal to ", true
	case schema.ComparisonNe:
		return "different from ", true
	case schema.ComparisonLt:
		return "less than ", true
	case schema.ComparisonLe:
		return "at most ", true
	case schema.ComparisonGt:
		return "greater than ", true
	case schema.ComparisonGe:
		return "at least ", true
	}
	return "", false
}

func (s *sentence) relation(kind string, op schema.Comparison) step {
	return func() error {
		words, known := relations(op)
		if !known {
			return refuse(kind, "the comparison %q has no words", op)
		}
		s.words(words)
		return nil
	}
}

// denied takes the negation off a predicate whose operand is an atom.
func denied(p schema.Predicate) (schema.Predicate, bool) {
	if not, ok := p.(*schema.PredicateNot); ok {
		if _, ok := atomOf(not.Operand); ok {
			return not.Operand, true
		}
	}
	return p, false
}

// subject returns the field that a predicate speaks of, if it is an atom, as it
// is or denied, about a field.
func subject(p schema.Predicate) (field string, ok bool) {
	p, _ = denied(p)
	a, ok := atomOf(p)
	if !ok {
		return "", false
	}
	f, ok := a.subject.(*schema.FieldTerm)
	if !ok {
		return "", false
	}
	return f.Field, true
}

// duty1 writes what the subject, which stands before it, must do.
func (s *sentence) duty1(p schema.Predicate, depth int) step {
	return func() error {
		p, not := denied(p)
		a, _ := atomOf(p)
		s.words(" ")
		if not {
			s.words(a.verb.mustNot)
		} else {
			s.words(a.verb.must)
		}
		return a.object(s, depth+1)
	}
}

// duty writes a predicate as a duty.
func (s *sentence) duty(p schema.Predicate, depth int) step {
	return func() error {
		inner, _ := denied(p)
		if a, ok := atomOf(inner); ok {
			return s.inOrder(s.term(a.subject, depth), s.duty1(p, depth))
		}
		switch p := p.(type) {
		case *schema.PredicateNot:
			s.words("it must not be the case that (")
			return s.inOrder(func() error { return s.condition(p.Operand, depth+1) }, s.say(")"))
		case *schema.PredicateAnd, *schema.PredicateOr:
			return s.inOrder(func() error { return s.condition(p, depth+1) }, s.say(" must hold"))
		}
		return s.condition(p, depth+1)
	}
}

// condition writes a predicate as a condition.
func (s *sentence) condition(p schema.Predicate, depth int) error {
	if depth > maxSentenceDepth {
		return refuse("predicate", "nested deeper than %d", maxSentenceDepth)
	}
	inner, not := denied(p)
	if a, ok := atomOf(inner); ok {
		does := a.verb.is
		if not {
			does = a.verb.isNot
		}
		return s.inOrder(s.term(a.subject, depth), s.say(" "+does), func() error { return a.object(s, depth+1) })
	}
	switch p := p.(type) {
	case *schema.Truth:
		s.words(truth(p.Truth))
		return nil
	case *schema.PredicateNot:
		s.words("it is not the case that (")
		return s.inOrder(func() error { return s.condition(p.Operand, depth+1) }, s.say(")"))
	case *schema.PredicateAnd:
		return s.group("(all of ", p.Operands, " and ", "PredicateAnd", depth)
	case *schema.PredicateOr:
		return s.group("(either ", p.Operands, " or ", "PredicateOr", depth)
	case *schema.Compare:
		return refuse("Compare", "the comparison %q has no words", p.Op)
	case nil:
		return refuse("predicate", "there is none")
	}
	return refuse(p.PredicateClass(), "this kind of predicate has no words")
}

func truth(holds bool) string {
	if holds {
		return "any value is acceptable"
	}
	return "no value is acceptable"
}

func (s *sentence) group(open string, operands []schema.Predicate, between, kind string, depth int) error {
	if len(operands) == 0 {
		return refuse(kind, "it has no operands")
	}
	s.words(open)
	for i, p := range operands {
		if i > 0 {
			s.words(between)
		}
		if err := s.condition(p, depth+1); err != nil {
			return err
		}
	}
	s.words(")")
	return nil
}
