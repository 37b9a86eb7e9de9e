package render

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
)

func TestTemplateFill(t *testing.T) {
	root := Slot{Name: "root", Value: &schema.PathPrefixValue{Prefix: "test.md"}}
	n := Slot{Name: "n", Value: &schema.IntegerValue{Integer: "3"}, Class: "IntegerValue"}
	tests := []struct {
		template string
		values   []Slot
		want     string
	}{
		{"No slot.", nil, "No slot."},
		{"Every path starts with {root}.", []Slot{root}, `Every path starts with "test.md".`},
		{"{n} of {n}, {root}", []Slot{root, n}, `3 of 3, "test.md"`},
		{"{{n}} is {n}", []Slot{n}, "{n} is 3"},
		{"{{{n}}}", []Slot{n}, "{3}"},
		{"  folded\n  over\r\n\n lines {n}\n", []Slot{n}, "folded over lines 3"},
		{"{s}", []Slot{{Name: "s", Value: str("{n} {{ }} {root}\n")}}, `"{n} {{ }} {root}\n"`},
		{"hidden\u202ewords – {n}", []Slot{n}, `hidden\u{202E}words – 3`},
		{"{c}", []Slot{{Name: "c", Value: &schema.ClassReferenceValue{ClassName: "a.B"}}}, "a.B"},
		{"{l}", []Slot{{Name: "l", Value: &schema.ListValue{Items: []schema.Value{str("a")}}}}, `["a"]`},
		{"", nil, ""},
	}
	for _, tt := range tests {
		template, err := ParseTemplate(tt.template)
		if err != nil {
			t.Errorf("ParseTemplate(%q): %v", tt.template, err)
			continue
		}
		if got, err := template.Fill(tt.values); got != tt.want || err != nil {
			t.Errorf("%q filled is %q, %v, want %q", tt.template, got, err, tt.want)
		}
	}
}

func TestTemplateSyntax(t *testing.T) {
	tests := []struct {
		template string
		offset   int
		part     string
	}{
		{"a {", 2, "without its }"},
		{"ä {a", 2, "without its }"},
		{"a } b", 2, "single }"},
		{"a {b{c}", 2, "without its }"},
		{"{}", 0, "without a name"},
		{"x {a.b}", 2, "attributes"},
		{"x {a[0]}", 2, "elements"},
		{"x {a!r}", 2, "conversions"},
		{"x {a:>5}", 2, "formats"},
		{"x {0}", 2, "begins with no digit"},
		{"x { a}", 2, "a name is letters"},
		{"x {\u0430}", 2, "a name is letters"},
		{"\n\n{a b}", 2, "a name is letters"},
		{"\xff", 0, "not UTF-8"},
		{strings.Repeat("x", 20000), 0, "more than the limit of 16384"},
		{strings.Repeat("{{", 70) + slotNames(65), 460, "limit of 64 slots"},
	}
	for _, tt := range tests {
		_, err := ParseTemplate(tt.template)
		var e *TemplateError
		if !errors.As(err, &e) {
			t.Errorf("ParseTemplate(%.40q) gave %v", tt.template, err)
			continue
		}
		if e.Offset != tt.offset || !strings.Contains(e.Reason, tt.part) {
			t.Errorf("ParseTemplate(%.40q) gave %v at %d, want %q at %d", tt.template, err, e.Offset, tt.part, tt.offset)
		}
	}
}

func slotNames(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("{s" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "}")
	}
	return b.String()
}

func TestTemplateValues(t *testing.T) {
	a, b := Slot{Name: "a", Value: str("x")}, Slot{Name: "b", Value: str("y")}
	tests := []struct {
		values []Slot
		offset int
		part   string
	}{
		{[]Slot{b}, 4, `no value is given for "a"`},
		{[]Slot{a, b, {Name: "c", Value: str("z")}}, 11, `no slot takes the value "c"`},
		{[]Slot{a, b, a}, 11, `two values are given for "a"`},
		{[]Slot{a, {Name: "b", Value: str("y"), Class: "IntegerValue"}}, 8, "is of the class StringValue, not IntegerValue"},
		{[]Slot{a, {Name: "b"}}, 8, "is absent"},
		{[]Slot{a, {Name: "b", Value: &schema.IntegerValue{Integer: "x"}}}, 8, "is no number"},
	}
	template, err := ParseTemplate("xxx {a} {b}")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		got, err := template.Fill(tt.values)
		var e *TemplateError
		if !errors.As(err, &e) || got != "" {
			t.Errorf("got %q, %v, want %q", got, err, tt.part)
			continue
		}
		if e.Offset != tt.offset || !strings.Contains(e.Reason, tt.part) {
			t.Errorf("got %v at %d, want %q at %d", err, e.Offset, tt.part, tt.offset)
		}
	}
	if got := template.Slots(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("slots are %q", got)
	}
	if err := template.Require([]string{"a"}); err == nil || !strings.Contains(err.Error(), `no value is called "b"`) {
		t.Errorf("Require gave %v", err)
	}
}

// FuzzTemplate checks that a template that is read can be filled, and that what
// it gives is one visible line.
func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{"", "{a}", "{{a}}", "x {a} y {b}\n", "{a.b}", "{a!r}", "{", "}", "\u202e{a}", "{{{a}}}"} {
		f.Add(seed, "value {a}\n")
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		template, err := ParseTemplate(text)
		if err != nil {
			var e *TemplateError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		var values []Slot
		for _, name := range template.Slots() {
			values = append(values, Slot{Name: name, Value: str(value)})
		}
		got, err := template.Fill(values)
		if err != nil || strings.ContainsAny(got, "\n\r\x1b\u202e\u200b") {
			t.Fatalf("got %q, %v", got, err)
		}
		if len(values) > 0 && !strings.Contains(got, Quote(value)) {
			t.Fatalf("%q lacks the value %q", got, value)
		}
	})
}
