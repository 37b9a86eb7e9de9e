package pyexpr

// items reads members up to the closing bracket; comma says whether a comma followed the last one.
func (p *parser) items(closing string) (items []Literal, comma bool, end token, err *Error) {
	items = []Literal{}
	for {
		t, err := p.peek(0)
		if err != nil {
			return nil, false, t, err
		}
		if t.is(closing) {
			p.peeked = p.peeked[1:]
			return items, comma, t, nil
		}
		item, err := p.member()
		if err != nil {
			return nil, false, t, err
		}
		items = append(items, item)
		if comma, err = p.separator(closing, "the member"); err != nil {
			return nil, false, t, err
		}
	}
}

// member reads a literal and names a comprehension for what it is.
func (p *parser) member() (Literal, *Error) {
	first, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	if first.kind == nameToken && !isKeyword(first.text) {
		second, err := p.peek(1)
		if err == nil && second.isName("for") {
			return nil, p.unexpected(second, "")
		}
	}
	return p.literal()
}

func (p *parser) list(open token) (Literal, *Error) {
	items, _, end, err := p.items("]")
	if err != nil {
		return nil, err
	}
	return List{Origin: p.between(open, end), Items: items}, nil
}

// tuple reads a tuple, or one literal in parentheses.
func (p *parser) tuple(open token) (Literal, *Error) {
	items, comma, end, err := p.items(")")
	if err != nil {
		return nil, err
	}
	if len(items) == 1 && !comma {
		return withOrigin(items[0], p.between(open, end)), nil
	}
	return Tuple{Origin: p.between(open, end), Items: items}, nil
}

// braces reads a dict or a set; its first member decides which.
func (p *parser) braces(open token) (Literal, *Error) {
	t, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	if t.is("}") {
		p.peeked = p.peeked[1:]
		return Dict{Origin: p.between(open, t), Entries: []Entry{}}, nil
	}
	first, err := p.member()
	if err != nil {
		return nil, err
	}
	colon, err := p.peek(0)
	if err != nil {
		return nil, err
	}
	if colon.is(":") {
		return p.dict(open, first)
	}
	return p.set(open, first)
}

func (p *parser) set(open token, first Literal) (Literal, *Error) {
	if _, err := p.separator("}", "the member"); err != nil {
		return nil, err
	}
	rest, _, end, err := p.items("}")
	if err != nil {
		return nil, err
	}
	items := append([]Literal{first}, rest...)
	if err := p.distinct(items, "the set holds an equal member already"); err != nil {
		return nil, err
	}
	return Set{Origin: p.between(open, end), Items: items}, nil
}

func (p *parser) dict(open token, key Literal) (Literal, *Error) {
	entries, keys := []Entry{}, []Literal{}
	for {
		value, err := p.entryValue()
		if err != nil {
			return nil, err
		}
		entries, keys = append(entries, Entry{key, value}), append(keys, key)
		if _, err := p.separator("}", "the value"); err != nil {
			return nil, err
		}
		t, err := p.peek(0)
		if err != nil {
			return nil, err
		}
		if t.is("}") {
			p.peeked = p.peeked[1:]
			return p.finishDict(p.between(open, t), entries, keys)
		}
		if key, err = p.member(); err != nil {
			return nil, err
		}
	}
}

// entryValue reads the colon and the value of an entry.
func (p *parser) entryValue() (Literal, *Error) {
	colon, err := p.next()
	if err != nil {
		return nil, err
	}
	if !colon.is(":") {
		return nil, p.unexpected(colon, "expected : after the key")
	}
	return p.member()
}

func (p *parser) finishDict(o Origin, entries []Entry, keys []Literal) (Literal, *Error) {
	if err := p.distinct(keys, "the dict holds an equal key already"); err != nil {
		return nil, err
	}
	return Dict{Origin: o, Entries: entries}, nil
}
