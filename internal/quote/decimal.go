package quote

import (
	"math/big"
	"strings"
)

// The bounds of a number that is compared exactly.
const (
	maxDigits   = 400
	maxExponent = 400
)

// decimal reads digits with an optional sign, point and exponent as an exact number. It refuses what exceeds the bounds.
func decimal(s string) (*big.Rat, bool) {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	unsigned := strings.TrimLeft(mantissa, "+-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	if len(mantissa)-len(unsigned) > 1 || whole+fraction == "" || len(whole+fraction) > maxDigits || !onlyDigits(whole+fraction) {
		return nil, false
	}
	shift := 0
	if hasExponent {
		var ok bool
		if shift, ok = smallInt(exponent); !ok {
			return nil, false
		}
	}
	n, _ := new(big.Int).SetString(whole+fraction, 10)
	if strings.HasPrefix(mantissa, "-") {
		n.Neg(n)
	}
	return shifted(n, shift-len(fraction)), true
}

func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func smallInt(s string) (int, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(digits, "+")
	}
	if digits == "" || !onlyDigits(digits) {
		return 0, false
	}
	n := 0
	for _, c := range digits {
		if n = n*10 + int(c-'0'); n > maxExponent {
			return 0, false
		}
	}
	if negative {
		n = -n
	}
	return n, true
}

// shifted returns n·10**shift.
func shifted(n *big.Int, shift int) *big.Rat {
	if shift >= 0 {
		return new(big.Rat).SetInt(n.Mul(n, pow10(shift)))
	}
	return new(big.Rat).SetFrac(n, pow10(-shift))
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
