package render

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func jsonOf(t interface{ Fatal(...any) }, c schema.Constraint) string {
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSentencesAreUnambiguous: every sentence reads back as the constraint that
// it was written from, so that no two constraints share a sentence.
func TestSentencesAreUnambiguous(t *testing.T) { rapid.Check(t, sentenceReadsBack) }

func sentenceReadsBack(t *rapid.T) {
	c := drawer{t}.constraint(3)
	opt := SentenceOptions{Library: "a", Unbound: rapid.Bool().Draw(t, "unbound")}
	s, err := Sentence(c, opt)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseSentence(s, opt)
	if err != nil {
		t.Fatalf("%s\n%v", s, err)
	}
	if diff := cmp.Diff(jsonOf(t, c), jsonOf(t, back)); diff != "" {
		t.Fatalf("%s\nreads back otherwise (-want +got):\n%s", s, diff)
	}
}

// TestParseTemplate reads a sentence with slots.
func TestParseTemplate(t *testing.T) {
	for _, c := range []schema.Constraint{
		&schema.All{Set: set("a.B"), Predicate: &schema.StartsWith{Of: field("path"), Prefix: param("root")}},
		&schema.Count{Set: set("a.B"), Op: schema.ComparisonLe, Bound: &schema.AddTerm{Left: param("count"), Right: integer("1")}},
		&schema.All{Set: set("a.B"), Predicate: &schema.In{Element: field("x"), List: lit(&schema.SetValue{Items: []schema.Value{str("{x}"), str("\u202e{{")}})}},
	} {
		s, err := Sentence(c, SentenceOptions{Unbound: true})
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseSentence(s, SentenceOptions{Library: "a", Unbound: true})
		if err != nil || jsonOf(t, back) != jsonOf(t, c) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func TestNoSentence(t *testing.T) {
	deep := strings.Repeat("This does not hold: [", 200) + "Nothing is restricted" + strings.Repeat("]", 200) + "."
	lists := "No two calls to A may have the same " + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "."
	for _, test := range []struct{ text, reason string }{
		{"", "no clause"},
		{"Nothing is restricted", `"." is missing`},
		{"Nothing is restricted. ", "more than a sentence"},
		{"Nothing is restricted..", "more than a sentence"},
		{"nothing is restricted.", "no clause"},
		{"No calls to A are allowed.", `"are permitted" is missing`},
		{"No calls to  A are permitted.", "a name is missing"},
		{"No calls to a.A are permitted.", "written otherwise"},
		{"No calls to A, B are permitted.", "is missing"},
		{"For every call to A, path must start with \"x\".", "written otherwise"},
		{`Every A path must start with the prefix "x".`, "written otherwise"},
		{`Every A path must start with "x.`, "a text in quotes is missing"},
		{`Every A path must start with "\q".`, "an escape"},
		{`Every A path must start with "\u{41}".`, "written otherwise"},
		{`Every A path must start with "\u{D800}".`, "an escape"},
		{`Every A path must be equal to 01.`, "is no number"},
		{`Every A path must be equal to 1.5.0.`, "is no number"},
		{`Every A path must be equal to {2, 1}.`, "written otherwise"},
		{`Every A path must be equal to {root}.`, "a literal is missing"},
		{`Every A path must be like 1.`, "no relation"},
		{`Every A path must have 1.`, "no verb"},
		{"No two calls to A may have the same (path, 1).", "tuple of literals"},
		{"At most 3 calls to A are required.", `"are permitted" is missing`},
		{"All of these hold: [Nothing is restricted] or [Nothing is restricted].", `"." is missing`},
		{deep, "nested deeper"},
		{lists, "nested deeper"},
		{"No two calls to A may have the same " + strings.Repeat("(", 60000), "nested deeper"},
		{strings.Repeat("x", 70000), "longer than"},
	} {
		c, err := ParseSentence(test.text, SentenceOptions{Library: "a"})
		var wrong *SentenceError
		if !errors.As(err, &wrong) || c == nil == (err == nil) || !strings.Contains(wrong.Reason, test.reason) {
			t.Errorf("%.80q gives %v, %v; want %q", test.text, c, err, test.reason)
		}
	}
	if _, err := ParseSentence("No calls to A are permitted.", SentenceOptions{}); err == nil || !strings.Contains(err.Error(), "not told") {
		t.Errorf("without a library: %v", err)
	}
}

// FuzzParseSentence: what is read is written back as it was, and nothing panics.
func FuzzParseSentence(f *testing.F) {
	for _, text := range []string{
		`Every A or B path must start with "x".`, `At most 3 calls to A where (all of b is one of ["x", {1: (2,)}] and it is not the case that (any value is acceptable)) are permitted.`,
		`For every entry of locked at the end, it must not be the case that ((either key does not lie within "/a" or value is equal to bytes 0x00)).`,
		`All of these hold: [The sum of x over calls to A must be at most (10 plus the size of y)] and [Nothing is restricted].`,
		`Every A x must come from the column "email" of the class rows.UserRow.`, `Every A x must start with {root}.`, `Every A x must be equal to {{"a": {{:}}}}.`,
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, unbound bool) {
		opt := SentenceOptions{Library: "a", Unbound: unbound}
		c, err := ParseSentence(text, opt)
		if err != nil {
			return
		}
		if back, err := Sentence(c, opt); err != nil || back != text {
			t.Fatalf("%q is written back as %q, %v", text, back, err)
		}
	})
}
