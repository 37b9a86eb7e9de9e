package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/schema"
)

// SetVersion is the version that effect sets have that ParseSentence returns: a
// sentence does not tell it.
const SetVersion = "1.0.0"

// maxReadDepth is how deep clauses, conditions, terms and literals of a sentence
// may stand inside each other.
const maxReadDepth = 4 * maxSentenceDepth

// A SentenceError says why a text is no derived sentence.
type SentenceError struct {
	Offset int    // in code points, of what is wrong
	Reason string // one line
}

// Error returns the place and the reason.
func (e *SentenceError) Error() string {
	return fmt.Sprintf("no derived sentence, at code point %d: %s", e.Offset, e.Reason)
}

// ParseSentence reads the constraint that a derived sentence was written from, by
// the grammar of Sentence. A text is accepted only if Sentence writes it from
// the constraint that is returned, under the same options: so no sentence has
// two meanings, and no two constraints share one, but for the versions of effect
// sets. The error is a *SentenceError.
func ParseSentence(text string, opt SentenceOptions) (schema.Constraint, error) {
	if len(text) > maxSentenceBytes+1 {
		return nil, &SentenceError{Reason: fmt.Sprintf("it is longer than %d bytes", maxSentenceBytes)}
	}
	r := &sentenceReader{text: text, rest: text, library: opt.Library, unbound: opt.Unbound}
	c := r.clause(0)
	r.must(".")
	if r.err == nil && r.rest != "" {
		r.fail("more than a sentence")
	}
	if r.err != nil {
		return nil, r.err
	}
	if err := writtenAs(c, text, opt); err != nil {
		return nil, err
	}
	return c, nil
}

// writtenAs checks that a constraint is written as the text.
func writtenAs(c schema.Constraint, text string, opt SentenceOptions) error {
	back, err := Sentence(c, opt)
	switch {
	case err != nil:
		return &SentenceError{Reason: err.Error()}
	case back != text:
		n := 0
		for n < len(back) && n < len(text) && back[n] == text[n] {
			n++
		}
		return &SentenceError{utf8.RuneCountInString(text[:n]), "the constraint is written otherwise from here"}
	}
	return nil
}

// sentenceReader reads a sentence. After an error it takes nothing more.
type sentenceReader struct {
	text, rest string
	library    string
	unbound    bool
	err        error
}

func (r *sentenceReader) fail(format string, args ...any) {
	if r.err == nil {
		at := utf8.RuneCountInString(r.text[:len(r.text)-len(r.rest)])
		r.err = &SentenceError{at, fmt.Sprintf(format, args...)}
		r.rest = ""
	}
}

// deeper reports whether the reader may go on one level further down.
func (r *sentenceReader) deeper(depth int) bool {
	if depth > maxReadDepth {
		r.fail("nested deeper than %d", maxReadDepth)
	}
	return r.err == nil
}

// take takes a word, if it is next.
func (r *sentenceReader) take(word string) bool {
	rest, ok := strings.CutPrefix(r.rest, word)
	if ok && r.err == nil {
		r.rest = rest
		return true
	}
	return false
}

// must takes a word that must be next.
func (r *sentenceReader) must(word string) {
	if !r.take(word) {
		r.fail("%q is missing", strings.TrimSpace(word))
	}
}

func (r *sentenceReader) clause(depth int) schema.Constraint {
	if !r.deeper(depth) {
		return nil
	}
	switch {
	case r.take("Nothing is restricted"):
		return &schema.Unrestricted{}
	case r.take("No calls to "):
		set := r.calls(depth)
		r.must(" are permitted")
		return &schema.Empty{Set: set}
	case r.take("Every "):
		set := r.effects()
		r.must(" ")
		return &schema.All{Set: set, Predicate: r.subjectMust(r.field(), depth)}
	case r.take("For every call to "):
		set := r.calls(depth)
		r.must(", ")
		return &schema.All{Set: set, Predicate: r.duty(depth)}
	case r.take("For at least one call to "):
		set := r.calls(depth)
		r.must(", ")
		return &schema.Exists{Set: set, Predicate: r.duty(depth)}
	case r.take("No two calls to "):
		set := r.calls(depth)
		r.must(" may have the same ")
		return &schema.UniqueBy{Set: set, Key: r.term(depth)}
	case r.take("The sum of "):
		return r.sumClause(depth)
	case r.take("A call to "):
		return r.pairClause(depth)
	}
	return r.otherClause(depth)
}

func (r *sentenceReader) sumClause(depth int) schema.Constraint {
	field := r.field().Field
	r.must(" over calls to ")
	set := r.calls(depth)
	r.must(" must be ")
	return &schema.Sum{Set: set, Field: field, Op: r.relation(), Bound: r.term(depth)}
}

func (r *sentenceReader) pairClause(depth int) schema.Constraint {
	left := r.calls(depth)
	r.must(" and a call to ")
	right := r.calls(depth)
	r.must(" must have the same ")
	return &schema.ExistsPair{Left: left, Right: right, Key: r.term(depth)}
}

// otherClause reads clauses about state cells, about other clauses, and about
// numbers of calls.
func (r *sentenceReader) otherClause(depth int) schema.Constraint {
	switch {
	case r.take("For every entry of "):
		cell := r.qualified()
		r.must(" at the end, ")
		return &schema.StateAll{Cell: cell, Predicate: r.duty(depth)}
	case r.take("At the end, the value of "):
		cell := r.qualified()
		r.must(" at ")
		key := r.term(depth)
		r.must(" must be ")
		return &schema.StateAt{Cell: cell, Key: key, Op: r.relation(), Value: r.term(depth)}
	case r.take("All of these hold: ["):
		return &schema.And{Operands: r.clauses("] and [", depth)}
	case r.take("At least one of these holds: ["):
		return &schema.Or{Operands: r.clauses("] or [", depth)}
	case r.take("This does not hold: ["):
		operand := r.clause(depth + 1)
		r.must("]")
		return &schema.Not{Operand: operand}
	}
	return r.countClause(depth)
}

func (r *sentenceReader) clauses(between string, depth int) []schema.Constraint {
	out := []schema.Constraint{r.clause(depth + 1)}
	for r.take(between) {
		out = append(out, r.clause(depth+1))
	}
	r.must("]")
	return out
}

// amount is how a sentence begins and ends that is about a number of calls.
type amount struct {
	before, after string
	op            schema.Comparison
}

func amounts() []amount {
	return []amount{
		{"At most ", " are permitted", schema.ComparisonLe}, {"Fewer than ", " are permitted", schema.ComparisonLt},
		{"At least ", " are required", schema.ComparisonGe}, {"More than ", " are required", schema.ComparisonGt},
		{"Exactly ", " are required", schema.ComparisonEq}, {"Any number except ", " are permitted", schema.ComparisonNe},
	}
}

func (r *sentenceReader) countClause(depth int) schema.Constraint {
	for _, a := range amounts() {
		if r.take(a.before) {
			bound := r.term(depth)
			r.must(" calls to ")
			set := r.calls(depth)
			r.must(a.after)
			return &schema.Count{Set: set, Op: a.op, Bound: bound}
		}
	}
	r.fail("no clause begins like this")
	return nil
}

func (r *sentenceReader) calls(depth int) schema.EffectSet {
	set := r.effects()
	if r.take(" where ") {
		set.Where = r.condition(depth + 1)
	}
	return set
}

// effects reads a list of effects. A comma with no "or" behind the names that
// follow belongs to the clause.
func (r *sentenceReader) effects() schema.EffectSet {
	set := schema.EffectSet{Version: SetVersion, Effects: []string{r.qualified()}}
	first := r.rest
	for strings.HasPrefix(r.rest, ", ") && nameLength(r.rest[2:]) > 0 {
		r.must(", ")
		set.Effects = append(set.Effects, r.qualified())
	}
	if r.err == nil && !r.take(" or ") {
		set.Effects, r.rest = set.Effects[:1], first
		return set
	}
	set.Effects = append(set.Effects, r.qualified())
	return set
}

// qualified reads the name of an effect or a cell.
func (r *sentenceReader) qualified() string {
	name := r.name()
	if strings.HasPrefix(r.rest, ".") && nameLength(r.rest[1:]) > 0 {
		r.must(".")
		return name + "." + r.name()
	}
	if r.library == "" {
		r.fail("the library of %q is not told", name)
	}
	return r.library + "." + name
}

// nameLength is how many bytes of a text are a name.
func nameLength(text string) int {
	n := 0
	for n < len(text) && isName(text[:n+1]) {
		n++
	}
	return n
}

func (r *sentenceReader) name() string {
	n := nameLength(r.rest)
	if n == 0 {
		r.fail("a name is missing")
	}
	name := r.rest[:n]
	r.rest = r.rest[n:]
	return name
}
