package render

import (
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/schema"
)

func (r *sentenceReader) term(depth int) schema.Term {
	if !r.deeper(depth) {
		return nil
	}
	switch {
	case r.take("the size of "):
		return &schema.SizeTerm{Of: r.term(depth + 1)}
	case r.unbound && strings.HasPrefix(r.rest, "{") && !strings.HasPrefix(r.rest, "{{"):
		return r.parameter()
	case strings.HasPrefix(r.rest, "(") && !strings.HasPrefix(r.rest, "()"):
		return r.parenthesis(depth)
	}
	if v, ok := r.literal(depth); ok {
		return &schema.LiteralTerm{Literal: v}
	}
	return r.field()
}

func (r *sentenceReader) parameter() schema.Term {
	r.must("{")
	name := r.name()
	r.must("}")
	return &schema.ParameterTerm{Parameter: name}
}

// field reads the name of a field.
func (r *sentenceReader) field() *schema.FieldTerm {
	if r.take(`field "`) {
		name := r.name()
		r.must(`"`)
		return &schema.FieldTerm{Field: name}
	}
	return &schema.FieldTerm{Field: r.name()}
}

// parenthesis reads a sum, a difference, or a tuple.
func (r *sentenceReader) parenthesis(depth int) schema.Term {
	r.must("(")
	left := r.term(depth + 1)
	switch {
	case r.take(" plus "):
		t := &schema.AddTerm{Left: left, Right: r.term(depth + 1)}
		r.must(")")
		return t
	case r.take(" minus "):
		t := &schema.SubtractTerm{Left: left, Right: r.term(depth + 1)}
		r.must(")")
		return t
	}
	first, ok := left.(*schema.LiteralTerm)
	if !ok {
		r.fail("a sum, a difference or a tuple of literals is missing")
		return nil
	}
	return &schema.LiteralTerm{Literal: r.tuple(first.Literal, depth)}
}

// tuple reads the rest of a tuple behind its first member.
func (r *sentenceReader) tuple(first schema.Value, depth int) schema.Value {
	items := []schema.Value{first}
	for r.take(", ") {
		items = append(items, r.value(depth+1))
	}
	r.take(",")
	r.must(")")
	return &schema.TupleValue{Items: items}
}

// value reads a literal that must be there.
func (r *sentenceReader) value(depth int) schema.Value {
	if strings.HasPrefix(r.rest, "(") && !strings.HasPrefix(r.rest, "()") && r.deeper(depth) {
		r.must("(")
		return r.tuple(r.value(depth+1), depth)
	}
	v, ok := r.literal(depth)
	if !ok {
		r.fail("a literal is missing")
	}
	return v
}

// literal reads a literal other than a tuple with members; ok is false where
// there is none.
func (r *sentenceReader) literal(depth int) (v schema.Value, ok bool) {
	if !r.deeper(depth) {
		return nil, false
	}
	if strings.HasPrefix(r.rest, `"`) {
		return &schema.StringValue{String: r.quoted()}, true
	}
	if v, ok := r.collection(depth); ok {
		return v, true
	}
	if v, ok := r.typed(); ok {
		return v, true
	}
	return r.wordOrNumber()
}

// typed reads a literal with a word for its type.
func (r *sentenceReader) typed() (schema.Value, bool) {
	switch {
	case r.take("the prefix "):
		return &schema.PathPrefixValue{Prefix: r.quoted()}, true
	case r.take("the directory "):
		return &schema.DirectoryValue{Directory: r.quoted()}, true
	case r.take("the class "):
		return &schema.ClassReferenceValue{ClassName: r.className()}, true
	case r.take("the value "):
		text := r.quoted()
		r.must(" of ")
		return &schema.EnumValue{Enum: r.quoted(), Text: text}, true
	case r.take("bytes 0x"):
		return &schema.BytesValue{Hex: r.run("0123456789abcdef")}, true
	}
	return nil, false
}

// className reads a dotted name, or any other name quoted.
func (r *sentenceReader) className() string {
	if strings.HasPrefix(r.rest, `"`) {
		return r.quoted()
	}
	name := r.name()
	for strings.HasPrefix(r.rest, ".") && nameLength(r.rest[1:]) > 0 {
		r.must(".")
		name += "." + r.name()
	}
	return name
}

// wordOrNumber reads none, true, false or a number.
func (r *sentenceReader) wordOrNumber() (schema.Value, bool) {
	switch n := nameLength(r.rest); r.rest[:n] {
	case "none":
		r.must("none")
		return &schema.NoneValue{}, true
	case "true":
		r.must("true")
		return &schema.BooleanValue{Boolean: true}, true
	case "false":
		r.must("false")
		return &schema.BooleanValue{}, true
	}
	text := r.number()
	switch {
	case text == "":
		return nil, false
	case strings.Contains(text, "."):
		return &schema.DecimalValue{Decimal: text}, true
	}
	return &schema.IntegerValue{Integer: text}, true
}

// number takes a number, and not the full stop behind it.
func (r *sentenceReader) number() string {
	n := len(r.rest) - len(strings.TrimLeft(r.rest, "-.0123456789"))
	text := strings.TrimSuffix(r.rest[:n], ".")
	if text != "" && !plainNumber(text) {
		r.fail("%q is no number", text)
	}
	r.must(text)
	return text
}

// plainNumber reports numbers as IntegerValue and DecimalValue have them.
func plainNumber(text string) bool {
	whole, fraction, point := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return digits(whole) && (whole == "0" || whole[0] != '0') && (!point || digits(fraction))
}

// run takes all characters of a set.
func (r *sentenceReader) run(set string) string {
	n := len(r.rest) - len(strings.TrimLeft(r.rest, set))
	text := r.rest[:n]
	r.must(text)
	return text
}

// collection reads a list, a set, a map, or an empty tuple. In a template its
// braces are doubled.
func (r *sentenceReader) collection(depth int) (schema.Value, bool) {
	open, closing := "{", "}"
	if r.unbound {
		open, closing = "{{", "}}"
	}
	switch {
	case r.take("[]"):
		return &schema.ListValue{Items: []schema.Value{}}, true
	case r.take("["):
		return &schema.ListValue{Items: r.members(r.value(depth+1), "]", depth)}, true
	case r.take("()"):
		return &schema.TupleValue{Items: []schema.Value{}}, true
	case r.take(open + ":" + closing):
		return &schema.MapValue{Entries: []schema.MapEntry{}}, true
	case r.take(open + closing):
		return &schema.SetValue{Items: []schema.Value{}}, true
	case r.take(open):
		return r.setOrMap(closing, depth), true
	}
	return nil, false
}

// members reads the rest of a list or a set behind its first member.
func (r *sentenceReader) members(first schema.Value, closing string, depth int) []schema.Value {
	items := []schema.Value{first}
	for r.take(", ") {
		items = append(items, r.value(depth+1))
	}
	r.must(closing)
	return items
}

func (r *sentenceReader) setOrMap(closing string, depth int) schema.Value {
	first := r.value(depth + 1)
	if !r.take(": ") {
		return &schema.SetValue{Items: r.members(first, closing, depth)}
	}
	m := &schema.MapValue{Entries: []schema.MapEntry{{Key: first, Value: r.value(depth + 1)}}}
	for r.take(", ") {
		key := r.value(depth + 1)
		r.must(": ")
		m.Entries = append(m.Entries, schema.MapEntry{Key: key, Value: r.value(depth + 1)})
	}
	r.must(closing)
	return m
}

// quoted reads the text of a literal in quotes. In a template its braces are
// doubled, those of escapes too.
func (r *sentenceReader) quoted() string {
	end := quotedLength(r.rest)
	if end == 0 {
		r.fail("a text in quotes is missing")
		return ""
	}
	inner := r.rest[1 : end-1]
	if r.unbound {
		inner = strings.NewReplacer("{{", "{", "}}", "}").Replace(inner)
	}
	text, ok := unescape(inner)
	if !ok {
		r.fail("an escape in the text is wrong")
		return ""
	}
	r.rest = r.rest[end:]
	return text
}

// quotedLength is how many bytes the literal has that a text begins with, 0
// where there is none.
func quotedLength(text string) int {
	if !strings.HasPrefix(text, `"`) {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// unescape is the reverse of the escapes of Quote.
func unescape(s string) (text string, ok bool) {
	var out []byte
	for s != "" {
		at := strings.IndexByte(s, '\\')
		if at < 0 {
			return string(append(out, s...)), true
		}
		out, s = append(out, s[:at]...), s[at+1:]
		n := 0
		if out, n = appendUnescaped(out, s); n == 0 {
			return "", false
		}
		s = s[n:]
	}
	return string(out), true
}

// appendUnescaped appends what the escape stands for that s begins with, behind
// its backslash, and returns its length, 0 where there is none.
func appendUnescaped(out []byte, s string) ([]byte, int) {
	if s == "" {
		return out, 0
	}
	switch s[0] {
	case '\\', '"':
		return append(out, s[0]), 1
	case 'n':
		return append(out, '\n'), 1
	case 'r':
		return append(out, '\r'), 1
	case 't':
		return append(out, '\t'), 1
	}
	end := strings.IndexByte(s, '}')
	if end < 3 || end > 8 || s[1] != '{' {
		return out, 0
	}
	var code rune
	for _, c := range s[2:end] {
		digit := strings.IndexRune("0123456789ABCDEF", c)
		if digit < 0 {
			return out, 0
		}
		code = code<<4 | rune(digit)
	}
	switch {
	case s[0] == 'u' && utf8.ValidRune(code):
		return utf8.AppendRune(out, code), end + 1
	case s[0] == 'x' && code <= 0xff:
		return append(out, byte(code)), end + 1
	}
	return out, 0
}
