package value

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/contractc/contractc/schema"
)

// NotCanonicalError says why a value has no canonical form: it is not well
// typed, too deep, or holds a key twice.
type NotCanonicalError struct {
	Kind   Kind   // of the part that is wrong
	Reason string // lower case, holds no outside text
}

func (e *NotCanonicalError) Error() string {
	return fmt.Sprintf("the %s value %s", e.Kind, e.Reason)
}

// Canonical returns v in canonical form, v itself where it has it already:
// numbers in their one spelling, members of a set in their order and none
// twice, entries of a map in the order of their keys. The error is a
// *NotCanonicalError; two equal keys in a map are one, as their reading would
// depend on the reader.
func Canonical(v schema.Value) (schema.Value, error) { return canonical(v, MaxDepth) }

func canonical(v schema.Value, depth int) (schema.Value, error) {
	if depth == 0 {
		return nil, &NotCanonicalError{KindOf(v), fmt.Sprintf("nests deeper than %d", MaxDepth)}
	}
	switch v := v.(type) {
	case *schema.IntegerValue:
		return canonicalIntegerValue(v)
	case *schema.DecimalValue:
		return canonicalDecimalValue(v)
	case *schema.BytesValue:
		return canonicalBytes(v)
	case *schema.ListValue:
		items, changed, err := canonicalItems(v.Items, depth)
		if err != nil || !changed {
			return v, err
		}
		return &schema.ListValue{Items: items}, nil
	case *schema.TupleValue:
		items, changed, err := canonicalItems(v.Items, depth)
		if err != nil || !changed {
			return v, err
		}
		return &schema.TupleValue{Items: items}, nil
	case *schema.SetValue:
		return canonicalSet(v, depth)
	case *schema.MapValue:
		return canonicalMap(v, depth)
	case nil:
		return nil, &NotCanonicalError{Invalid, "is missing"}
	}
	return canonicalText(v)
}

// canonicalText checks the kinds that hold text; none and boolean hold nothing
// that could be wrong.
func canonicalText(v schema.Value) (schema.Value, error) {
	text := Text(v)
	if e, ok := v.(*schema.EnumValue); ok {
		text = e.Text
	}
	if !utf8.ValidString(text) {
		return nil, &NotCanonicalError{KindOf(v), "is not valid UTF-8"}
	}
	return v, nil
}

func canonicalIntegerValue(v *schema.IntegerValue) (schema.Value, error) {
	if !isInteger(v.Integer) {
		return nil, &NotCanonicalError{Integer, "is not written as decimal digits"}
	}
	if text := canonicalInteger(v.Integer); text != v.Integer {
		return &schema.IntegerValue{Integer: text}, nil
	}
	return v, nil
}

func canonicalDecimalValue(v *schema.DecimalValue) (schema.Value, error) {
	if !isDecimal(v.Decimal) {
		return nil, &NotCanonicalError{Decimal, "is not written as digits with a decimal point"}
	}
	if text := canonicalDecimal(v.Decimal); text != v.Decimal {
		return &schema.DecimalValue{Decimal: text}, nil
	}
	return v, nil
}

func canonicalBytes(v *schema.BytesValue) (schema.Value, error) {
	for i := 0; i < len(v.Hex); i++ {
		if c := v.Hex[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil, &NotCanonicalError{Bytes, "is not lower-case hex"}
		}
	}
	if len(v.Hex)%2 != 0 {
		return nil, &NotCanonicalError{Bytes, "has half a byte at its end"}
	}
	return v, nil
}

// canonicalItems returns the canonical members and whether any differs from
// what was given.
func canonicalItems(items []schema.Value, depth int) ([]schema.Value, bool, error) {
	var out []schema.Value
	for i, item := range items {
		c, err := canonical(item, depth-1)
		if err != nil {
			return nil, false, err
		}
		if out == nil && c != item {
			out = slices.Clone(items)
		}
		if out != nil {
			out[i] = c
		}
	}
	if out == nil {
		return items, false, nil
	}
	return out, true, nil
}

func canonicalSet(v *schema.SetValue, depth int) (schema.Value, error) {
	items, changed, err := canonicalItems(v.Items, depth)
	if err != nil {
		return nil, err
	}
	if !changed && ascending(items) {
		return v, nil
	}
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, Compare)
	return &schema.SetValue{Items: slices.CompactFunc(sorted, Equal)}, nil
}

func ascending(items []schema.Value) bool {
	for i := 1; i < len(items); i++ {
		if Compare(items[i-1], items[i]) >= 0 {
			return false
		}
	}
	return true
}

func canonicalMap(v *schema.MapValue, depth int) (schema.Value, error) {
	entries, changed, err := canonicalEntries(v.Entries, depth)
	if err != nil {
		return nil, err
	}
	byKey := func(a, b schema.MapEntry) int { return Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(entries, byKey) {
		entries = slices.Clone(entries)
		slices.SortStableFunc(entries, byKey)
		changed = true
	}
	for i := 1; i < len(entries); i++ {
		if Equal(entries[i-1].Key, entries[i].Key) {
			return nil, &NotCanonicalError{Map, "holds a key twice"}
		}
	}
	if !changed {
		return v, nil
	}
	return &schema.MapValue{Entries: entries}, nil
}

func canonicalEntries(entries []schema.MapEntry, depth int) ([]schema.MapEntry, bool, error) {
	var out []schema.MapEntry
	for i, entry := range entries {
		key, err := canonical(entry.Key, depth-1)
		if err != nil {
			return nil, false, err
		}
		value, err := canonical(entry.Value, depth-1)
		if err != nil {
			return nil, false, err
		}
		if out == nil && (key != entry.Key || value != entry.Value) {
			out = slices.Clone(entries)
		}
		if out != nil {
			out[i] = schema.MapEntry{Key: key, Value: value}
		}
	}
	if out == nil {
		return entries, false, nil
	}
	return out, true, nil
}
