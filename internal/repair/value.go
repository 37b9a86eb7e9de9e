package repair

import "strings"

// value reads one value.
func (p *parser) value() bool {
	if p.fault != nil {
		return false
	}
	switch c := p.peek(); c {
	case '{':
		return p.object()
	case '[':
		return p.list()
	case '(':
		return p.tuple()
	}
	if kind, _ := quoteAt(p.src, p.pos); kind != noQuote {
		return p.quoted(false)
	}
	if end, ok := p.wrapperAt(p.pos); ok {
		return p.call(end)
	}
	return p.bare()
}

// tuple reads a tuple of Python as a list, and one value in parentheses as it is.
func (p *parser) tuple() bool {
	begin, first := p.pos, len(p.edits)
	if !p.push('(') {
		return false
	}
	p.pos++
	n, comma := 0, false
	for p.space(false); p.fault == nil && p.peek() != ')'; p.space(false) {
		if !p.value() {
			return false
		}
		n++
		p.space(false)
		switch {
		case p.peek() == ',':
			comma = true
			p.pos++
		case p.peek() != ')':
			return p.fail(begin, "parentheses that are not closed")
		}
	}
	p.pop()
	p.pos++
	return p.endTuple(begin, first, n == 1 && !comma)
}

// endTuple puts brackets in the place of parentheses. A comma at the end of a tuple is none of JSON.
func (p *parser) endTuple(begin, first int, single bool) bool {
	class, opener, closer := Tuples, "[", "]"
	if single {
		class, opener, closer = Wrappers, "", ""
	} else if at := p.before(p.pos-1, begin); p.byteAt(at) == ',' {
		p.change(at, at+1, "")
	}
	p.change(begin, begin+1, opener)
	p.change(p.pos-1, p.pos, closer)
	p.edits = append(p.edits, Edit{})
	copy(p.edits[first+1:], p.edits[first:])
	p.edits[first] = Edit{class, begin, p.pos, begin}
	return p.fault == nil
}

// wrapperAt returns where the parenthesis stands of a name with parentheses at i.
func (p *parser) wrapperAt(i int) (int, bool) {
	end := i
	for end < len(p.src) && end < i+maxKey && (isLetter(p.src[end]) || p.src[end] == '_' || p.src[end] == '$' || end > i && (isDigit(p.src[end]) || p.src[end] == '.')) {
		end++
	}
	if end == i {
		return 0, false
	}
	open := p.blank(end, false)
	return open, p.byteAt(open) == '('
}

// call reads the one value in the parentheses behind a name.
func (p *parser) call(open int) bool {
	begin := p.pos
	if !p.push('(') {
		return false
	}
	p.repair(Wrappers, begin, open+1, "")
	p.pos = open + 1
	p.space(false)
	if !p.value() {
		return false
	}
	p.space(false)
	p.pop()
	switch {
	case p.peek() == ')':
		p.change(p.pos, p.pos+1, "")
		p.pos++
	case p.pos < len(p.src):
		return p.fail(begin, "a call with more than one value")
	}
	return p.fault == nil
}

// literalAt returns the word at i that stands for a value, and "" where there is none.
func (p *parser) literalAt(i int) string {
	for _, word := range []string{"true", "false", "null", "True", "False", "None", "undefined"} {
		if p.has(i, word) && !isKeyByte(p.byteAt(i+len(word))) {
			return word
		}
	}
	return ""
}

// meaning returns the JSON of a word that stands for a value in another notation.
func meaning(word string) string {
	switch word {
	case "True":
		return "true"
	case "False":
		return "false"
	case "None":
		return "null"
	}
	return ""
}

// otherCase returns the word of JSON that a text is but for its case.
func otherCase(text string) string {
	switch word := strings.ToLower(text); word {
	case "true", "false", "null":
		return word
	case "none":
		return "null"
	}
	return ""
}
