package formula

import (
	"math"
	"math/big"
)

// The functions here compute with more digits than a double has and round once at the end. Their results are the doubles nearest to
// the true values (but for a value that lies within 2⁻⁶⁰ of a unit from the middle between two), on every machine and with every compiler.

// precision is the number of bits of the intermediate results.
const precision = 128

func newFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func blank() *big.Float { return new(big.Float).SetPrec(precision) }

// artanh2 returns 2·artanh(z) = 2·(z + z³/3 + z⁵/5 + …) for |z| below 1/2.
func artanh2(z *big.Float) *big.Float {
	square := blank().Mul(z, z)
	power, sum := blank().Set(z), blank()
	for k := int64(1); ; k += 2 {
		term := blank().Quo(power, newFloat(float64(k)))
		if term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-precision {
			break
		}
		sum.Add(sum, term)
		power.Mul(power, square)
	}
	return sum.Mul(sum, newFloat(2))
}

// ln2 returns the natural logarithm of 2, the sum of three doubles.
func ln2() *big.Float {
	const high, middle, low = 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111
	sum := blank().Add(newFloat(middle), newFloat(low))
	return sum.Add(sum, newFloat(high))
}

// ln returns the natural logarithm of a positive finite double.
func ln(x float64) *big.Float {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, exponent = fraction*2, exponent-1
	}
	m := newFloat(fraction)
	z := blank().Quo(blank().Sub(m, newFloat(1)), blank().Add(m, newFloat(1)))
	sum := artanh2(z)
	if exponent != 0 {
		sum.Add(sum, blank().Mul(newFloat(float64(exponent)), ln2()))
	}
	return sum
}

// The exponents of e beyond which a double is infinite or zero.
const (
	expOverflow  = 710
	expUnderflow = -746
)

// exp returns e**x rounded to a double, infinite where it is too large.
func exp(x *big.Float) float64 {
	approx, _ := x.Float64()
	switch {
	case approx > expOverflow:
		return math.Inf(1)
	case approx < expUnderflow:
		return 0
	}
	log2 := ln2()
	shift, _ := blank().Quo(x, log2).Int64()
	rest := blank().Sub(x, blank().Mul(newFloat(float64(shift)), log2))
	result, _ := blank().SetMantExp(expSmall(rest), int(shift)).Float64()
	return result
}

// expSmall returns e**x for |x| below 1, by its power series at x/2⁸ and eight squarings.
func expSmall(x *big.Float) *big.Float {
	const halvings = 8
	x = blank().SetMantExp(x, -halvings)
	sum, term := newFloat(1), newFloat(1)
	for k := 1; ; k++ {
		term.Quo(term.Mul(term, x), newFloat(float64(k)))
		if term.Sign() == 0 || term.MantExp(nil) < -precision {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// realPower is the double nearest to a**b for positive a, infinite where it is too large.
func realPower(a, b float64) float64 {
	return exp(blank().Mul(newFloat(b), ln(a)))
}
