package lower

import (
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/literal"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// maxScaled bounds the scaled integer of a decimal in CEL, so that no sum of
// maxSummands of them leaves 64 bits.
const (
	maxScaled   = 100_000_000_000_000_000
	maxSummands = 64
)

// term writes a term as an operand of a comparison.
func (w *celWriter) term(t term) string {
	switch t := t.(type) {
	case field:
		return celSelect(string(t.event)+".fields", t.name)
	case constant:
		return w.constant(t)
	case sizeOf:
		return w.size(t)
	case sum:
		return w.sum(t)
	}
	return "0"
}

// constant writes a literal. The type of a list or a map says what its members
// are, and two of different types could not be compared.
func (w *celWriter) constant(t constant) string {
	text := w.literal(t.value, false, t.at)
	if t.kindOf().Composite() {
		return "dyn(" + text + ")"
	}
	return text
}

// receiver writes a text that a function is called on.
func (w *celWriter) receiver(t term) string { return w.term(t) }

func (w *celWriter) size(t sizeOf) string {
	if t.of.kindOf() == value.Bytes {
		return "size(" + w.term(t.of) + ") / 2"
	}
	return "size(" + w.term(t.of) + ")"
}

func (w *celWriter) sum(t sum) string {
	if f, at := summandsOf(t); f > maxSummands {
		w.fail(at.refuse("AddTerm", ReasonLimit, "the sum has more than %d parts", maxSummands))
	}
	operator := " + "
	if t.minus {
		operator = " - "
	}
	return "(" + w.number(t.left) + operator + w.number(t.right) + ")"
}

// number writes a number that is added: of two fields, of which CEL knows no
// type, it would take the sum for a double.
func (w *celWriter) number(t term) string {
	if _, ok := t.(field); ok {
		return "int(" + w.term(t) + ")"
	}
	return w.term(t)
}

// summandsOf counts the parts of a sum.
func summandsOf(t term) (n int, at place) {
	switch t := t.(type) {
	case sum:
		left, at := summandsOf(t.left)
		right, _ := summandsOf(t.right)
		return left + right, at
	case field:
		return 1, t.at
	case constant:
		return 1, t.at
	case sizeOf:
		return 1, t.at
	}
	return 1, place{}
}

// literal writes a literal. A decimal is a scaled integer; within a list or a
// map it is marked.
func (w *celWriter) literal(v schema.Value, nested bool, at place) string {
	switch v := v.(type) {
	case *schema.BooleanValue:
		return strconv.FormatBool(v.Boolean)
	case *schema.IntegerValue:
		return v.Integer
	case *schema.DecimalValue:
		return w.decimal(v, nested, at)
	case *schema.StringValue:
		return literal.CEL(v.String)
	case *schema.BytesValue:
		return literal.CEL(v.Hex)
	case *schema.NoneValue:
		return "null"
	case *schema.MapValue:
		return w.mapLiteral(v, at)
	case *schema.EnumValue, *schema.PathPrefixValue, *schema.DirectoryValue, *schema.ClassReferenceValue:
		if !nested {
			return literal.CEL(value.Text(v))
		}
	case *schema.ListValue, *schema.TupleValue, *schema.SetValue:
		return "[" + w.members(value.Members(v), true, at) + "]"
	}
	w.fail(at.refuse(v.ValueClass(), ReasonKind, "a value of type %s in a list or a map has no encoding", value.KindOf(v)))
	return "null"
}

func (w *celWriter) decimal(v *schema.DecimalValue, nested bool, at place) string {
	if nested {
		return `{"$decimal": ` + literal.CEL(v.Decimal) + "}"
	}
	i, err := scaled(v.Decimal, w.scale, at)
	if err != nil {
		w.fail(err)
	}
	return strconv.FormatInt(i, 10)
}

// literals writes the members that a value is compared with one by one.
func (w *celWriter) literals(members []schema.Value) string {
	return w.members(members, false, place{target: TargetCEL})
}

func (w *celWriter) members(members []schema.Value, nested bool, at place) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = w.literal(m, nested, at)
	}
	return strings.Join(texts, ", ")
}

func (w *celWriter) mapLiteral(v *schema.MapValue, at place) string {
	texts := make([]string, len(v.Entries))
	for i, e := range v.Entries {
		key, ok := e.Key.(*schema.StringValue)
		if !ok {
			w.fail(at.refuse(e.Key.ValueClass(), ReasonKind, "a map with keys of type %s has no encoding", value.KindOf(e.Key)))
			return "{}"
		}
		texts[i] = literal.CEL(encoder{target: TargetCEL}.key(key.String)) + ": " + w.literal(e.Value, true, at)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// scaled returns a decimal as an integer in units of 10^-scale.
func scaled(text string, scale int, at place) (int64, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > scale {
		return 0, at.refuse("DecimalValue", ReasonDecimal, "a decimal has more than %d digits after its point", scale)
	}
	i, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", scale-len(fraction)), 10, 64)
	if err != nil || i > maxScaled || i < -maxScaled {
		return 0, at.refuse("DecimalValue", ReasonDecimal, "a decimal is beyond ±10^%d", len(strconv.Itoa(maxScaled))-1-scale)
	}
	return i, nil
}

// celHas writes that a map has a key.
func celHas(of, key string) (text string, loose bool) {
	if plainName(key) {
		return "has(" + of + "." + key + ")", false
	}
	return literal.CEL(key) + " in " + of, true
}

// celSelect writes the value at a key of a map.
func celSelect(of, key string) string {
	if plainName(key) {
		return of + "." + key
	}
	return of + "[" + literal.CEL(key) + "]"
}

// plainName reports whether a name can stand after a dot in CEL and in Rego.
func plainName(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && !reserved(name)
}

// reserved reports the words that CEL or Rego keep for themselves.
func reserved(name string) bool {
	switch name {
	case "as", "break", "const", "continue", "contains", "data", "default", "else", "every", "false", "for",
		"function", "if", "import", "in", "input", "let", "loop", "namespace", "not", "null", "package",
		"return", "some", "true", "var", "void", "while", "with":
		return true
	}
	return false
}
