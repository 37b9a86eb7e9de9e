package pyexpr

// arguments reads up to the closing parenthesis of the call.
func (p *parser) arguments() ([]Arg, *Error) {
	args := []Arg{}
	for {
		t, err := p.peek(0)
		if err != nil {
			return nil, err
		}
		if t.is(")") {
			p.peeked = p.peeked[1:]
			return args, nil
		}
		arg, err := p.argument(t)
		if err != nil {
			return nil, err
		}
		if err := checkOrder(args, arg); err != nil {
			return nil, err
		}
		args = append(args, arg)
		if _, err := p.separator(")", "the argument"); err != nil {
			return nil, err
		}
	}
}

func (p *parser) argument(first token) (Arg, *Error) {
	if first.is("*") || first.is("**") {
		return Arg{}, fail("expression.star", first.span, "write the arguments out", "arguments by %s are not known before the call", first.text)
	}
	second, err := p.peek(1)
	if err != nil || first.kind != nameToken || !second.is("=") {
		value, failed := p.argumentValue()
		return Arg{Value: value}, failed
	}
	if isKeyword(first.text) {
		return Arg{}, fail("expression.keyword", first.span, "write the name of a parameter", "%q is no name of a parameter", first.text)
	}
	p.peeked = p.peeked[2:]
	value, err := p.argumentValue()
	return Arg{Name: &Name{first.text, first.span}, Value: value}, err
}

func checkOrder(before []Arg, arg Arg) *Error {
	if arg.Name == nil {
		if n := len(before); n > 0 && before[n-1].Name != nil {
			return fail("expression.order", arg.Value.At(), "give positional arguments first", "a positional argument after the keyword %q", before[n-1].Name.Text)
		}
		return nil
	}
	for _, b := range before {
		if b.Name != nil && b.Name.Text == arg.Name.Text {
			return fail("expression.duplicate", arg.Name.Span, "give it once", "the keyword %q is given twice", arg.Name.Text)
		}
	}
	return nil
}

// argumentValue reads a literal, or the dotted name of a class.
func (p *parser) argumentValue() (Literal, *Error) {
	first, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	if first.kind != nameToken || isKeyword(first.text) {
		return p.literal()
	}
	p.peeked = p.peeked[1:]
	path, err := p.dotted(first)
	if err != nil {
		return nil, err
	}
	last := path[len(path)-1].Span.End
	if t, err := p.peek(0); err != nil {
		return nil, err
	} else if t.is("(") {
		return nil, fail("expression.call-argument", Span{first.span.Start, t.span.End}, "write the value itself", "the argument calls %q; only literals are taken", Dotted(path))
	}
	if err := p.counted(first.span); err != nil {
		return nil, err
	}
	return ClassRef{Origin: p.origin(first, last), Path: path}, nil
}

// origin is from a token up to a code point behind it. The name of a class and the white space within are ASCII, so bytes are code points.
func (p *parser) origin(first token, end int) Origin {
	return Origin{Span{first.span.Start, end}, p.src[first.from : first.from+end-first.span.Start]}
}

// separator takes a comma and says so, or leaves the closing bracket in place.
func (p *parser) separator(closing, after string) (comma bool, err *Error) {
	t, err := p.peek(0)
	switch {
	case err != nil:
		return false, err
	case t.is(","):
		p.peeked = p.peeked[1:]
		return true, nil
	case t.is(closing):
		return false, nil
	}
	return false, p.unexpected(t, "expected , or "+closing+" after "+after)
}
