package monitor_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/schema"
)

// term is the value of a term, nil where it is not known.
func (r reference) term(t schema.Term, e *monitor.Event) schema.Value {
	switch t := t.(type) {
	case *schema.FieldTerm:
		return refKnown(e.Fields[t.Field])
	case *schema.LiteralTerm:
		return refKnown(t.Literal)
	case *schema.SizeTerm:
		return refSize(r.term(t.Of, e))
	case *schema.AddTerm:
		return refArithmetic(r.term(t.Left, e), r.term(t.Right, e), (*big.Rat).Add)
	case *schema.SubtractTerm:
		return refArithmetic(r.term(t.Left, e), r.term(t.Right, e), (*big.Rat).Sub)
	}
	panic(fmt.Sprintf("%T", t))
}

func refTruth(b bool) monitor.Truth {
	if b {
		return monitor.True
	}
	return monitor.False
}

// refKnown returns nil for a value that predicates do not know.
func refKnown(v schema.Value) schema.Value {
	if v == nil || refKind(v) == "NoneValue" || strings.Contains(refText(v), "!") {
		return nil
	}
	return v
}

func refKind(v schema.Value) string {
	if v == nil {
		return ""
	}
	return v.ValueClass()
}

// refText writes a value so that equal values, and no others, have the same
// text; "!" stands for an integer that predicates do not know.
func refText(v schema.Value) string {
	text := ""
	switch v := v.(type) {
	case *schema.BooleanValue:
		text = fmt.Sprint(v.Boolean)
	case *schema.IntegerValue:
		if text = v.Integer; !refSafe(v.Integer) {
			text = "!"
		}
	case *schema.DecimalValue:
		x, _ := new(big.Rat).SetString(v.Decimal)
		text = x.RatString()
	case *schema.StringValue:
		text = fmt.Sprintf("%x", v.String)
	case *schema.DirectoryValue:
		text = fmt.Sprintf("%x", v.Directory)
	case *schema.PathPrefixValue:
		text = fmt.Sprintf("%x", v.Prefix)
	case *schema.ListValue:
		text = strings.Join(refTexts(v.Items), ",")
	case *schema.TupleValue:
		text = strings.Join(refTexts(v.Items), ",")
	case *schema.SetValue:
		text = refSorted(refTexts(v.Items))
	case *schema.MapValue:
		var entries []string
		for _, entry := range v.Entries {
			entries = append(entries, refText(entry.Key)+":"+refText(entry.Value))
		}
		text = refSorted(entries)
	}
	return refKind(v) + "(" + text + ")"
}

func refTexts(items []schema.Value) []string {
	var texts []string
	for _, item := range items {
		texts = append(texts, refText(item))
	}
	return texts
}

func refSorted(texts []string) string {
	slices.Sort(texts)
	return strings.Join(slices.Compact(texts), ",")
}

func refSafe(digits string) bool {
	i, _ := new(big.Int).SetString(digits, 10)
	return i.CmpAbs(big.NewInt(1<<53-1)) <= 0
}

func ratOf(v schema.Value) (*big.Rat, bool) {
	switch v := v.(type) {
	case *schema.IntegerValue:
		return new(big.Rat).SetString(v.Integer)
	case *schema.DecimalValue:
		return new(big.Rat).SetString(v.Decimal)
	}
	return nil, false
}

func refSign(op schema.Comparison, sign int) bool {
	return map[schema.Comparison]bool{
		"eq": sign == 0, "ne": sign != 0, "lt": sign < 0, "le": sign <= 0, "gt": sign > 0, "ge": sign >= 0,
	}[op]
}

func refCompare(op schema.Comparison, a, b schema.Value) monitor.Truth {
	if a == nil || b == nil || refKind(a) != refKind(b) {
		return monitor.Unknown
	}
	if op == "eq" || op == "ne" {
		return refTruth((refText(a) == refText(b)) == (op == "eq"))
	}
	if x, ok := ratOf(a); ok {
		y, _ := ratOf(b)
		return refTruth(refSign(op, x.Cmp(y)))
	}
	x, ok := a.(*schema.StringValue)
	if !ok {
		return monitor.Unknown
	}
	return refTruth(refSign(op, slices.Compare([]rune(x.String), []rune(b.(*schema.StringValue).String))))
}

func refItems(v schema.Value) ([]schema.Value, bool) {
	switch v := v.(type) {
	case *schema.ListValue:
		return v.Items, true
	case *schema.TupleValue:
		return v.Items, true
	case *schema.SetValue:
		return v.Items, true
	}
	return nil, false
}

func refIn(element, list schema.Value) monitor.Truth {
	items, ok := refItems(list)
	if !ok || element == nil {
		return monitor.Unknown
	}
	truth := monitor.False
	for _, item := range items {
		truth = max(truth, refCompare("eq", element, refKnown(item)))
	}
	return truth
}

func refSize(v schema.Value) schema.Value {
	if s, ok := v.(*schema.StringValue); ok {
		return num(len([]rune(s.String)))
	}
	if s, ok := v.(*schema.SetValue); ok {
		return num(strings.Count(refSorted(refTexts(s.Items)), ",") + min(1, len(s.Items)))
	}
	if items, ok := refItems(v); ok {
		return num(len(items))
	}
	if m, ok := v.(*schema.MapValue); ok {
		return num(len(m.Entries))
	}
	return nil
}

func refArithmetic(a, b schema.Value, op func(z, x, y *big.Rat) *big.Rat) schema.Value {
	x, okX := ratOf(a)
	y, okY := ratOf(b)
	if !okX || !okY || refKind(a) != refKind(b) {
		return nil
	}
	z := op(new(big.Rat), x, y)
	if refKind(a) == "IntegerValue" {
		return refKnown(integer(z.Num().String()))
	}
	return dec(z.FloatString(20))
}
