package pydef

import "strings"

// decorator reads a line that begins with @.
func (p *parser) decorator(tokens []token) Decorator {
	d := Decorator{At: p.span(tokens)}
	rest := tokens[1:]
	name, n := dotted(rest)
	switch {
	case n == len(rest):
		d.Name = name
	case n > 0 && rest[n].is("(") && rest[len(rest)-1].is(")"):
		d.Name = name
		d.Keywords = p.keywords(rest[n+1 : len(rest)-1])
	}
	return d
}

// dotted reads names with points between them, and how many tokens they are.
func dotted(tokens []token) (string, int) {
	n := 0
	for n < len(tokens) && tokens[n].kind == nameToken {
		n++
		if n+1 >= len(tokens) || !tokens[n].is(".") {
			break
		}
		n++
	}
	if n > 0 && tokens[n-1].is(".") {
		n--
	}
	var b strings.Builder
	for _, t := range tokens[:n] {
		b.WriteString(t.text)
	}
	return b.String(), n
}

func (p *parser) keywords(tokens []token) []Keyword {
	var out []Keyword
	for _, arg := range split(tokens, ",") {
		if len(arg) > 2 && arg[0].kind == nameToken && arg[1].is("=") {
			out = append(out, Keyword{arg[0].text, *p.expression(arg[2:])})
		}
	}
	return out
}

// expression keeps an expression as written; nil for none.
func (p *parser) expression(tokens []token) *Expression {
	if len(tokens) == 0 {
		return nil
	}
	var plain strings.Builder
	for i, t := range tokens {
		if i > 0 && t.kind != operatorToken && tokens[i-1].kind != operatorToken {
			plain.WriteByte(' ')
		}
		plain.WriteString(t.text)
	}
	return &Expression{p.src[tokens[0].from:tokens[len(tokens)-1].to], plain.String(), p.span(tokens)}
}

// function reads a def with its block.
func (p *parser) function(tokens []token, decorators []Decorator, in *scope) {
	head := tokens
	f := &Function{Decorators: decorators}
	if head[0].word("async") {
		f.Async, head = true, head[1:]
	}
	name, open, ok := p.named(head, "def")
	if !ok {
		return
	}
	f.Name, f.At = name.text, p.at(name.from, name.to)
	shut := closing(head, open)
	end := colon(head)
	if end < shut || shut < 0 {
		p.refuse(head[0], "python.def", "write def NAME(PARAMETERS):", "a definition has no parameters or no colon")
		return
	}
	f.Parameters = p.parameters(head[open+1 : shut])
	if arrow := head[shut+1 : end]; len(arrow) > 1 && arrow[0].is("->") {
		f.Returns = p.expression(arrow[1:])
	}
	f.Docstring = p.docstringOf(head[end+1:])
	p.suite(head, &scope{function: true})
	switch {
	case in == nil:
		p.module.Functions = append(p.module.Functions, f)
	case in.conditional:
		p.bind(Conditional, f.Name, name)
	}
}

// named reads the name of a definition; open is the index of the bracket behind it and behind type parameters.
func (p *parser) named(head []token, word string) (name token, open int, ok bool) {
	if len(head) < 3 || head[1].kind != nameToken {
		p.refuse(head[0], "python."+word, "write "+word+" and a name", "a definition has no name")
		return token{}, 0, false
	}
	open = 2
	if head[2].is("[") {
		open = closing(head, 2) + 1
	}
	if word == "def" && (open <= 0 || open >= len(head) || !head[open].is("(")) {
		p.refuse(head[1], "python.def", "write def NAME(PARAMETERS):", "the definition of %q has no parameters", head[1].text)
		return token{}, 0, false
	}
	return head[1], open, true
}

// closing is the index of the bracket that closes the one at open, −1 for none.
func closing(tokens []token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch {
		case tokens[i].opens():
			depth++
		case tokens[i].closes():
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// docstringOf is the docstring of a function: a text in the same line, or on the first of the block's.
func (p *parser) docstringOf(same []token) *Text {
	tokens := same
	if len(tokens) == 0 && p.indented(nil) {
		tokens = p.lines[p.next].tokens
	}
	if len(tokens) == 0 {
		return nil
	}
	if first := split(tokens, ";")[0]; len(first) > 0 {
		if text, ok := p.literal(first); ok {
			return &Text{Cleandoc(text), p.span(first)}
		}
	}
	return nil
}

// parameters reads the parameters of a function.
func (p *parser) parameters(tokens []token) []Parameter {
	var out []Parameter
	kind := Ordinary
	for _, one := range split(tokens, ",") {
		if len(out) > maxParams {
			p.refuse(tokens[0], "python.parameters", "take fewer", "a function has more than %d parameters", maxParams)
			return nil
		}
		switch {
		case len(one) == 0:
		case len(one) == 1 && one[0].is("/"):
			for i := range out {
				out[i].Kind = PositionalOnly
			}
		case len(one) == 1 && one[0].is("*"):
			kind = KeywordOnly
		case one[0].is("*") && len(one) > 1:
			out = append(out, p.parameter(one[1:], Star))
			kind = KeywordOnly
		case one[0].is("**") && len(one) > 1:
			out = append(out, p.parameter(one[1:], DoubleStar))
		default:
			out = append(out, p.parameter(one, kind))
		}
	}
	return out
}

func (p *parser) parameter(tokens []token, kind ParameterKind) Parameter {
	if tokens[0].kind != nameToken {
		p.refuse(tokens[0], "python.parameter", "write the name of a parameter", "%q is no parameter", tokens[0].text)
		return Parameter{}
	}
	out := Parameter{Name: tokens[0].text, At: p.at(tokens[0].from, tokens[0].to), Kind: kind}
	parts := split(tokens[1:], "=")
	if len(parts) > 2 {
		p.refuse(tokens[0], "python.parameter", "give one default", "the parameter %q has two defaults", out.Name)
		return out
	}
	if a := parts[0]; len(a) > 1 && a[0].is(":") {
		out.Annotation = p.expression(a[1:])
	}
	if len(parts) == 2 {
		out.Default = p.expression(parts[1])
	}
	return out
}

// class reads a class with its block.
func (p *parser) class(tokens []token, decorators []Decorator, in *scope) {
	name, open, ok := p.named(tokens, "class")
	if !ok {
		return
	}
	c := &Class{Name: name.text, At: p.at(name.from, name.to), Decorators: decorators}
	if shut := closing(tokens, open); tokens[open].is("(") && shut > 0 {
		for _, base := range split(tokens[open+1:shut], ",") {
			if e := p.expression(base); e != nil {
				c.Bases = append(c.Bases, *e)
			}
		}
	}
	p.suite(tokens, &scope{class: c})
	switch {
	case in == nil:
		p.module.Classes = append(p.module.Classes, c)
	case in.conditional:
		p.bind(Conditional, c.Name, name)
	}
}

// classField reads NAME: TYPE, with or without a value.
func (p *parser) classField(tokens []token, c *Class) {
	if len(tokens) > 2 && tokens[0].kind == nameToken && tokens[1].is(":") {
		c.Fields = append(c.Fields, p.parameter(tokens, Ordinary))
	}
}
