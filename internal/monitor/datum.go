package monitor

import (
	"crypto/sha256"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// datum is a value as predicates use it. Which field holds it depends on the
// kind; the others may hold anything. Kind Invalid is an absent or unknown
// value.
type datum struct {
	kind      value.Kind
	boolean   bool
	number    value.Number // Integer and Decimal
	text      string       // textual kinds
	composite schema.Value // Enum, List, Tuple, Set, Map, in canonical form
}

func (d *datum) known() bool { return d.kind != value.Invalid }

// resolve sets d to v. null, an integer beyond ±(2^53-1), a decimal of too many
// digits, a value that holds one of these and a value that is not well formed
// are unknown.
func (d *datum) resolve(v schema.Value) {
	d.kind = value.Invalid
	switch v := v.(type) {
	case *schema.StringValue:
		d.kind, d.text = value.String, v.String
	case *schema.IntegerValue:
		d.resolveNumber(value.Integer, v.Integer)
	case *schema.BooleanValue:
		d.kind, d.boolean = value.Boolean, v.Boolean
	case *schema.DecimalValue:
		d.resolveNumber(value.Decimal, v.Decimal)
	case *schema.BytesValue:
		d.kind, d.text = value.Bytes, v.Hex
	case *schema.PathPrefixValue:
		d.kind, d.text = value.PathPrefix, v.Prefix
	case *schema.DirectoryValue:
		d.kind, d.text = value.Directory, v.Directory
	case *schema.ClassReferenceValue:
		d.kind, d.text = value.ClassReference, v.ClassName
	case *schema.EnumValue, *schema.ListValue, *schema.TupleValue, *schema.SetValue, *schema.MapValue:
		d.resolveComposite(v)
	}
}

func (d *datum) resolveNumber(kind value.Kind, text string) {
	n, ok := value.ParseNumber(text)
	if ok && (kind == value.Decimal || n.Safe()) {
		d.kind, d.number = kind, n
	}
}

func (d *datum) resolveComposite(v schema.Value) {
	canonical, err := value.Canonical(v)
	if err == nil && value.Known(canonical) {
		d.kind, d.composite = value.KindOf(v), canonical
	}
}

// compareData is the truth of "a op b": unknown where either is, where they are
// of different kinds, and where values of their kind have no order and op asks
// for one.
func compareData(op schema.Comparison, a, b *datum) Truth {
	if a.kind != b.kind || !a.known() {
		return Unknown
	}
	equality := op == schema.ComparisonEq || op == schema.ComparisonNe
	if !equality && !a.kind.Ordered() {
		return Unknown
	}
	return compared(op, orderData(a, b))
}

// orderData orders two known data of one kind.
func orderData(a, b *datum) int {
	switch {
	case a.kind.Numeric():
		return a.number.Cmp(b.number)
	case a.kind == value.Boolean:
		return boolSign(a.boolean) - boolSign(b.boolean)
	case a.kind.Composite() || a.kind == value.Enum:
		return value.Compare(a.composite, b.composite)
	}
	return strings.Compare(a.text, b.text)
}

func boolSign(b bool) int {
	if b {
		return 1
	}
	return 0
}

// maxKey is how long a key may be before its digest stands for it, so that a
// remembered key takes constant memory.
const maxKey = 64

// appendKey appends an encoding of a known datum: equal for equal data of one
// kind, different for any others.
func (d *datum) appendKey(dst []byte) []byte {
	start := len(dst)
	switch {
	case d.kind.Numeric():
		dst = d.number.Append(append(dst, byte(d.kind)))
	case d.kind == value.Boolean:
		dst = append(dst, byte(d.kind), byte(boolSign(d.boolean)))
	case d.kind.Composite() || d.kind == value.Enum:
		dst = value.AppendKey(dst, d.composite)
	default:
		dst = append(append(dst, byte(d.kind)), d.text...)
	}
	if len(dst)-start <= maxKey {
		return dst
	}
	sum := sha256.Sum256(dst[start:])
	return append(append(dst[:start], 0xff), sum[:]...)
}
