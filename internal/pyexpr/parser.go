package pyexpr

import (
	"strings"
	"unicode/utf8"
)

// parser is a recursive-descent parser whose depth is checked before it descends.
type parser struct {
	lexer
	depth int
	nodes int
}

func newParser(src string, lim Limits, loose bool) (*parser, *Error) {
	lim = lim.orDefault()
	if len(src) > lim.Bytes {
		return nil, fail("limit.bytes", Span{}, "shorten it", "the text has %d bytes; at most %d are read", len(src), lim.Bytes)
	}
	if !utf8.ValidString(src) {
		return nil, fail("expression.utf8", badByte(src), "encode the text as UTF-8", "the text is not UTF-8")
	}
	return &parser{lexer: lexer{src: src, lim: lim, loose: loose, tail: tailOf(src, loose)}}, nil
}

func badByte(src string) Span {
	cp := 0
	for i := 0; i < len(src); cp++ {
		r, size := utf8.DecodeRuneInString(src[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return Span{cp, cp + 1}
}

// ParseLiteral reads src as one Python literal, as Python's own literal_eval takes it: comments, unknown escapes and equal keys of a dict
// included, complex numbers excepted. Offsets are code points from 0. Every error is an *Error.
func ParseLiteral(src string, lim Limits) (Literal, error) {
	p, err := newParser(src, lim, true)
	if err != nil {
		return nil, err
	}
	literal, err := p.whole()
	if err != nil {
		return nil, err
	}
	return literal, nil
}

// whole reads a literal, or a tuple without parentheses, up to the end of the text.
func (p *parser) whole() (Literal, *Error) {
	first, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	items, comma := []Literal{}, true
	for last := first; ; {
		t, err := p.peek(0)
		switch {
		case err != nil:
			return nil, err
		case t.kind == endToken && len(items) == 1 && !comma:
			return items[0], nil
		case t.kind == endToken && len(items) > 0:
			return Tuple{Origin: p.between(first, last), Items: items}, nil
		case !comma:
			return nil, p.unexpected(t, "the text goes on after the literal")
		}
		item, err := p.literal()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if last, comma, err = p.comma(); err != nil {
			return nil, err
		}
	}
}

// comma takes a comma if one is next.
func (p *parser) comma() (token, bool, *Error) {
	t, err := p.peek(0)
	if err != nil || !t.is(",") {
		return t, false, err
	}
	p.peeked = p.peeked[1:]
	return t, true, nil
}

// ParseCall reads src as one call alias.symbol(arguments), whose arguments are literals or names of classes. Nothing is evaluated.
// Keywords given twice, equal members of a set or keys of a dict, comments and unknown escapes are refused.
// Offsets are code points from 0. Every error is an *Error.
func ParseCall(src string, lim Limits) (*Call, error) {
	p, err := newParser(src, lim, false)
	if err != nil {
		return nil, err
	}
	call, err := p.call()
	if err != nil {
		return nil, err
	}
	return call, nil
}

func (p *parser) call() (*Call, *Error) {
	path, err := p.symbol()
	if err != nil {
		return nil, err
	}
	args, err := p.arguments()
	if err != nil {
		return nil, err
	}
	call := &Call{Path: path, Args: args, Span: Span{path[0].Span.Start, p.cp}}
	end, err := p.next()
	if err != nil {
		return nil, err
	}
	if end.kind != endToken {
		return nil, p.trailing(end)
	}
	return call, nil
}

const callForm = `write a call such as rules.only_read_under("docs/")`

func (p *parser) symbol() ([]Name, *Error) {
	first, err := p.next()
	if err != nil {
		return nil, err
	}
	if first.kind == endToken {
		return nil, fail("expression.empty", first.span, callForm, "the expression is empty")
	}
	if first.kind != nameToken || isKeyword(first.text) {
		return nil, fail("expression.call", first.span, callForm, "an expression begins with an alias, not with %s", p.describe(first))
	}
	path, err := p.dotted(first)
	if err != nil {
		return nil, err
	}
	open, err := p.next()
	if err != nil {
		return nil, err
	}
	if !open.is("(") {
		return nil, p.notCalled(open)
	}
	if len(path) < 2 {
		return nil, fail("expression.alias", path[0].Span, callForm, "the contract %q has no alias or library before it", path[0].Text)
	}
	return path, nil
}

func (p *parser) notCalled(t token) *Error {
	if t.kind == endToken {
		return fail("expression.call", t.span, callForm, "the parentheses of the call are missing")
	}
	return fail("expression.call", t.span, callForm, "expected ( and not %s", p.describe(t))
}

// dotted reads the names after first; each begins with a point.
func (p *parser) dotted(first token) ([]Name, *Error) {
	path := []Name{{first.text, first.span}}
	for {
		point, err := p.peek(0)
		if err != nil || !point.is(".") {
			return path, err
		}
		p.peeked = p.peeked[1:]
		name, err := p.next()
		if err != nil {
			return nil, err
		}
		if name.kind != nameToken || isKeyword(name.text) {
			return nil, fail("expression.name", name.span, "write a name after the point", "expected a name and not %s", p.describe(name))
		}
		path = append(path, Name{name.text, name.span})
	}
}

// isKeyword reports whether Python takes the word for something other than a name.
func isKeyword(word string) bool {
	const keywords = " False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield "
	return strings.Contains(keywords, " "+word+" ")
}
