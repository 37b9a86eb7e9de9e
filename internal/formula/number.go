package formula

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
)

// number is the value of a numeric literal.
type number struct {
	value    float64
	tooLarge bool   // an int that no double holds
	complex  string // how Python prints it, where it is complex
}

// maxDigits is the number of digits above which CPython refuses a decimal int.
const maxDigits = 4300

// number reads a numeric literal (Python reference, section 2.4.5).
func (l *lexer) number() error {
	s := numberScanner{src: l.src, pos: l.pos}
	text, err := s.scan()
	if err != nil {
		return err
	}
	l.pos = s.pos
	n, err := numberValue(strings.ToLower(strings.ReplaceAll(text, "_", "")))
	if err != nil {
		return err
	}
	l.emit(token{kind: numberToken, text: text, number: n})
	return nil
}

func numberValue(text string) (number, error) {
	if len(text) > 1 && text[0] == '0' && strings.IndexByte("xob", text[1]) >= 0 {
		n, ok := new(big.Int).SetString(text, 0)
		if !ok {
			return number{}, notSyntax("invalid number")
		}
		x, _ := new(big.Float).SetInt(n).Float64()
		return number{value: x, tooLarge: math.IsInf(x, 0)}, nil
	}
	if real, ok := strings.CutSuffix(text, "j"); ok {
		x, _ := strconv.ParseFloat(real, 64)
		return number{complex: strings.TrimSuffix(pyexpr.Repr(x), ".0") + "j"}, nil
	}
	x, _ := strconv.ParseFloat(text, 64)
	isInt := !strings.ContainsAny(text, ".e")
	if isInt && len(text) > maxDigits {
		return number{}, notSyntax("an integer of more than %d digits", maxDigits)
	}
	return number{value: x, tooLarge: isInt && math.IsInf(x, 0)}, nil
}

// numberScanner finds the end of a numeric literal.
type numberScanner struct {
	src string
	pos int
}

func (s *numberScanner) peek(ahead int) byte {
	if s.pos+ahead < len(s.src) {
		return s.src[s.pos+ahead]
	}
	return 0
}

func (s *numberScanner) scan() (string, error) {
	start := s.pos
	if s.peek(0) == '0' {
		switch s.peek(1) {
		case 'x', 'X':
			return s.based(start, "0123456789abcdefABCDEF")
		case 'o', 'O':
			return s.based(start, "01234567")
		case 'b', 'B':
			return s.based(start, "01")
		}
	}
	if err := s.digits(); err != nil {
		return "", err
	}
	whole := strings.ReplaceAll(s.src[start:s.pos], "_", "")
	real, err := s.fraction()
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(whole, "0") && strings.Trim(whole, "0") != "" && !real {
		return "", notSyntax("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers")
	}
	return s.src[start:s.pos], s.end()
}

// digits reads decimal digits with single underscores between them; none is fine.
func (s *numberScanner) digits() error {
	for isDigit(s.peek(0)) {
		s.pos++
		if s.peek(0) == '_' {
			s.pos++
			if !isDigit(s.peek(0)) {
				return notSyntax("invalid decimal literal")
			}
		}
	}
	return nil
}

// fraction reads what makes a number a float or complex, and reports whether there was any.
func (s *numberScanner) fraction() (bool, error) {
	found := false
	if s.peek(0) == '.' {
		found = true
		s.pos++
		if err := s.digits(); err != nil {
			return true, err
		}
	}
	exponent, err := s.exponent()
	if err != nil {
		return true, err
	}
	if c := s.peek(0); c == 'j' || c == 'J' {
		s.pos++
		return true, nil
	}
	return found || exponent, nil
}

func (s *numberScanner) exponent() (bool, error) {
	if c := s.peek(0); c != 'e' && c != 'E' {
		return false, nil
	}
	sign := 0
	if c := s.peek(1); c == '+' || c == '-' {
		sign = 1
	}
	if !isDigit(s.peek(1 + sign)) {
		if sign == 1 {
			return false, notSyntax("invalid decimal literal")
		}
		return false, nil // the e belongs to a keyword, or end refuses it
	}
	s.pos += 1 + sign
	return true, s.digits()
}

func (s *numberScanner) based(start int, digits string) (string, error) {
	s.pos += 2
	for {
		if s.peek(0) == '_' {
			s.pos++
		}
		if s.peek(0) == 0 || strings.IndexByte(digits, s.peek(0)) < 0 {
			return "", notSyntax("invalid number")
		}
		for s.peek(0) != 0 && strings.IndexByte(digits, s.peek(0)) >= 0 {
			s.pos++
		}
		if s.peek(0) != '_' {
			break
		}
	}
	if isDigit(s.peek(0)) {
		return "", notSyntax("invalid digit in number")
	}
	return s.src[start:s.pos], s.end()
}

// end refuses a letter right behind a number, unless a keyword begins there that may follow a number.
func (s *numberScanner) end() error {
	c := s.peek(0)
	if c != '_' && !isLetter(c) && c < 0x80 {
		return nil
	}
	for _, word := range []string{"and", "else", "for", "if", "in", "is", "or", "not"} {
		if strings.HasPrefix(s.src[s.pos:], word) {
			return nil
		}
	}
	return notSyntax("invalid decimal literal")
}
