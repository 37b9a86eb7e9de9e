package value

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/schema"
)

// MistypedError says that a plain JSON value is not of the type that its slot
// has. Such a value counts as absent and is reported.
type MistypedError struct {
	Path   string // of the part within the value, such as [2] or .name; empty for the whole
	Want   string // the type
	Got    string // what stands there, in words, without its content
	Reason string // where the type is right and the value is not
}

func (e *MistypedError) Error() string {
	where := ""
	if e.Path != "" {
		where = "at " + strconv.Quote(e.Path) + ": "
	}
	if e.Reason != "" {
		return where + e.Reason
	}
	return fmt.Sprintf("%sthe type is %s, not %s", where, e.Want, e.Got)
}

// FromPlain returns the typed value, in canonical form, of a plain JSON value:
// nil, bool, string, json.Number as written, []any or map[string]any.
//
// null is absent: the value returned is nil, without an error. A value of
// another type than t is a *MistypedError; nothing is coerced, except that a
// number without a point is a decimal where a decimal is wanted. Where t is
// any, a number with a point or an exponent is a decimal and one without is an
// integer; null within a list or a map is None.
func FromPlain(plain any, t Type) (schema.Value, error) {
	if plain == nil {
		return nil, nil
	}
	return fromPlain(plain, t, "", MaxDepth)
}

func fromPlain(plain any, t Type, path string, depth int) (schema.Value, error) {
	if depth == 0 {
		return nil, &MistypedError{Path: path, Reason: fmt.Sprintf("the value nests deeper than %d", MaxDepth)}
	}
	switch p := plain.(type) {
	case nil:
		if t.Kind == Invalid || t.Kind == None {
			return &schema.NoneValue{}, nil
		}
	case bool:
		if t.Kind == Invalid || t.Kind == Boolean {
			return &schema.BooleanValue{Boolean: p}, nil
		}
	case string:
		return textFromPlain(p, t, path)
	case json.Number:
		return numberFromPlain(string(p), t, path)
	case []any:
		if t.Kind == Invalid || t.Kind == List {
			return listFromPlain(p, t, path, depth)
		}
	case map[string]any:
		if t.Kind == Invalid || t.Kind == Map {
			return mapFromPlain(p, path, depth)
		}
	}
	return nil, mistyped(plain, t, path)
}

func mistyped(plain any, t Type, path string) error {
	return &MistypedError{Path: path, Want: t.String(), Got: describe(plain)}
}

// describe names the JSON type of a plain value.
func describe(plain any) string {
	switch p := plain.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case json.Number:
		if strings.ContainsAny(string(p), ".eE") {
			return "a number with a point or an exponent"
		}
		return "an integer"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "no JSON value"
}

func textFromPlain(text string, t Type, path string) (schema.Value, error) {
	if !utf8.ValidString(text) {
		return nil, &MistypedError{Path: path, Reason: "the text is not valid UTF-8"}
	}
	switch t.Kind {
	case Invalid, String:
		return &schema.StringValue{String: text}, nil
	case Enum:
		return &schema.EnumValue{Enum: t.Enum, Text: text}, nil
	case PathPrefix:
		return &schema.PathPrefixValue{Prefix: text}, nil
	case Directory:
		return &schema.DirectoryValue{Directory: text}, nil
	case ClassReference:
		return &schema.ClassReferenceValue{ClassName: text}, nil
	case Bytes:
		return bytesFromPlain(text, path)
	}
	return nil, mistyped(text, t, path)
}

func bytesFromPlain(text, path string) (schema.Value, error) {
	v, err := canonicalBytes(&schema.BytesValue{Hex: text})
	if err != nil {
		return nil, &MistypedError{Path: path, Reason: "the text is not bytes in lower-case hex"}
	}
	return v, nil
}

func numberFromPlain(text string, t Type, path string) (schema.Value, error) {
	whole := isInteger(text)
	switch {
	case t.Kind != Invalid && !t.Kind.Numeric(), t.Kind == Integer && !whole:
		return nil, mistyped(json.Number(text), t, path)
	case len(text) > MaxDigits:
		return nil, tooLong(path)
	case whole && t.Kind != Decimal:
		return &schema.IntegerValue{Integer: canonicalInteger(text)}, nil
	}
	decimal, ok := expand(text)
	if !ok {
		return nil, tooLong(path)
	}
	return &schema.DecimalValue{Decimal: decimal}, nil
}

func tooLong(path string) error {
	return &MistypedError{Path: path, Reason: fmt.Sprintf("the number has more than %d digits", MaxDigits)}
}

// expand writes a JSON number as a canonical decimal; ok is false where that
// takes more than MaxDigits digits, or text is no JSON number.
func expand(text string) (decimal string, ok bool) {
	mantissa, exponent, ok := cutExponent(text)
	if !ok || !isInteger(mantissa) && !isDecimal(mantissa) {
		return "", false
	}
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	switch {
	case exponent > 0:
		fraction += strings.Repeat("0", max(0, exponent-len(fraction)))
		whole, fraction = whole+fraction[:exponent], fraction[exponent:]
	case exponent < 0:
		whole = strings.Repeat("0", max(0, -exponent-len(whole))) + whole
		cut := len(whole) + exponent
		whole, fraction = whole[:cut], whole[cut:]+fraction
	}
	return joinDigits(negative, whole, fraction)
}

// cutExponent splits a JSON number at its exponent.
func cutExponent(text string) (mantissa string, exponent int, ok bool) {
	at := strings.IndexAny(text, "eE")
	if at < 0 {
		return text, 0, true
	}
	exponent, err := strconv.Atoi(text[at+1:])
	return text[:at], exponent, err == nil && exponent <= MaxDigits && exponent >= -MaxDigits
}

func joinDigits(negative bool, whole, fraction string) (string, bool) {
	whole = strings.TrimLeft(whole, "0")
	if len(whole)+len(fraction) > MaxDigits {
		return "", false
	}
	if whole == "" {
		whole = "0"
	}
	if negative {
		whole = "-" + whole
	}
	return canonicalDecimal(whole + "." + fraction + "0"), true
}

func listFromPlain(items []any, t Type, path string, depth int) (schema.Value, error) {
	of := Type{}
	if t.Items != nil {
		of = *t.Items
	}
	list := &schema.ListValue{Items: make([]schema.Value, len(items))}
	for i, item := range items {
		v, err := fromPlain(item, of, path+"["+strconv.Itoa(i)+"]", depth-1)
		if err != nil {
			return nil, err
		}
		list.Items[i] = v
	}
	return list, nil
}

func mapFromPlain(fields map[string]any, path string, depth int) (schema.Value, error) {
	names := sortedNames(fields)
	m := &schema.MapValue{Entries: make([]schema.MapEntry, len(names))}
	for i, name := range names {
		key, err := textFromPlain(name, Type{Kind: String}, path)
		if err != nil {
			return nil, err
		}
		v, err := fromPlain(fields[name], Type{}, path+"."+name, depth-1)
		if err != nil {
			return nil, err
		}
		m.Entries[i] = schema.MapEntry{Key: key, Value: v}
	}
	return m, nil
}

func sortedNames[V any](fields map[string]V) []string {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Mistyped is a field whose value was of the wrong type.
type Mistyped struct {
	Field string
	Err   *MistypedError
}

// Fields returns the typed fields of an event by the types of the slots of its
// effect type, and the values that enumerations permit, by the name of the
// slot. A field that is null or of the wrong type is left out; the latter are
// reported, in the order of their names. A field that types does not name is
// read as any.
func Fields(plain map[string]any, types map[string]Type, permitted map[string][]string) (map[string]schema.Value, []Mistyped) {
	fields := make(map[string]schema.Value, len(plain))
	var wrong []Mistyped
	for _, name := range sortedNames(plain) {
		v, err := FromPlain(plain[name], types[name])
		if err == nil {
			err = CheckPermitted(v, permitted[name])
		}
		var mistyped *MistypedError
		switch {
		case errors.As(err, &mistyped):
			wrong = append(wrong, Mistyped{name, mistyped})
		case v != nil:
			fields[name] = v
		}
	}
	return fields, wrong
}

// CheckPermitted holds a value of an enumeration, or each member of a list of
// them, against the values that the enumeration permits, nil where that is not
// known. The error is a *MistypedError.
func CheckPermitted(v schema.Value, permitted []string) error {
	if len(permitted) == 0 {
		return nil
	}
	switch v := v.(type) {
	case *schema.EnumValue:
		if !slices.Contains(permitted, v.Text) {
			return &MistypedError{Reason: fmt.Sprintf("the text is no value of the enumeration %s", v.Enum)}
		}
	case *schema.ListValue:
		for i, item := range v.Items {
			e, ok := item.(*schema.EnumValue)
			if ok && !slices.Contains(permitted, e.Text) {
				return &MistypedError{Path: "[" + strconv.Itoa(i) + "]", Reason: fmt.Sprintf("the text is no value of the enumeration %s", e.Enum)}
			}
		}
	}
	return nil
}
