package monitor

import (
	"regexp"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

func (c *compiler) contains(p *schema.Contains, at place) (predicate, error) {
	return c.textTest(p.Of, p.Needle, "needle", strings.Contains, at)
}

func (c *compiler) startsWith(p *schema.StartsWith, at place) (predicate, error) {
	return c.textTest(p.Of, p.Prefix, "prefix", strings.HasPrefix, at)
}

func (c *compiler) endsWith(p *schema.EndsWith, at place) (predicate, error) {
	return c.textTest(p.Of, p.Suffix, "suffix", strings.HasSuffix, at)
}

// textTest compiles a test of a text against a part. The part of a test may be
// a path prefix, which is a text; a directory is not: containment is within.
func (c *compiler) textTest(of, part schema.Term, slot string, test func(text, part string) bool, at place) (predicate, error) {
	x, y, err := c.twoTerms(of, part, "of", slot, at)
	if err != nil {
		return predicate{}, err
	}
	if x.kind != value.Invalid && x.kind != value.String {
		return predicate{}, wrong(at.slot("of"), "a value of type %s is not a text", x.kind)
	}
	switch y.kind {
	case value.Invalid, value.String, value.PathPrefix:
	case value.Directory:
		return predicate{}, wrong(at.slot(slot), "a directory is not a text; use within for containment")
	default:
		return predicate{}, wrong(at.slot(slot), "a value of type %s is not a text", y.kind)
	}
	return atom(func(f *frame) Truth { return testText(test, x.get(f), y.get(f)) }, x, y), nil
}

func testText(test func(text, part string) bool, of, part *datum) Truth {
	if of.kind != value.String || part.kind != value.String && part.kind != value.PathPrefix {
		return Unknown
	}
	return truthOf(test(of.text, part.text))
}

func (c *compiler) matches(p *schema.Matches, at place) (predicate, error) {
	of, err := c.term(p.Of, at.slot("of"))
	if err != nil {
		return predicate{}, err
	}
	if of.kind != value.Invalid && of.kind != value.String {
		return predicate{}, wrong(at.slot("of"), "a value of type %s is not a text", of.kind)
	}
	if len(p.Pattern) > MaxPattern {
		return predicate{}, wrong(at.slot("pattern"), "the pattern is longer than %d bytes", MaxPattern)
	}
	pattern, err := regexp.Compile(p.Pattern)
	if err != nil {
		return predicate{}, wrong(at.slot("pattern"), "%q is no pattern in RE2 syntax", p.Pattern)
	}
	return atom(func(f *frame) Truth {
		d := of.get(f)
		if d.kind != value.String {
			return Unknown
		}
		return truthOf(pattern.MatchString(d.text))
	}, of), nil
}
