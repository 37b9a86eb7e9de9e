package lower

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// maxCodePoint is the last character of SMT-LIB's strings.
const maxCodePoint = 0x2ffff

func (w *smtWriter) term(t term) string {
	switch t := t.(type) {
	case field:
		if t.event == planVariable {
			return symbol(t.name)
		}
		f, i := w.fieldOfTerm(t)
		return f.symbol(i, "")
	case constant:
		return w.literal(t.value, t.at)
	case parameter:
		return parameterSymbol(t.name, "")
	case sizeOf:
		return w.size(t)
	case sum:
		operator := "+"
		if t.minus {
			operator = "-"
		}
		return fmt.Sprintf("(%s %s %s)", operator, w.term(t.left), w.term(t.right))
	}
	return "0"
}

func (w *smtWriter) size(t sizeOf) string {
	switch kind := t.of.kindOf(); {
	case kind == value.Bytes:
		return "(div (str.len " + w.term(t.of) + ") 2)"
	case !kind.Composite():
		return "(str.len " + w.term(t.of) + ")"
	}
	switch of := t.of.(type) {
	case constant:
		return strconv.Itoa(sizeOfValue(of.value))
	case parameter:
		w.fail(t.at.refuse("SizeTerm", ReasonSize, "the size of the parameter %q is not given", of.name))
	case field:
		f, i := w.fieldOfTerm(of)
		if w.events[i].event == nil {
			w.fail(t.at.refuse("SizeTerm", ReasonSize, "the size of the field %q is not given", of.name))
		}
		return f.symbol(i, ".size")
	}
	return "0"
}

// place writes that it is known where a path leads, and where.
func (w *smtWriter) place(t term) (located, location string) {
	switch t := t.(type) {
	case field:
		f, i := w.fieldOfTerm(t)
		return f.symbol(i, ".located"), f.symbol(i, ".location")
	case parameter:
		return parameterSymbol(t.name, ".located"), parameterSymbol(t.name, ".location")
	case constant:
		if text := value.Text(t.value); w.smt.opt.AnyEnv && !strings.HasPrefix(text, "/") {
			w.fail(t.at.refuse("LiteralTerm", ReasonKind, "where %q leads depends on the working directory", text))
		}
		known, names := locate(value.Text(t.value), w.smt.opt.Env.WorkingDirectory)
		return strconv.FormatBool(known), w.string(names, t.at)
	}
	return "false", `""`
}

// literal writes a literal. A list or a map is the text that stands for it.
func (w *smtWriter) literal(v schema.Value, at place) string {
	switch v := v.(type) {
	case *schema.BooleanValue:
		return strconv.FormatBool(v.Boolean)
	case *schema.IntegerValue:
		return smtNumber(v.Integer)
	case *schema.DecimalValue:
		return smtNumber(v.Decimal)
	case *schema.ListValue, *schema.MapValue, *schema.TupleValue, *schema.SetValue:
		return smtString(compositeText(v))
	}
	return w.string(value.Text(v), at)
}

func smtNumber(text string) string {
	if magnitude, negative := strings.CutPrefix(text, "-"); negative {
		return "(- " + magnitude + ")"
	}
	return text
}

// compositeText is a text that stands for a list or a map in canonical form: the
// same for equal values, and different for others.
func compositeText(v schema.Value) string {
	data, err := json.Marshal(v)
	if err != nil { // values that were read marshal
		return ""
	}
	return strconv.QuoteToASCII(string(data))
}

// string writes a string literal.
func (w *smtWriter) string(s string, at place) string {
	if !utf8.ValidString(s) {
		w.fail(at.refuse("StringValue", ReasonText, "the text is not well formed"))
	}
	for _, r := range s {
		if r > maxCodePoint {
			w.fail(at.refuse("StringValue", ReasonCodePoint, "the text has the code point U+%04X, which is above U+2FFFF", r))
			break
		}
	}
	return smtString(s)
}

// smtString writes a string literal: everything outside printable ASCII and the
// backslash is escaped by its code point, a quote is doubled.
func smtString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"':
			b.WriteString(`""`)
		case r >= 0x20 && r <= 0x7e && r != '\\':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// symbol writes a name as a symbol, quoted where it must be. Characters that no
// symbol can hold are written as their code points between tildes.
func symbol(name string) string {
	simple := true
	var b strings.Builder
	for _, r := range name {
		switch {
		case r < 0x20 || r > 0x7e || r == '|' || r == '\\' || r == '~':
			fmt.Fprintf(&b, "~%x~", r)
			simple = false
		default:
			b.WriteRune(r)
			simple = simple && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-')
		}
	}
	if simple {
		return name
	}
	return "|" + b.String() + "|"
}
