package pyvalue

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyexpr"
)

// Str returns what Python's str prints for a plain value: a text as it is,
// anything else as repr prints it.
func Str(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return pyexpr.Repr(v)
}

// formatLimits are where Format cuts a text, in characters: longer ones than whole are cut to kept and dots.
const (
	formatWhole = 80
	formatKept  = 77
)

// Format writes a value for a message: ints and floats with an integral value
// below 1e15 with commas between thousands, other floats with six significant
// digits, a text as Python's repr, cut to 77 characters and "..." when it is
// longer than 80, anything else as repr prints it.
func Format(v any) string {
	if s, ok := v.(string); ok {
		return pyexpr.Repr(cut(s))
	}
	n, ok := NumberOf(v)
	switch {
	case !ok:
		return pyexpr.Repr(v)
	case n.IsInt():
		return thousands(n.Int)
	}
	return FormatFloat(n.Float)
}

// FormatFloat is Format for a double.
func FormatFloat(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return thousands(big.NewInt(int64(x)))
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

func cut(s string) string {
	if utf8.RuneCountInString(s) <= formatWhole {
		return s
	}
	return string([]rune(s)[:formatKept]) + "..."
}

func thousands(n *big.Int) string {
	digits := new(big.Int).Abs(n).String()
	var b strings.Builder
	if n.Sign() < 0 {
		b.WriteByte('-')
	}
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}
