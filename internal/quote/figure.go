package quote

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// figure is a number in a text, with what stands around it. It is valid until the next one is read.
type figure struct {
	start, end int    // bytes of the number, with its sign
	digits     []byte // without group separators, in ASCII
	decimals   int    // digits after the point
	unit       *Unit  // nil for a bare figure

	// Of the strict reading only:
	negative bool
	currency string // code, or ""
	from, to int    // bytes of the figure with currency, unit and parentheses
}

// float returns the double nearest to the number.
func (f figure) float() float64 {
	x, _ := strconv.ParseFloat(string(f.digits), 64)
	return x
}

// scales returns what a value may be multiplied by to give the figure.
func (o *Options) scales(f figure) []Scale {
	if f.unit == nil {
		return o.Bare
	}
	return f.unit.Scales
}

// looseFigures calls found with each number of a text until it returns false: an optional sign, digits with well-formed thousands groups or
// plain digits with an optional fraction, or a fraction alone, and an optional exponent, not directly behind a word character or a point.
func (o *Options) looseFigures(text string, found func(figure) bool) {
	s := scanner{text: text, minus: o.Minus}
	before := rune(0)
	for s.pos < len(text) {
		if before != '.' && !pyvalue.IsWord(before) {
			if f, ok := s.number(); ok {
				f.unit = o.looseUnit(text[s.pos:])
				if !found(f) {
					return
				}
				before, _ = utf8.DecodeLastRuneInString(text[:s.pos])
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[s.pos:])
		before = r
		s.pos += size
	}
}

// scanner reads numbers of any script out of a text.
type scanner struct {
	text  string
	minus string
	pos   int
	buf   []byte // digits of the number, used again for the next one
}

// number reads the number at pos, if one begins there, and moves behind it.
func (s *scanner) number() (figure, bool) {
	s.buf = s.buf[:0]
	at := s.pos + s.sign(s.pos)
	whole := s.whole(at)
	at += whole
	decimals := 0
	if at < len(s.text) && s.text[at] == '.' {
		mark := len(s.buf)
		s.buf = append(s.buf, '.')
		if size, n := s.digits(at+1, len(s.text)); n > 0 {
			at, decimals = at+1+size, n
		} else {
			s.buf = s.buf[:mark]
		}
	}
	if whole == 0 && decimals == 0 {
		return figure{}, false
	}
	at += s.exponent(at)
	f := figure{start: s.pos, end: at, digits: s.buf, decimals: decimals}
	s.pos = at
	return f, true
}

// sign reads an optional sign and returns its size.
func (s *scanner) sign(at int) int {
	r, size := utf8.DecodeRuneInString(s.text[at:])
	switch {
	case size > 0 && (r == '-' || strings.ContainsRune(s.minus, r)):
		s.buf = append(s.buf, '-')
		return size
	case r == '+':
		return 1
	}
	return 0
}

// whole reads thousands groups, or else plain digits, and returns their size.
func (s *scanner) whole(at int) int {
	if size := s.groups(at); size > 0 {
		return size
	}
	size, _ := s.digits(at, len(s.text))
	return size
}

// groups reads one to three digits and at least one group of a comma and three digits.
func (s *scanner) groups(at int) int {
	mark := len(s.buf)
	first, n := s.digits(at, 3)
	end := at + first
	for n > 0 && end < len(s.text) && s.text[end] == ',' {
		kept := len(s.buf)
		size, n := s.digits(end+1, 3)
		if n < 3 {
			s.buf = s.buf[:kept]
			break
		}
		end += 1 + size
	}
	if end == at+first {
		s.buf = s.buf[:mark]
		return 0
	}
	return end - at
}

// maxKept is how many characters of a number are kept. No double and no exact comparison needs more.
const maxKept = 4096

// digits reads at most limit digits and returns their size in bytes and their number.
func (s *scanner) digits(at, limit int) (size, n int) {
	for n < limit && at+size < len(s.text) {
		r, width := utf8.DecodeRuneInString(s.text[at+size:])
		d := pyvalue.DigitValue(r)
		if d < 0 {
			break
		}
		if len(s.buf) < maxKept {
			s.buf = append(s.buf, byte('0'+d))
		}
		size, n = size+width, n+1
	}
	return size, n
}

// exponent reads an optional exponent and returns its size.
func (s *scanner) exponent(at int) int {
	if at >= len(s.text) || s.text[at] != 'e' && s.text[at] != 'E' {
		return 0
	}
	mark := len(s.buf)
	s.buf = append(s.buf, 'e')
	size := s.sign(at + 1)
	width, n := s.digits(at+1+size, len(s.text))
	if n == 0 {
		s.buf = s.buf[:mark]
		return 0
	}
	return 1 + size + width
}
