package jsonschema

import (
	"encoding/json"
	"math/big"
)

// short is a number of few digits, as an integer and how many of its digits stand
// behind the point. Most numbers are, and comparing them takes no memory.
type short struct {
	digits int64
	places int
}

// maxShort is how many characters a short number has at the most, so that nothing
// computed with it overflows.
const maxShort = 9

// shortOf reads a number without an exponent; false for any that is not short.
func shortOf(n json.Number) (s short, ok bool) {
	if len(n) == 0 || len(n) > maxShort {
		return short{}, false
	}
	negative, point := n[0] == '-', false
	for _, c := range []byte(n) {
		switch {
		case c >= '0' && c <= '9':
			s.digits = 10*s.digits + int64(c-'0')
			if point {
				s.places++
			}
		case c == '.' && !point:
			point = true
		case c == '-':
		default:
			return short{}, false
		}
	}
	if negative {
		s.digits = -s.digits
	}
	return s, true
}

// compare compares the number with a whole bound of few digits; false for any
// other bound.
func (s short) compare(bound *big.Rat) (int, bool) {
	if !bound.IsInt() || !bound.Num().IsInt64() {
		return 0, false
	}
	b := bound.Num().Int64()
	if b < -1e9 || b > 1e9 {
		return 0, false
	}
	for range s.places {
		b *= 10
	}
	switch {
	case s.digits < b:
		return -1, true
	case s.digits > b:
		return 1, true
	}
	return 0, true
}

// whole reports whether the number has no fraction.
func (s short) whole() bool {
	for range s.places {
		if s.digits%10 != 0 {
			return false
		}
		s.digits /= 10
	}
	return true
}
