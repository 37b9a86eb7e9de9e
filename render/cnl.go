package render

import (
	"fmt"
	"strings"

	"github.com/contractc/contractc/schema"
)

// The grammar of derived sentences. It is strict: different constraints give
// different sentences, up to the versions of effect sets, which stand beside a
// sentence and not in it. Words in capitals are names and literals.
//
//	sentence  = clause "."
//	clause    = "Nothing is restricted"
//	          | "No calls to" calls "are permitted"
//	          | "Every" effects FIELD "must" claim
//	          | "For every call to" calls "," duty
//	          | "For at least one call to" calls "," duty
//	          | "No two calls to" calls "may have the same" term
//	          | amount "calls to" calls ("are permitted" | "are required")
//	          | "The sum of" FIELD "over calls to" calls "must be" relation term
//	          | "A call to" calls "and a call to" calls "must have the same" term
//	          | "For every entry of" CELL "at the end," duty
//	          | "At the end, the value of" CELL "at" term "must be" relation term
//	          | "All of these hold: [" clause "] and [" clause "]" …
//	          | "At least one of these holds: [" clause "] or [" clause "]" …
//	          | "This does not hold: [" clause "]"
//	amount    = "At most" term | "At least" term | "Exactly" term | "Fewer than" term
//	          | "More than" term | "Any number except" term
//	calls     = effects ["where" condition]
//	effects   = EFFECT {"," EFFECT} ["or" EFFECT]
//	duty      = term "must" ["not"] claim
//	          | "it must not be the case that (" condition ")"
//	          | group "must hold" | truth
//	condition = term verb | "it is not the case that (" condition ")" | group | truth
//	group     = "(all of" condition {"and" condition} ")"
//	          | "(either" condition {"or" condition} ")"
//	truth     = "any value is acceptable" | "no value is acceptable"
//	claim     = "be" relation term | "be one of" term | "contain" term
//	          | "start with" term | "end with" term | "lie within" term
//	          | "match the pattern" LITERAL | "come from the column" term "of" term
//	verb      = the claim in the third person, or denied with "is not", "does not"
//	relation  = "equal to" | "different from" | "less than" | "at most"
//	          | "greater than" | "at least"
//	term      = FIELD | LITERAL | "{" PARAMETER "}" | "the size of" term
//	          | "(" term "plus" term ")" | "(" term "minus" term ")"
//
// "Every" is the form of an All without a filter whose predicate says something
// of one field, as it is or denied; every other All is a "For every".
//
// Effects and state cells are named without their library where all of a
// constraint's effects are of the contract's own library, and qualified otherwise. A FIELD that is a word of
// the grammar is written field "is". A LITERAL is that of Literal, except that
// its type is left out where it goes without saying: of a path prefix after
// "start with" and of a directory after "lie within". A string there is the text
// "…".

// Limits of derived sentences.
const (
	maxSentenceDepth = 32
	maxSentenceBytes = 64 << 10
)

// A RefusalError says that an expression has no derived sentence. It is not a
// finding about the contract: a card then says that a derived description is
// missing.
type RefusalError struct {
	// Kind is the class of the expression that has no words, such as Matches.
	Kind string
	// Reason is one line.
	Reason string
}

// Error returns the kind and the reason.
func (e *RefusalError) Error() string { return fmt.Sprintf("no sentence for %s: %s", e.Kind, e.Reason) }

func refuse(kind, format string, args ...any) error {
	return &RefusalError{Kind: kind, Reason: fmt.Sprintf(format, args...)}
}

// SentenceOptions says how a sentence is derived.
type SentenceOptions struct {
	// Library is the name of the contract's library. Its effects are named
	// without it where no other library's are meant. Empty: the library that
	// all effects share, if they share one.
	Library string
	// Unbound writes parameters as slots such as {root} and doubles the braces
	// of literals, so that the sentence is a template. Otherwise a parameter
	// is refused.
	Unbound bool
}

// Sentence derives a sentence of controlled natural language from a constraint,
// by DESIGN section 5. Its error is a *RefusalError.
func Sentence(c schema.Constraint, opt SentenceOptions) (string, error) {
	var l line
	if err := writeSentence(&l, c, opt); err != nil {
		return "", err
	}
	return string(l.text), nil
}

// writeSentence appends the sentence to a line; on an error, nothing.
func writeSentence(l *line, c schema.Constraint, opt SentenceOptions) error {
	start := l.here()
	s := sentence{line: l, unbound: opt.Unbound}
	s.library = commonLibrary(c, opt.Library)
	err := s.clause(c, 0)
	if err == nil && len(l.text)-start.text > maxSentenceBytes {
		err = refuse(c.ConstraintClass(), "the sentence is longer than %d bytes", maxSentenceBytes)
	}
	if err != nil {
		l.back(start)
		return err
	}
	l.words(".")
	return nil
}

// A sentence is a derived sentence under construction.
type sentence struct {
	*line
	library string // whose effects are named without it; empty for none
	unbound bool
}

// clause writes a constraint as a clause.
func (s *sentence) clause(c schema.Constraint, depth int) error {
	if depth > maxSentenceDepth {
		return refuse("constraint", "nested deeper than %d", maxSentenceDepth)
	}
	switch c := c.(type) {
	case *schema.Unrestricted:
		s.words("Nothing is restricted")
		return nil
	case *schema.Empty:
		return s.inOrder(s.say("No calls to "), s.calls(&c.Set, depth), s.say(" are permitted"))
	case *schema.All:
		return s.all(c, depth)
	case *schema.Exists:
		return s.inOrder(s.say("For at least one call to "), s.calls(&c.Set, depth), s.say(", "), s.duty(c.Predicate, depth))
	case *schema.UniqueBy:
		return s.inOrder(s.say("No two calls to "), s.calls(&c.Set, depth), s.say(" may have the same "), s.term(c.Key, depth))
	case *schema.Count:
		return s.count(c, depth)
	case *schema.Sum:
		return s.inOrder(s.say("The sum of "), s.field(c.Field), s.say(" over calls to "), s.calls(&c.Set, depth),
			s.say(" must be "), s.relation("Sum", c.Op), s.term(c.Bound, depth))
	case *schema.ExistsPair:
		return s.inOrder(s.say("A call to "), s.calls(&c.Left, depth), s.say(" and a call to "), s.calls(&c.Right, depth),
			s.say(" must have the same "), s.term(c.Key, depth))
	case *schema.StateAll:
		return s.inOrder(s.say("For every entry of "), s.cell("StateAll", c.Cell), s.say(" at the end, "), s.duty(c.Predicate, depth))
	case *schema.StateAt:
		return s.inOrder(s.say("At the end, the value of "), s.cell("StateAt", c.Cell), s.say(" at "), s.term(c.Key, depth),
			s.say(" must be "), s.relation("StateAt", c.Op), s.term(c.Value, depth))
	case *schema.And:
		return s.clauses("All of these hold: [", c.Operands, "] and [", "And", depth)
	case *schema.Or:
		return s.clauses("At least one of these holds: [", c.Operands, "] or [", "Or", depth)
	case *schema.Not:
		return s.clauses("This does not hold: [", []schema.Constraint{c.Operand}, "", "Not", depth)
	case nil:
		return refuse("constraint", "there is none")
	}
	return refuse(c.ConstraintClass(), "this kind of constraint has no words")
}

// A step writes a piece of a sentence.
type step func() error

// inOrder runs steps until one fails.
func (s *sentence) inOrder(steps ...step) error {
	for _, write := range steps {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// say is the step that writes words.
func (s *sentence) say(w string) step {
	return func() error { s.words(w); return nil }
}

func (s *sentence) clauses(open string, operands []schema.Constraint, between, kind string, depth int) error {
	if len(operands) == 0 {
		return refuse(kind, "it has no operands")
	}
	s.words(open)
	for i, c := range operands {
		if i > 0 {
			s.words(between)
		}
		if err := s.clause(c, depth+1); err != nil {
			return err
		}
	}
	s.words("]")
	return nil
}

func (s *sentence) all(c *schema.All, depth int) error {
	if c.Set.Where == nil {
		if field, ok := subject(c.Predicate); ok {
			return s.inOrder(s.say("Every "), s.effects(&c.Set), s.say(" "), s.field(field), s.duty1(c.Predicate, depth))
		}
	}
	return s.inOrder(s.say("For every call to "), s.calls(&c.Set, depth), s.say(", "), s.duty(c.Predicate, depth))
}

func (s *sentence) count(c *schema.Count, depth int) error {
	before, after := "", " are required"
	switch c.Op {
	case schema.ComparisonLe:
		before, after = "At most ", " are permitted"
	case schema.ComparisonLt:
		before, after = "Fewer than ", " are permitted"
	case schema.ComparisonGe:
		before = "At least "
	case schema.ComparisonGt:
		before = "More than "
	case schema.ComparisonEq:
		before = "Exactly "
	case schema.ComparisonNe:
		before, after = "Any number except ", " are permitted"
	default:
		return refuse("Count", "the comparison %q has no words", c.Op)
	}
	return s.inOrder(s.say(before), s.term(c.Bound, depth), s.say(" calls to "), s.calls(&c.Set, depth), s.say(after))
}

// calls writes the effects of a set with its filter.
func (s *sentence) calls(set *schema.EffectSet, depth int) step {
	return func() error {
		if err := s.effects(set)(); err != nil || set.Where == nil {
			return err
		}
		s.words(" where ")
		return s.condition(set.Where, depth+1)
	}
}

func (s *sentence) effects(set *schema.EffectSet) step {
	return func() error {
		if len(set.Effects) == 0 {
			return refuse("EffectSet", "it has no effects")
		}
		for i, name := range set.Effects {
			switch {
			case i > 0 && i == len(set.Effects)-1:
				s.words(" or ")
			case i > 0:
				s.words(", ")
			}
			if err := s.effect(name); err != nil {
				return err
			}
		}
		return nil
	}
}

func (s *sentence) effect(qualified string) error {
	library, name, ok := strings.Cut(qualified, ".")
	if !ok || !isName(library) || !isName(name) {
		return refuse("EffectSet", "%q is not a qualified name of an effect", qualified)
	}
	if library != s.library || reserved(name) {
		s.words(library + ".")
	}
	s.words(name)
	return nil
}

// cell writes the name of a state cell, as effects are named.
func (s *sentence) cell(kind, qualified string) step {
	return func() error {
		library, name, ok := strings.Cut(qualified, ".")
		if !ok || !isName(library) || !isName(name) {
			return refuse(kind, "%q is not a qualified name of a state cell", qualified)
		}
		if library != s.library || reserved(name) {
			s.words(library + ".")
		}
		s.words(name)
		return nil
	}
}

// commonLibrary returns the library of all effects of a constraint if it is the
// contract's, or if the contract's is not told.
func commonLibrary(c schema.Constraint, contract string) string {
	common, several := contract, false
	eachSet(c, 0, func(set *schema.EffectSet) {
		for _, e := range set.Effects {
			library, _, _ := strings.Cut(e, ".")
			if common == "" {
				common = library
			}
			several = several || library != common
		}
	})
	if several {
		return ""
	}
	return common
}

// eachSet calls take for every effect set of a constraint.
func eachSet(c schema.Constraint, depth int, take func(*schema.EffectSet)) {
	if depth > maxSentenceDepth {
		return
	}
	switch c := c.(type) {
	case *schema.Empty:
		take(&c.Set)
	case *schema.All:
		take(&c.Set)
	case *schema.Exists:
		take(&c.Set)
	case *schema.UniqueBy:
		take(&c.Set)
	case *schema.Count:
		take(&c.Set)
	case *schema.Sum:
		take(&c.Set)
	case *schema.ExistsPair:
		take(&c.Left)
		take(&c.Right)
	case *schema.And:
		eachOperand(c.Operands, depth, take)
	case *schema.Or:
		eachOperand(c.Operands, depth, take)
	case *schema.Not:
		eachSet(c.Operand, depth+1, take)
	}
}

func eachOperand(operands []schema.Constraint, depth int, take func(*schema.EffectSet)) {
	for _, c := range operands {
		eachSet(c, depth+1, take)
	}
}
