package value

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number is an exact number: an integer divided by a power of ten. The zero
// Number is 0. Numbers never wrap and never round; they are compared and added
// by value, whatever their scales.
type Number struct {
	small int64    // the integer, where large is nil
	large *big.Int // never changed once it is in a Number
	scale int32    // the power of ten
}

// IntegerNumber returns i as a Number.
func IntegerNumber(i int64) Number { return Number{small: i} }

// ParseNumber reads a number in the form of an IntegerValue or a DecimalValue;
// ok is false for any other text and for more than MaxDigits digits.
func ParseNumber(text string) (n Number, ok bool) {
	if len(text) <= 18 {
		return parseSmall(text)
	}
	if len(text) > MaxDigits+2 || !isInteger(text) && !isDecimal(text) {
		return Number{}, false
	}
	whole, fraction, _ := strings.Cut(text, ".")
	i, ok := new(big.Int).SetString(whole+fraction, 10)
	return fromBig(i, int32(len(fraction))), ok
}

// parseSmall reads up to 18 bytes, whose digits fit an int64.
func parseSmall(text string) (Number, bool) {
	digits := strings.TrimPrefix(text, "-")
	var n Number
	point := -1
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c == '.' && point < 0 {
			point = i
			continue
		}
		if c < '0' || c > '9' {
			return Number{}, false
		}
		n.small = n.small*10 + int64(c-'0')
	}
	whole := len(digits)
	if point >= 0 {
		whole = point
		n.scale = int32(len(digits) - point - 1)
	}
	if whole == 0 || point == len(digits)-1 || whole > 1 && digits[0] == '0' {
		return Number{}, false
	}
	if len(digits) < len(text) {
		n.small = -n.small
	}
	return n, true
}

// fromBig takes over i.
func fromBig(i *big.Int, scale int32) Number {
	if i.IsInt64() {
		return Number{small: i.Int64(), scale: scale}
	}
	return Number{large: i, scale: scale}
}

// Small returns the number as an int64; ok is false where it has a scale or
// does not fit.
func (n Number) Small() (i int64, ok bool) { return n.small, n.large == nil && n.scale == 0 }

// Safe reports whether n is an integer within ±MaxInteger, the integers that
// predicates know.
func (n Number) Safe() bool {
	return n.large == nil && n.scale == 0 && n.small >= -MaxInteger && n.small <= MaxInteger
}

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	if n.large != nil {
		return n.large.Sign()
	}
	switch {
	case n.small < 0:
		return -1
	case n.small > 0:
		return 1
	}
	return 0
}

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m.
func (n Number) Cmp(m Number) int {
	if n.scale == m.scale && n.large == nil && m.large == nil {
		switch {
		case n.small < m.small:
			return -1
		case n.small > m.small:
			return 1
		}
		return 0
	}
	x, y, _ := aligned(n, m)
	return x.Cmp(y)
}

// Add returns n + m.
func (n Number) Add(m Number) Number {
	if n.scale == m.scale && n.large == nil && m.large == nil {
		if sum := n.small + m.small; (sum > n.small) == (m.small > 0) {
			return Number{small: sum, scale: n.scale}
		}
	}
	x, y, scale := aligned(n, m)
	return fromBig(x.Add(x, y), scale)
}

// Sub returns n - m.
func (n Number) Sub(m Number) Number { return n.Add(m.Neg()) }

// Neg returns -n.
func (n Number) Neg() Number {
	if n.large == nil && n.small != math.MinInt64 {
		return Number{small: -n.small, scale: n.scale}
	}
	i := n.bigInt()
	return fromBig(i.Neg(i), n.scale)
}

// bigInt returns the integer of n as a new big integer.
func (n Number) bigInt() *big.Int {
	if n.large != nil {
		return new(big.Int).Set(n.large)
	}
	return big.NewInt(n.small)
}

// aligned returns both integers, new ones, for the larger of the two scales.
func aligned(n, m Number) (x, y *big.Int, scale int32) {
	x, y = n.bigInt(), m.bigInt()
	switch {
	case n.scale < m.scale:
		x.Mul(x, powerOfTen(m.scale-n.scale))
		return x, y, m.scale
	case n.scale > m.scale:
		y.Mul(y, powerOfTen(n.scale-m.scale))
	}
	return x, y, n.scale
}

func powerOfTen(exponent int32) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
}

// String returns the one spelling of n: without a point where its scale is 0,
// else without trailing zeros beyond the first digit after the point.
func (n Number) String() string { return string(n.Append(nil)) }

// Append appends what String returns to dst.
func (n Number) Append(dst []byte) []byte {
	if n.scale == 0 && n.large == nil {
		return strconv.AppendInt(dst, n.small, 10)
	}
	digits := n.bigInt().String()
	if n.scale == 0 {
		return append(dst, digits...)
	}
	magnitude, negative := strings.CutPrefix(digits, "-")
	if missing := int(n.scale) + 1 - len(magnitude); missing > 0 {
		magnitude = strings.Repeat("0", missing) + magnitude
	}
	point := len(magnitude) - int(n.scale)
	text := magnitude[:point] + "." + magnitude[point:]
	if negative {
		text = "-" + text
	}
	return append(dst, canonicalDecimal(text)...)
}
