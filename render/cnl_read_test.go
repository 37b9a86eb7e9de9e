package render

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/contractc/contractc/schema"
)

// readSentence reads a sentence by the grammar of cnl.go, and so shows that it
// has one meaning. Sets come back with version 1.0.0.
func readSentence(s, library string) (c schema.Constraint, err error) {
	r := &sentenceReader{rest: s, library: library}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v, before %q", p, r.rest)
		}
	}()
	c = r.clause()
	r.must(".")
	if r.rest != "" {
		panic("more than a sentence")
	}
	return c, nil
}

func plainOf(c schema.Constraint) string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	return string(b)
}

type sentenceReader struct{ rest, library string }

func (r *sentenceReader) take(word string) bool {
	if strings.HasPrefix(r.rest, word) {
		r.rest = r.rest[len(word):]
		return true
	}
	return false
}

func (r *sentenceReader) must(word string) {
	if !r.take(word) {
		panic("no " + word)
	}
}

func (r *sentenceReader) clause() schema.Constraint {
	switch {
	case r.take("Nothing is restricted"):
		return &schema.Unrestricted{}
	case r.take("No calls to "):
		s := r.calls()
		r.must(" are permitted")
		return &schema.Empty{Set: s}
	case r.take("Every "):
		s := r.effects()
		r.must(" ")
		return &schema.All{Set: s, Predicate: r.must1(r.field())}
	case r.take("For every call to "):
		s := r.calls()
		r.must(", ")
		return &schema.All{Set: s, Predicate: r.duty()}
	case r.take("For at least one call to "):
		s := r.calls()
		r.must(", ")
		return &schema.Exists{Set: s, Predicate: r.duty()}
	case r.take("No two calls to "):
		s := r.calls()
		r.must(" may have the same ")
		return &schema.UniqueBy{Set: s, Key: r.term()}
	case r.take("The sum of "):
		f := r.field().Field
		r.must(" over calls to ")
		s := r.calls()
		r.must(" must be ")
		op := r.relation()
		return &schema.Sum{Set: s, Field: f, Op: op, Bound: r.term()}
	case r.take("A call to "):
		left := r.calls()
		r.must(" and a call to ")
		right := r.calls()
		r.must(" must have the same ")
		return &schema.ExistsPair{Left: left, Right: right, Key: r.term()}
	case r.take("For every entry of "):
		cell := r.effect()
		r.must(" at the end, ")
		return &schema.StateAll{Cell: cell, Predicate: r.duty()}
	case r.take("At the end, the value of "):
		cell := r.effect()
		r.must(" at ")
		key := r.term()
		r.must(" must be ")
		op := r.relation()
		return &schema.StateAt{Cell: cell, Key: key, Op: op, Value: r.term()}
	case r.take("All of these hold: ["):
		return &schema.And{Operands: r.clauses("] and [")}
	case r.take("At least one of these holds: ["):
		return &schema.Or{Operands: r.clauses("] or [")}
	case r.take("This does not hold: ["):
		return &schema.Not{Operand: r.clauses("\x00")[0]}
	}
	return r.count()
}

func (r *sentenceReader) clauses(between string) []schema.Constraint {
	out := []schema.Constraint{r.clause()}
	for r.take(between) {
		out = append(out, r.clause())
	}
	r.must("]")
	return out
}

func (r *sentenceReader) count() schema.Constraint {
	for _, a := range []struct {
		words, after string
		op           schema.Comparison
	}{
		{"At most ", "permitted", schema.ComparisonLe}, {"Fewer than ", "permitted", schema.ComparisonLt},
		{"At least ", "required", schema.ComparisonGe}, {"More than ", "required", schema.ComparisonGt},
		{"Exactly ", "required", schema.ComparisonEq}, {"Any number except ", "permitted", schema.ComparisonNe},
	} {
		if r.take(a.words) {
			n := r.term()
			r.must(" calls to ")
			s := r.calls()
			r.must(" are " + a.after)
			return &schema.Count{Set: s, Op: a.op, Bound: n}
		}
	}
	panic("no clause")
}

func (r *sentenceReader) calls() schema.EffectSet {
	s := r.effects()
	if r.take(" where ") {
		s.Where = r.condition()
	}
	return s
}

func (r *sentenceReader) effects() schema.EffectSet {
	s := schema.EffectSet{Version: "1.0.0", Effects: []string{r.effect()}}
	first := r.rest
	for r.take(", ") && r.rest != "" && isName(r.rest[:1]) {
		s.Effects = append(s.Effects, r.effect())
	}
	if !r.take(" or ") { // the comma belongs to the clause
		s.Effects, r.rest = s.Effects[:1], first
		return s
	}
	s.Effects = append(s.Effects, r.effect())
	return s
}

func (r *sentenceReader) effect() string {
	name := r.name()
	if r.take(".") {
		return name + "." + r.name()
	}
	return r.library + "." + name
}

func (r *sentenceReader) name() string {
	end := 0
	for end < len(r.rest) && isName(r.rest[:end+1]) {
		end++
	}
	if end == 0 {
		panic("no name")
	}
	name := r.rest[:end]
	r.rest = r.rest[end:]
	return name
}

func (r *sentenceReader) field() *schema.FieldTerm {
	if r.take(`field "`) {
		name := r.name()
		r.must(`"`)
		return &schema.FieldTerm{Field: name}
	}
	return &schema.FieldTerm{Field: r.name()}
}

// must1 reads what a subject must do.
func (r *sentenceReader) must1(subject schema.Term) schema.Predicate {
	r.must(" must ")
	not := r.take("not ")
	p := r.claim(subject, r.take("be "))
	if not {
		return &schema.PredicateNot{Operand: p}
	}
	return p
}

func (r *sentenceReader) claim(subject schema.Term, be bool) schema.Predicate {
	if be {
		if r.take("one of ") {
			return &schema.In{Element: subject, List: r.term()}
		}
		op := r.relation()
		return &schema.Compare{Left: subject, Op: op, Right: r.term()}
	}
	return r.does(subject, []string{"contain ", "start with ", "end with ", "lie within ", "match the pattern ", "come from the column "})
}

func (r *sentenceReader) does(subject schema.Term, verbs []string) schema.Predicate {
	for i, v := range verbs {
		if !r.take(v) {
			continue
		}
		switch i {
		case 0:
			return &schema.Contains{Of: subject, Needle: r.term()}
		case 1:
			return &schema.StartsWith{Of: subject, Prefix: r.bare(func(s string) schema.Value { return &schema.PathPrefixValue{Prefix: s} })}
		case 2:
			return &schema.EndsWith{Of: subject, Suffix: r.term()}
		case 3:
			return &schema.Within{Of: subject, Directory: r.bare(func(s string) schema.Value { return &schema.DirectoryValue{Directory: s} })}
		case 4:
			return &schema.Matches{Of: subject, Pattern: r.quoted()}
		case 5:
			column := r.term()
			r.must(" of ")
			return &schema.ComesFrom{Field: subject.(*schema.FieldTerm).Field, Column: column, ClassTerm: r.term()}
		}
	}
	panic("no verb")
}

// bare reads a term in which a quoted text is of a type that goes without saying.
func (r *sentenceReader) bare(wrap func(string) schema.Value) schema.Term {
	if r.take("the text ") {
		return r.term()
	}
	if strings.HasPrefix(r.rest, `"`) {
		return lit(wrap(r.quoted()))
	}
	return r.term()
}

func (r *sentenceReader) relation() schema.Comparison {
	for op, words := range map[schema.Comparison]string{
		schema.ComparisonEq: "equal to ", schema.ComparisonNe: "different from ", schema.ComparisonLt: "less than ",
		schema.ComparisonLe: "at most ", schema.ComparisonGt: "greater than ", schema.ComparisonGe: "at least ",
	} {
		if r.take(words) {
			return op
		}
	}
	panic("no relation")
}

func (r *sentenceReader) truth() schema.Predicate {
	switch {
	case r.take("any value is acceptable"):
		return &schema.Truth{Truth: true}
	case r.take("no value is acceptable"):
		return &schema.Truth{}
	}
	return nil
}

func (r *sentenceReader) duty() schema.Predicate {
	if t := r.truth(); t != nil {
		return t
	}
	if r.take("it must not be the case that (") {
		p := r.condition()
		r.must(")")
		return &schema.PredicateNot{Operand: p}
	}
	if g := r.group(); g != nil {
		r.must(" must hold")
		return g
	}
	return r.must1(r.term())
}

func (r *sentenceReader) group() schema.Predicate {
	switch {
	case r.take("(all of "):
		return &schema.PredicateAnd{Operands: r.conditions(" and ")}
	case r.take("(either "):
		return &schema.PredicateOr{Operands: r.conditions(" or ")}
	}
	return nil
}

func (r *sentenceReader) conditions(between string) []schema.Predicate {
	out := []schema.Predicate{r.condition()}
	for r.take(between) {
		out = append(out, r.condition())
	}
	r.must(")")
	return out
}

func (r *sentenceReader) condition() schema.Predicate {
	if t := r.truth(); t != nil {
		return t
	}
	if r.take("it is not the case that (") {
		p := r.condition()
		r.must(")")
		return &schema.PredicateNot{Operand: p}
	}
	if g := r.group(); g != nil {
		return g
	}
	subject := r.term()
	switch {
	case r.take(" is not "):
		return &schema.PredicateNot{Operand: r.claim(subject, true)}
	case r.take(" is "):
		return r.claim(subject, true)
	case r.take(" does not "):
		return &schema.PredicateNot{Operand: r.claim(subject, false)}
	}
	r.must(" ")
	return r.does(subject, []string{"contains ", "starts with ", "ends with ", "lies within ", "matches the pattern ", "comes from the column "})
}
