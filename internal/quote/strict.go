package quote

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/pyvalue"
)

// strictFigures calls found with each figure of a text that stands alone and can be read in one way, until it returns false.
func (o *Options) strictFigures(text string, found func(figure) bool) {
	before := rune(0)
	c := core{scanner: scanner{text: text}}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !startsNumber(text[at:], r) || pyvalue.IsWord(before) {
			before, at = r, at+size
			continue
		}
		c.scan(at)
		end := c.end
		if f, ok := o.strictFigure(text, at, &c); ok {
			if !found(f) {
				return
			}
			end = max(end, f.to)
		}
		at = end
		before, _ = utf8.DecodeLastRuneInString(text[:at])
	}
}

func startsNumber(text string, r rune) bool {
	if r == '.' {
		next, _ := utf8.DecodeRuneInString(text[1:])
		return pyvalue.DigitValue(next) >= 0
	}
	return pyvalue.DigitValue(r) >= 0
}

// core is a run of digits and separators that belong together, written in ASCII in the scanner's buffer.
type core struct {
	scanner
	end      int
	mantissa int // length of the run without its exponent
	// split says that groups of three digits follow after spaces, so that it is not clear where the number ends; end is behind them.
	split bool
	out   []byte // the run as a plain number
}

// scan reads the longest run at a place: digits of any script, and points, commas, apostrophes and underscores with a digit behind them.
func (c *core) scan(at int) {
	c.buf, c.end, c.split = c.buf[:0], at, false
	for c.end < len(c.text) {
		if size, n := c.digits(c.end, len(c.text)); n > 0 {
			c.end += size
			continue
		}
		r, size := utf8.DecodeRuneInString(c.text[c.end:])
		next, _ := utf8.DecodeRuneInString(c.text[c.end+size:])
		if !strings.ContainsRune(".,'’_", r) || pyvalue.DigitValue(next) < 0 {
			break
		}
		c.buf = append(c.buf, byte(min(r, '~')))
		c.end += size
	}
	c.mantissa = len(c.buf)
	if len(c.buf) <= 3 && plainDigits(c.buf) {
		end := spacedGroups(c.text, c.end)
		c.split = end > c.end
		c.end = end
	}
	if !c.split {
		c.addExponent()
	}
}

func plainDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// spacedGroups returns where groups of exactly three digits end that follow one space each.
func spacedGroups(text string, at int) int {
	for {
		r, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || !pyvalue.IsSpace(r) || r == '\n' {
			return at
		}
		end, n := at+size, 0
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if pyvalue.DigitValue(r) < 0 {
				break
			}
			end, n = end+size, n+1
		}
		after, _ := utf8.DecodeRuneInString(text[end:])
		if n != 3 || wordRune(after) {
			return at
		}
		at = end
	}
}

// addExponent adds an exponent to the run, unless a word goes on behind it.
func (c *core) addExponent() {
	size := c.exponent(c.end)
	after, _ := utf8.DecodeRuneInString(c.text[c.end+size:])
	if wordRune(after) {
		c.buf = c.buf[:c.mantissa]
		return
	}
	c.end += size
}

// read returns the run as a number with a decimal point, and how many digits follow the point. It refuses a run that has several readings,
// or none.
func (c *core) read(decimalComma bool) (digits []byte, decimals int, ok bool) {
	mantissa := c.buf[:c.mantissa]
	if c.split || bytes.ContainsAny(mantissa, "'~_") {
		return nil, 0, false
	}
	point, ok := decimalSign(mantissa, decimalComma)
	if !ok {
		return nil, 0, false
	}
	c.out = c.out[:0]
	for i, b := range mantissa {
		switch {
		case i == point:
			c.out = append(c.out, '.')
			decimals = len(mantissa) - i - 1
		case b != ',' && b != '.':
			c.out = append(c.out, b)
		}
	}
	if len(c.out) > 1 && c.out[0] == '0' && c.out[1] != '.' {
		return nil, 0, false
	}
	c.out = append(c.out, c.buf[c.mantissa:]...)
	return c.out, decimals, true
}

// decimalSign returns where the decimal sign of a run of digits, commas and points stands, its length where there is none. It refuses a run
// whose other separators do not make groups of thousands.
func decimalSign(s []byte, decimalComma bool) (int, bool) {
	commas, points := bytes.Count(s, []byte(",")), bytes.Count(s, []byte("."))
	comma, point := bytes.LastIndexByte(s, ','), bytes.LastIndexByte(s, '.')
	switch {
	case commas == 0 && points == 0:
		return len(s), true
	case commas == 0 && points == 1:
		return point, true
	case points == 0 && grouped(s, ','):
		return len(s), true
	case points == 1 && point > comma:
		return point, grouped(s[:point], ',')
	case !decimalComma:
		return 0, false
	case commas == 0:
		return len(s), grouped(s, '.')
	case commas == 1 && comma > point:
		return comma, points == 0 || grouped(s[:comma], '.')
	}
	return 0, false
}

// grouped reports whether separators make well-formed groups of thousands, at least two.
func grouped(s []byte, separator byte) bool {
	run, groups := 0, 0
	for _, c := range s {
		if c != separator {
			run++
			continue
		}
		if run == 0 || run > 3 || groups > 0 && run != 3 {
			return false
		}
		run, groups = 0, groups+1
	}
	return groups > 0 && run == 3
}

// strictFigure reads the figure around a run of digits that begins at start.
func (o *Options) strictFigure(text string, start int, c *core) (figure, bool) {
	digits, decimals, ok := c.read(o.DecimalComma)
	if !ok || len(digits) > maxDigits {
		return figure{}, false
	}
	f := figure{start: start, end: c.end, digits: digits, decimals: decimals, from: start, to: c.end}
	signed, ok := o.left(text, &f)
	if !ok {
		return figure{}, false
	}
	open := strings.HasSuffix(text[:f.from], "(")
	closed, ok := o.right(text, &f, open)
	if !ok {
		return figure{}, false
	}
	if closed {
		f.from--
	}
	switch {
	case signed:
	case closed:
		f.negative = o.Parentheses == ParenthesesNegative
	default:
		f.negative = o.directed(text, f)
	}
	return f, true
}

// left reads sign and currency before a figure, and refuses a figure that something else touches there.
func (o *Options) left(text string, f *figure) (signed, ok bool) {
	signed = o.takeSign(text, f)
	if code, at := o.currencyBefore(text[:f.from]); code != "" {
		f.currency, f.from = code, at
	}
	if !signed {
		signed = o.takeSign(text, f)
	}
	r, size := utf8.DecodeLastRuneInString(text[:f.from])
	if size == 0 {
		return signed, true
	}
	beyond, _ := utf8.DecodeLastRuneInString(text[:f.from-size])
	switch {
	case wordRune(r), r == '.', signed && o.isSign(r), signed && r == ')':
		return signed, false
	case strings.ContainsRune(",:/\\'’@#", r):
		return signed, !wordRune(beyond)
	}
	return signed, true
}

func (o *Options) isSign(r rune) bool {
	return r == '-' || r == '+' || strings.ContainsRune(o.Minus, r)
}

func (o *Options) takeSign(text string, f *figure) bool {
	r, size := utf8.DecodeLastRuneInString(text[:f.from])
	if size == 0 || !o.isSign(r) {
		return false
	}
	f.from -= size
	f.negative = r != '+'
	return true
}

// right reads unit, currency and closing parenthesis behind a figure, and refuses a figure that something else touches there.
func (o *Options) right(text string, f *figure, open bool) (closed, ok bool) {
	take := func() {
		if open && !closed && strings.HasPrefix(text[f.to:], ")") {
			closed = true
			f.to++
		}
	}
	take()
	if !o.takeUnit(text, f) {
		return closed, false
	}
	if code, size := o.currencyAfter(text[f.to:]); code != "" && f.currency == "" {
		f.currency = code
		f.to += size
	}
	take()
	return closed, o.endsAlone(text[f.to:])
}

// takeUnit reads a unit, glued or behind one space or hyphen. It refuses letters that touch the number and are neither unit nor currency.
func (o *Options) takeUnit(text string, f *figure) bool {
	rest := text[f.to:]
	r, size := utf8.DecodeRuneInString(rest)
	glued := wordRune(r)
	if pyvalue.IsSpace(r) && size > 0 || r == '-' {
		rest = rest[size:]
	} else {
		size = 0
	}
	unit, length := o.unitAt(rest)
	if unit == nil || r == '-' && unit.Money { // 10-K is a name
		code, _ := o.currencyAfter(text[f.to:])
		return !glued || code != ""
	}
	written := rest[:length]
	code, _ := o.currencyAfter(rest[length:])
	if unit.Money && f.currency == "" && code == "" && written != strings.ToUpper(written) {
		if glued { // a measure such as 5m
			f.to += length
		}
		return true
	}
	f.unit = unit
	f.to += size + length
	return true
}

// endsAlone reports whether nothing in what follows a figure makes it a part of something else.
func (o *Options) endsAlone(rest string) bool {
	r, size := utf8.DecodeRuneInString(rest)
	if size == 0 {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest[size:])
	digit := pyvalue.DigitValue(next) >= 0
	switch {
	case wordRune(r):
		return false
	case strings.ContainsRune(".,:/'’", r):
		return !digit
	case r == '-':
		word := wordAt(rest[size:])
		return !digit && !unicode.IsUpper(next) && utf8.RuneCountInString(word) != 1
	case o.isSign(r) && r != '+' || r == '–':
		return !digit
	}
	return true
}
