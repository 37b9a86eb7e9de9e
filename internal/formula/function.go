package formula

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

const (
	domainError   failure = "math domain error"
	rangeError    failure = "math range error"
	roundTooLarge failure = "rounded value too large to represent"
)

// function computes a call with positional arguments.
type function func(args []float64) (float64, failure)

// functionNamed returns a function of formulas by its name.
func functionNamed(name string) (function, bool) {
	switch name {
	case "abs":
		return single(name, func(x float64) (float64, failure) { return math.Abs(x), none }), true
	case "sqrt":
		return single(name, squareRoot), true
	case "exp":
		return single(name, exponential), true
	case "log":
		return logarithm, true
	case "round":
		return round, true
	case "min":
		return extreme(name, func(a, b float64) bool { return a < b }), true
	case "max":
		return extreme(name, func(a, b float64) bool { return a > b }), true
	}
	return nil, false
}

func single(name string, f func(float64) (float64, failure)) function {
	return func(args []float64) (float64, failure) {
		if len(args) != 1 {
			return 0, failure(fmt.Sprintf("%s takes exactly one argument (%d given)", name, len(args)))
		}
		return f(args[0])
	}
}

func squareRoot(x float64) (float64, failure) {
	if x < 0 {
		return 0, domainError
	}
	return math.Sqrt(x), none
}

func exponential(x float64) (float64, failure) {
	y := exp(newFloat(x))
	if math.IsInf(y, 0) {
		return 0, rangeError
	}
	return y, none
}

// logarithm is natural, or to the base of a second argument, as the quotient of two rounded natural logarithms.
func logarithm(args []float64) (float64, failure) {
	if len(args) < 1 || len(args) > 2 {
		return 0, failure(fmt.Sprintf("log takes one or two arguments (%d given)", len(args)))
	}
	logs := make([]float64, len(args))
	for i, x := range args {
		if x <= 0 {
			return 0, domainError
		}
		logs[i], _ = ln(x).Float64()
	}
	if len(args) == 1 {
		return logs[0], none
	}
	return operate("/", logs[0], logs[1])
}

// extreme returns the first argument that no later one is better than. One argument alone is an error.
func extreme(name string, better func(a, b float64) bool) function {
	return func(args []float64) (float64, failure) {
		if len(args) < 2 {
			return 0, failure(fmt.Sprintf("%s takes two or more arguments (%d given)", name, len(args)))
		}
		best := args[0]
		for _, x := range args[1:] {
			if better(x, best) {
				best = x
			}
		}
		return best, none
	}
}

// The numbers of digits beyond which rounding does nothing, or leaves zero.
const (
	allDigits = 323
	noDigits  = -308
)

// round rounds half to even on the exact value of the double, to a number of decimals that is truncated toward zero; 0 where left out.
func round(args []float64) (float64, failure) {
	if len(args) < 1 || len(args) > 2 {
		return 0, failure(fmt.Sprintf("round takes one or two arguments (%d given)", len(args)))
	}
	x, digits := args[0], 0.0
	if len(args) == 2 {
		digits = math.Trunc(args[1])
	}
	switch {
	case digits > allDigits || x == 0:
		return x, none
	case digits < noDigits:
		return math.Copysign(0, x), none
	case digits >= 0:
		y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', int(digits), 64), 64)
		return y, none
	}
	return roundWhole(x, int(-digits))
}

// roundWhole rounds to a multiple of 10**zeros, zeros being positive.
func roundWhole(x float64, zeros int) (float64, failure) {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(zeros)), nil)
	whole, _ := big.NewFloat(math.Abs(x)).Int(nil)
	fraction := math.Trunc(x) != x
	quotient, rest := new(big.Int).QuoRem(whole, unit, new(big.Int))
	switch twice := rest.Lsh(rest, 1).Cmp(unit); {
	case twice > 0, twice == 0 && (fraction || quotient.Bit(0) == 1):
		quotient.Add(quotient, big.NewInt(1))
	}
	y, _ := new(big.Float).SetInt(quotient.Mul(quotient, unit)).Float64()
	if math.IsInf(y, 0) {
		return 0, roundTooLarge
	}
	return math.Copysign(y, x), none
}
