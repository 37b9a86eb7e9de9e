package formula

import (
	"math"
	"math/big"
)

// failure says why an operation has no result; none means that it has one.
type failure string

const (
	none    failure = ""
	notReal failure = "a complex result"

	divisionByZero failure = "float division by zero"
	floorByZero    failure = "float floor division by zero"
	moduloByZero   failure = "float modulo"
	zeroToNegative failure = "0.0 cannot be raised to a negative power"
	outOfRange     failure = "(34, 'Numerical result out of range')"
)

// operate computes a binary operator on finite doubles, as CPython does.
func operate(op string, a, b float64) (float64, failure) {
	switch op {
	case "+":
		return float64(a + b), none
	case "-":
		return float64(a - b), none
	case "*":
		return float64(a * b), none
	case "/":
		if b == 0 {
			return 0, divisionByZero
		}
		return float64(a / b), none
	case "//":
		return floorDivide(a, b)
	case "%":
		return modulo(a, b)
	}
	return power(a, b)
}

// floorDivide is the quotient of the division whose remainder modulo gives: the nearest double to its floor.
func floorDivide(a, b float64) (float64, failure) {
	if b == 0 {
		return 0, floorByZero
	}
	mod := math.Mod(a, b)
	div := float64(a-mod) / b
	if mod != 0 && (b < 0) != (mod < 0) {
		div--
	}
	if div == 0 {
		return math.Copysign(0, float64(a/b)), none
	}
	floor := math.Floor(div)
	if div-floor > 0.5 {
		floor++
	}
	return floor, none
}

// modulo is the remainder with the sign of the divisor, a zero too.
func modulo(a, b float64) (float64, failure) {
	if b == 0 {
		return 0, moduloByZero
	}
	mod := math.Mod(a, b)
	switch {
	case mod == 0:
		return math.Copysign(0, b), none
	case (b < 0) != (mod < 0):
		mod += b
	}
	return mod, none
}

// power is a ** b. An integer exponent is computed exactly and rounded once.
func power(a, b float64) (float64, failure) {
	whole := b == math.Trunc(b)
	switch {
	case b == 0 || a == 1:
		return 1, none
	case a == 0 && b < 0:
		return 0, zeroToNegative
	case a == 0 && whole && math.Mod(b, 2) != 0:
		return a, none
	case a == 0:
		return 0, none
	case a < 0 && !whole:
		return 0, notReal
	}
	var x float64
	if whole && math.Abs(b) <= maxExponent {
		x = integerPower(a, int(b))
	} else {
		x = realPower(math.Abs(a), b)
		if a < 0 && math.Mod(b, 2) != 0 {
			x = -x
		}
	}
	if math.IsInf(x, 0) {
		return 0, outOfRange
	}
	return x, none
}

// integerPower is the double nearest to a**n, for a that is not 0.
func integerPower(a float64, n int) float64 {
	fraction, exponent := math.Frexp(a)
	mantissa := big.NewInt(int64(math.Ldexp(fraction, 53)))
	exponent -= 53
	size := n
	if size < 0 {
		size = -size
	}
	m := new(big.Float).SetInt(mantissa.Exp(mantissa, big.NewInt(int64(size)), nil)) // exact
	if n < 0 {
		m.Quo(big.NewFloat(1).SetPrec(precision), m.SetPrec(max(m.Prec(), precision)))
	}
	x, _ := m.SetMantExp(m, exponent*n).Float64()
	return x
}
