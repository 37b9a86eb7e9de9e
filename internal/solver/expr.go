package solver

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Expr is an S-expression: a list, or an atom.
type Expr struct {
	Atom string // as printed, a string with its quotes
	List []Expr
	Leaf bool // it is an atom
}

// Limits of Parse.
const (
	maxDepth = 64
	maxNodes = 1 << 20
)

// Parse reads one S-expression. It is strict about what follows it, and refuses
// one that nests deeper than 64.
func Parse(text string) (Expr, error) {
	if len(text) > maxAnswer {
		return Expr{}, fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	}
	p := &parser{rest: text}
	e, err := p.expr(0)
	if err != nil {
		return Expr{}, err
	}
	if p.space(); p.rest != "" {
		return Expr{}, fmt.Errorf("%.20q stands behind the answer", p.rest)
	}
	return e, nil
}

type parser struct {
	rest  string
	nodes int
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

func (p *parser) expr(depth int) (Expr, error) {
	p.space()
	p.nodes++
	switch {
	case depth > maxDepth:
		return Expr{}, fmt.Errorf("the answer nests deeper than %d", maxDepth)
	case p.nodes > maxNodes:
		return Expr{}, fmt.Errorf("the answer holds more than %d expressions", maxNodes)
	case p.rest == "":
		return Expr{}, fmt.Errorf("the answer ends early")
	case p.rest[0] == ')':
		return Expr{}, fmt.Errorf("a parenthesis closes nothing")
	case p.rest[0] != '(':
		return p.atom()
	}
	p.rest = p.rest[1:]
	var list []Expr
	for {
		if p.space(); strings.HasPrefix(p.rest, ")") {
			p.rest = p.rest[1:]
			return Expr{List: list}, nil
		}
		e, err := p.expr(depth + 1)
		if err != nil {
			return Expr{}, err
		}
		list = append(list, e)
	}
}

func (p *parser) atom() (Expr, error) {
	end := 0
	switch p.rest[0] {
	case '"':
		end = closing(p.rest, '"')
	case '|':
		end = strings.IndexByte(p.rest[1:], '|') + 2
	default:
		if end = strings.IndexAny(p.rest, " \t\r\n()\""); end < 0 {
			end = len(p.rest)
		}
	}
	if end < 2 && (p.rest[0] == '"' || p.rest[0] == '|') {
		return Expr{}, fmt.Errorf("a quote is not closed")
	}
	e := Expr{Atom: p.rest[:end], Leaf: true}
	p.rest = p.rest[end:]
	return e, nil
}

// closing returns where a quoted text ends, in which two quotes are one; 0 where
// it does not.
func closing(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 < len(text) && text[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return 0
}

// Bool returns the value of a Boolean.
func (e Expr) Bool() (value, ok bool) {
	return e.Atom == "true", e.Atom == "true" || e.Atom == "false"
}

// Number returns the value of an integer or a real: digits, a decimal, or a
// negation or a quotient of numbers.
func (e Expr) Number() (*big.Rat, bool) {
	if e.Leaf {
		if len(e.Atom) > 10_000 || strings.Trim(e.Atom, "0123456789.") != "" {
			return nil, false
		}
		return new(big.Rat).SetString(e.Atom)
	}
	if len(e.List) < 2 {
		return nil, false
	}
	x, ok := e.List[1].Number()
	switch {
	case !ok:
		return nil, false
	case e.List[0].Atom == "-" && len(e.List) == 2:
		return x.Neg(x), true
	case e.List[0].Atom == "/" && len(e.List) == 3:
		y, ok := e.List[2].Number()
		if !ok || y.Sign() == 0 {
			return nil, false
		}
		return x.Quo(x, y), true
	}
	return nil, false
}

// Text returns the value of a string. ok is false where it holds a surrogate,
// which no text has.
func (e Expr) Text() (text string, ok bool) {
	if len(e.Atom) < 2 || e.Atom[0] != '"' {
		return "", false
	}
	rest := strings.ReplaceAll(e.Atom[1:len(e.Atom)-1], `""`, `"`)
	var b strings.Builder
	for rest != "" {
		r, n := escaped(rest)
		if n == 0 {
			r, n = utf8.DecodeRuneInString(rest)
		}
		if !utf8.ValidRune(r) || r == utf8.RuneError && n == 1 {
			return "", false
		}
		b.WriteRune(r)
		rest = rest[n:]
	}
	return b.String(), true
}

// escaped reads an escape of SMT-LIB's strings: \u and four hex digits, or \u
// and one to five in braces. n is 0 where there is none.
func escaped(text string) (r rune, n int) {
	digits, ok := strings.CutPrefix(text, `\u`)
	if !ok {
		return 0, 0
	}
	n = 6
	if inner, braced := strings.CutPrefix(digits, "{"); braced {
		end := strings.IndexByte(inner, '}')
		if end < 1 || end > 5 {
			return 0, 0
		}
		digits, n = inner[:end], 4+end
	} else if len(digits) < 4 {
		return 0, 0
	} else {
		digits = digits[:4]
	}
	code, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return 0, 0
	}
	return rune(code), n
}
