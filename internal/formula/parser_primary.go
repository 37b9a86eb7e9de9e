package formula

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/internal/pyexpr"
)

// primary reads an atom and the attributes, subscripts and calls behind it.
func (p *parser) primary() (*node, error) {
	n, err := p.atom()
	for err == nil {
		switch {
		case p.accept("."):
			if p.peek().kind != nameToken {
				return nil, p.unexpected()
			}
			p.pos++
			n = other("Attribute")
		case p.accept("("):
			n, err = p.call(n)
		case p.accept("["):
			err = p.subscript()
			n = other("Subscript")
		default:
			return n, nil
		}
	}
	return nil, err
}

// call reads the arguments of a call behind the opening parenthesis.
func (p *parser) call(of *node) (*node, error) {
	n := &node{kind: callNode}
	if of.kind == nameNode {
		n.text = of.text
	}
	for !p.accept(")") {
		arg, keyword, err := p.argument(n)
		if err != nil {
			return nil, err
		}
		if keyword {
			n.keywords = true
		} else {
			n.args = append(n.args, arg)
		}
		if !p.peek().is(")") {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// argument reads one argument and reports whether it is given by keyword.
func (p *parser) argument(of *node) (*node, bool, error) {
	switch {
	case p.accept("*"):
		_, err := p.expression()
		return other("Starred"), false, err
	case p.accept("**"):
		_, err := p.expression()
		return nil, true, err
	case p.peek().kind == nameToken && p.ahead(1).is("="):
		p.pos += 2
		_, err := p.expression()
		return nil, true, err
	case of.keywords:
		return nil, false, notSyntax("positional argument follows keyword argument")
	}
	n, err := p.named()
	if err != nil || !p.comprehends() {
		return n, false, err
	}
	if err := p.comprehension(); err != nil {
		return nil, false, err
	}
	if len(of.args) > 0 || !p.peek().is(")") {
		return nil, false, notSyntax("Generator expression must be parenthesized")
	}
	return other("GeneratorExp"), false, nil
}

// subscript reads what stands between [ and ].
func (p *parser) subscript() error {
	for {
		if err := p.slice(); err != nil {
			return err
		}
		if p.accept("]") {
			return nil
		}
		if err := p.expect(","); err != nil {
			return err
		}
		if p.accept("]") {
			return nil
		}
	}
}

func (p *parser) slice() error {
	if p.accept("*") {
		_, err := p.bitwise(0)
		return err
	}
	parts := 0
	for {
		if !p.peek().is(":") && !p.peek().is("]") && !p.peek().is(",") {
			read := p.expression
			if parts == 0 {
				read = p.named
			}
			if _, err := read(); err != nil {
				return err
			}
		} else if parts == 0 && !p.peek().is(":") {
			return p.unexpected()
		}
		if parts++; parts > 2 || !p.accept(":") {
			return nil
		}
	}
}

// named reads an expression or name := expression.
func (p *parser) named() (*node, error) {
	if p.peek().kind == nameToken && p.ahead(1).is(":=") {
		p.pos += 2
		_, err := p.expression()
		return other("NamedExpr"), err
	}
	return p.expression()
}

func (p *parser) atom() (*node, error) {
	t := p.peek()
	p.pos++
	switch {
	case t.kind == numberToken && t.number.complex != "":
		return literal(t.number.complex), nil
	case t.kind == numberToken:
		return &node{kind: numberNode, number: t.number}, nil
	case t.kind == nameToken:
		return &node{kind: nameNode, text: t.text}, nil
	case t.kind == placeToken:
		return &node{kind: placeNode, place: t.place}, nil
	case t.kind == stringToken:
		p.pos--
		return p.strings()
	case t.is("None"), t.is("True"), t.is("False"):
		return literal(t.text), nil
	case t.is("..."):
		return literal("Ellipsis"), nil
	case t.is("("):
		return p.group()
	case t.is("["):
		return p.list()
	case t.is("{"):
		return p.display()
	}
	p.pos--
	return nil, p.unexpected()
}

func literal(repr string) *node { return &node{kind: literalNode, text: repr} }

// strings reads string literals that stand next to each other.
func (p *parser) strings() (*node, error) {
	var parts []string
	formatted := false
	for ; p.peek().kind == stringToken; p.pos++ {
		text := p.peek().text
		prefix := strings.ToLower(text[:strings.IndexAny(text, `"'`)])
		formatted = formatted || strings.Contains(prefix, "f")
		parts = append(parts, text)
	}
	if formatted {
		return other("JoinedStr"), nil
	}
	lit, err := pyexpr.ParseLiteral(strings.Join(parts, " "), pyexpr.Limits{Bytes: 4 * maxLength})
	if err != nil {
		return nil, notSyntax("a string that cannot be read")
	}
	switch lit := lit.(type) {
	case pyexpr.String:
		return literal(pyexpr.Repr(lit.Value)), nil
	case pyexpr.Bytes:
		return literal(bytesRepr(lit.Value)), nil
	}
	return nil, notSyntax("a string that cannot be read")
}

// bytesRepr prints bytes as Python does.
func bytesRepr(b []byte) string {
	quote := byte('\'')
	if bytes.IndexByte(b, '\'') >= 0 && bytes.IndexByte(b, '"') < 0 {
		quote = '"'
	}
	var out strings.Builder
	out.WriteString("b" + string(quote))
	for _, c := range b {
		switch {
		case c == quote || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c == '\t' || c == '\n' || c == '\r':
			out.WriteString(strings.Trim(strconv.Quote(string(rune(c))), `"`))
		case ' ' <= c && c < 0x7F:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, `\x%02x`, c)
		}
	}
	return out.String() + string(quote)
}
