package value

import (
	"strings"

	"github.com/contractc/contractc/schema"
)

// Compare returns -1, 0 or 1 by the total order of values in canonical form.
// Values of different kinds stand in the order of the kinds. false is before
// true, numbers stand by their exact value, texts by code points, bytes by
// their octets, enums by enumeration and then text; lists, tuples and sets by
// their members and then their length, maps by their entries, key before
// value. nil is before everything.
func Compare(a, b schema.Value) int {
	if result, composite := compareScalars(a, b); !composite {
		return result
	}
	return compareComposites(a, b)
}

// Equal reports whether two values in canonical form are the same value of the
// same kind.
func Equal(a, b schema.Value) bool { return Compare(a, b) == 0 }

// pair is a step of a comparison: two values, or the outcome that counts when
// all steps above it found nothing.
type pair struct {
	a, b    schema.Value
	outcome int
	settled bool
}

// compareComposites works on a stack of its own: the depth of a value must not
// be the depth of the goroutine's stack.
func compareComposites(a, b schema.Value) int {
	steps := []pair{{a: a, b: b}}
	for len(steps) > 0 {
		step := steps[len(steps)-1]
		steps = steps[:len(steps)-1]
		if step.settled {
			if step.outcome != 0 {
				return step.outcome
			}
			continue
		}
		result, composite := compareScalars(step.a, step.b)
		if result != 0 {
			return result
		}
		if composite {
			steps = pushMembers(steps, step.a, step.b)
		}
	}
	return 0
}

// pushMembers puts the steps of two values of one composite kind on the stack,
// the first members uppermost.
func pushMembers(steps []pair, a, b schema.Value) []pair {
	if x, ok := a.(*schema.MapValue); ok {
		return pushEntries(steps, x.Entries, b.(*schema.MapValue).Entries)
	}
	x, y := Members(a), Members(b)
	steps = append(steps, pair{outcome: sign(len(x) - len(y)), settled: true})
	for i := min(len(x), len(y)) - 1; i >= 0; i-- {
		steps = append(steps, pair{a: x[i], b: y[i]})
	}
	return steps
}

func pushEntries(steps []pair, x, y []schema.MapEntry) []pair {
	steps = append(steps, pair{outcome: sign(len(x) - len(y)), settled: true})
	for i := min(len(x), len(y)) - 1; i >= 0; i-- {
		steps = append(steps, pair{a: x[i].Value, b: y[i].Value}, pair{a: x[i].Key, b: y[i].Key})
	}
	return steps
}

// Members returns the items of a list, tuple or set, nil for other values.
func Members(v schema.Value) []schema.Value {
	switch v := v.(type) {
	case *schema.ListValue:
		return v.Items
	case *schema.TupleValue:
		return v.Items
	case *schema.SetValue:
		return v.Items
	}
	return nil
}

// compareScalars orders two values without a look at members; composite says
// that both are of one composite kind, so that the members decide.
func compareScalars(a, b schema.Value) (result int, composite bool) {
	x, y := KindOf(a), KindOf(b)
	if x != y {
		return sign(int(x) - int(y)), false
	}
	switch a := a.(type) {
	case *schema.BooleanValue:
		return compareBooleans(a.Boolean, b.(*schema.BooleanValue).Boolean), false
	case *schema.IntegerValue:
		return compareDigits(a.Integer, b.(*schema.IntegerValue).Integer), false
	case *schema.DecimalValue:
		return compareDigits(a.Decimal, b.(*schema.DecimalValue).Decimal), false
	case *schema.EnumValue:
		return compareEnums(a, b.(*schema.EnumValue)), false
	}
	if x.Composite() {
		return 0, true
	}
	return strings.Compare(Text(a), Text(b)), false
}

func compareBooleans(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareEnums(a, b *schema.EnumValue) int {
	if c := strings.Compare(a.Enum, b.Enum); c != 0 {
		return c
	}
	return strings.Compare(a.Text, b.Text)
}

// Text returns what a value of a textual kind or of an enumeration holds, and nothing of others. Bytes in lower-case hex
// stand in the order of their octets, text in UTF-8 in that of its code points.
func Text(v schema.Value) string {
	switch v := v.(type) {
	case *schema.StringValue:
		return v.String
	case *schema.BytesValue:
		return v.Hex
	case *schema.PathPrefixValue:
		return v.Prefix
	case *schema.DirectoryValue:
		return v.Directory
	case *schema.ClassReferenceValue:
		return v.ClassName
	case *schema.EnumValue:
		return v.Text
	}
	return ""
}
