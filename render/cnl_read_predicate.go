package render

import (
	"strings"

	"github.com/contractc/contractc/schema"
)

// subjectMust reads what a subject must do.
func (r *sentenceReader) subjectMust(subject schema.Term, depth int) schema.Predicate {
	r.must(" must ")
	not := r.take("not ")
	p := r.claim(subject, r.take("be "), depth)
	if not {
		return &schema.PredicateNot{Operand: p}
	}
	return p
}

// claim reads what a subject is, or what it does in the base form.
func (r *sentenceReader) claim(subject schema.Term, is bool, depth int) schema.Predicate {
	switch {
	case !is:
		return r.does(subject, false, depth)
	case r.take("one of "):
		return &schema.In{Element: subject, List: r.term(depth)}
	}
	return &schema.Compare{Left: subject, Op: r.relation(), Right: r.term(depth)}
}

// does reads what a subject does, in the third person or the base form.
func (r *sentenceReader) does(subject schema.Term, third bool, depth int) schema.Predicate {
	verb := func(inThird, base string) bool {
		if third {
			return r.take(inThird)
		}
		return r.take(base)
	}
	switch {
	case verb("contains ", "contain "):
		return &schema.Contains{Of: subject, Needle: r.term(depth)}
	case verb("starts with ", "start with "):
		return &schema.StartsWith{Of: subject, Prefix: r.bare(depth, func(s string) schema.Value { return &schema.PathPrefixValue{Prefix: s} })}
	case verb("ends with ", "end with "):
		return &schema.EndsWith{Of: subject, Suffix: r.term(depth)}
	case verb("lies within ", "lie within "):
		return &schema.Within{Of: subject, Directory: r.bare(depth, func(s string) schema.Value { return &schema.DirectoryValue{Directory: s} })}
	case verb("matches the pattern ", "match the pattern "):
		return &schema.Matches{Of: subject, Pattern: r.quoted()}
	case verb("comes from the column ", "come from the column "):
		return r.comesFrom(subject, depth)
	}
	r.fail("no verb begins like this")
	return nil
}

func (r *sentenceReader) comesFrom(subject schema.Term, depth int) schema.Predicate {
	field, ok := subject.(*schema.FieldTerm)
	if !ok {
		r.fail("only a field comes from a column")
		return nil
	}
	column := r.term(depth)
	r.must(" of ")
	return &schema.ComesFrom{Field: field.Field, Column: column, ClassTerm: r.term(depth)}
}

// bare reads a term in which a quoted text is of a type that goes without saying.
func (r *sentenceReader) bare(depth int, wrap func(string) schema.Value) schema.Term {
	switch {
	case r.take("the text "):
		return &schema.LiteralTerm{Literal: &schema.StringValue{String: r.quoted()}}
	case strings.HasPrefix(r.rest, `"`):
		return &schema.LiteralTerm{Literal: wrap(r.quoted())}
	}
	return r.term(depth)
}

func (r *sentenceReader) relation() schema.Comparison {
	for _, op := range schema.ComparisonValues() {
		if words, ok := relations(op); ok && r.take(words) {
			return op
		}
	}
	r.fail("no relation begins like this")
	return ""
}

// truth reads a predicate that is always true or false, nil where there is none.
func (r *sentenceReader) truth() schema.Predicate {
	for _, holds := range []bool{true, false} {
		if r.take(truth(holds)) {
			return &schema.Truth{Truth: holds}
		}
	}
	return nil
}

func (r *sentenceReader) duty(depth int) schema.Predicate {
	if !r.deeper(depth) {
		return nil
	}
	if t := r.truth(); t != nil {
		return t
	}
	if r.take("it must not be the case that (") {
		return r.denial(depth)
	}
	if g := r.group(depth); g != nil {
		r.must(" must hold")
		return g
	}
	return r.subjectMust(r.term(depth), depth)
}

// denial reads a condition that is denied, up to its parenthesis.
func (r *sentenceReader) denial(depth int) schema.Predicate {
	operand := r.condition(depth + 1)
	r.must(")")
	return &schema.PredicateNot{Operand: operand}
}

// group reads a conjunction or a disjunction, nil where there is none.
func (r *sentenceReader) group(depth int) schema.Predicate {
	switch {
	case r.take("(all of "):
		return &schema.PredicateAnd{Operands: r.conditions(" and ", depth)}
	case r.take("(either "):
		return &schema.PredicateOr{Operands: r.conditions(" or ", depth)}
	}
	return nil
}

func (r *sentenceReader) conditions(between string, depth int) []schema.Predicate {
	out := []schema.Predicate{r.condition(depth + 1)}
	for r.take(between) {
		out = append(out, r.condition(depth+1))
	}
	r.must(")")
	return out
}

func (r *sentenceReader) condition(depth int) schema.Predicate {
	if !r.deeper(depth) {
		return nil
	}
	if t := r.truth(); t != nil {
		return t
	}
	if r.take("it is not the case that (") {
		return r.denial(depth)
	}
	if g := r.group(depth); g != nil {
		return g
	}
	subject := r.term(depth)
	switch {
	case r.take(" is not "):
		return &schema.PredicateNot{Operand: r.claim(subject, true, depth)}
	case r.take(" is "):
		return r.claim(subject, true, depth)
	case r.take(" does not "):
		return &schema.PredicateNot{Operand: r.does(subject, false, depth)}
	}
	r.must(" ")
	return r.does(subject, true, depth)
}
