package pyexpr

import "strings"

// literal reads one literal. Its errors say what stands there instead.
func (p *parser) literal() (Literal, *Error) {
	t, err := p.next()
	if err != nil {
		return nil, err
	}
	if err := p.counted(t.span); err != nil {
		return nil, err
	}
	switch {
	case t.kind == intToken || t.kind == floatToken:
		return p.numberFrom(t, t, ""), nil
	case t.kind == stringToken || t.kind == bytesToken:
		return p.strings(t)
	case t.kind == nameToken:
		return p.word(t)
	case t.is("-") || t.is("+"):
		return p.signed(t)
	case t.is("(") || t.is("[") || t.is("{"):
		return p.nested(t)
	}
	return nil, p.notLiteral(t)
}

func (p *parser) counted(at Span) *Error {
	if p.nodes++; p.nodes > p.lim.Nodes {
		return fail("limit.nodes", at, "shorten it", "more than %d literals", p.lim.Nodes)
	}
	return nil
}

// between is the text from the first to the last token, both included.
func (p *parser) between(first, last token) Origin {
	return Origin{Span{first.span.Start, last.span.End}, p.src[first.from:last.to]}
}

func (p *parser) numberFrom(first, t token, sign string) Literal {
	o := p.between(first, t)
	if t.kind == floatToken {
		return Float{Origin: o, Number: sign + t.text}
	}
	if t.text == "0" {
		sign = ""
	}
	return Int{Origin: o, Digits: sign + t.text}
}

func (p *parser) signed(sign token) (Literal, *Error) {
	t, err := p.next()
	if err != nil {
		return nil, err
	}
	if t.kind != intToken && t.kind != floatToken {
		return nil, fail("expression.operator", sign.span, "write one number", "the operator %s before %s; nothing is computed", sign.text, p.describe(t))
	}
	if sign.text == "+" {
		return p.numberFrom(sign, t, ""), nil
	}
	return p.numberFrom(sign, t, "-"), nil
}

// strings joins adjacent string literals, or adjacent bytes literals.
func (p *parser) strings(first token) (Literal, *Error) {
	last := first
	var value strings.Builder // a sum of texts would copy the first ones again and again
	value.WriteString(first.value)
	for {
		t, err := p.peek(0)
		if err != nil {
			return nil, err
		}
		if t.kind != stringToken && t.kind != bytesToken {
			break
		}
		if t.kind != first.kind {
			return nil, fail("expression.mixed", t.span, "write all parts with b, or none", "a text and bytes stand side by side")
		}
		p.peeked = p.peeked[1:]
		last = t
		value.WriteString(t.value)
	}
	if first.kind == bytesToken {
		return Bytes{Origin: p.between(first, last), Value: []byte(value.String())}, nil
	}
	return String{Origin: p.between(first, last), Value: value.String()}, nil
}

func (p *parser) word(t token) (Literal, *Error) {
	switch o := p.between(t, t); t.text {
	case "None":
		return None{o}, nil
	case "True", "False":
		return Bool{Origin: o, Value: t.text == "True"}, nil
	case "set":
		if p.loose {
			return p.emptySet(t)
		}
	}
	return nil, p.notLiteral(t)
}

// emptySet reads set(), the only spelling of an empty set.
func (p *parser) emptySet(t token) (Literal, *Error) {
	open, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	closing, err := p.peek(1)
	if err != nil || !open.is("(") || !closing.is(")") {
		return nil, p.notLiteral(t)
	}
	p.peeked = p.peeked[2:]
	return Set{Origin: p.between(t, closing), Items: []Literal{}}, nil
}

// nested reads what stands between brackets; the depth is checked before anything is read.
func (p *parser) nested(open token) (Literal, *Error) {
	if p.depth++; p.depth > p.lim.Depth {
		return nil, fail("limit.depth", open.span, "nest less deeply", "brackets are nested more than %d deep", p.lim.Depth)
	}
	defer func() { p.depth-- }()
	switch open.text {
	case "[":
		return p.list(open)
	case "(":
		return p.tuple(open)
	default:
		return p.braces(open)
	}
}
