package pydef

import "strings"

// simple reads simple statements, divided by semicolons. The first of a block may be a docstring.
func (p *parser) simple(tokens []token, in *scope, first bool) {
	for _, s := range split(tokens, ";") {
		if len(s) == 0 {
			continue
		}
		if first {
			p.docstring(s, in)
		}
		first = false
		p.binders(s, in)
	}
}

// split divides tokens at an operator outside brackets.
func split(tokens []token, op string) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case depth == 0 && t.is(op):
			out = append(out, tokens[from:i])
			from = i + 1
		}
	}
	return append(out, tokens[from:])
}

// docstring takes the first statement of a module or class for its docstring, if it is a text.
func (p *parser) docstring(tokens []token, in *scope) {
	text, ok := p.literal(tokens)
	if !ok {
		return
	}
	doc := &Text{Cleandoc(text), p.span(tokens)}
	switch {
	case in == nil:
		p.module.Docstring = doc
	case in.class != nil:
		in.class.Docstring = doc
	}
}

// head notes what the head of a compound statement gives a value: for some of them every name in it, which errs on the
// safe side.
func (p *parser) head(tokens []token) {
	p.dynamic(tokens)
	switch tokens[0].text {
	case "for", "with", "async", "except", "case", "match":
		p.names(tokens[1:], Assigned)
	default:
		p.assignments(tokens)
	}
}

// binders notes what a simple statement gives a value. Within functions only global statements reach the module.
func (p *parser) binders(tokens []token, in *scope) {
	switch {
	case in != nil && in.class != nil:
		p.classField(tokens, in.class)
		return
	case in != nil && in.function:
		p.globals(tokens)
		return
	}
	p.dynamic(tokens)
	switch tokens[0].text {
	case "import", "from":
		p.imports(tokens)
		return
	case "del":
		p.names(tokens[1:], Deleted)
		return
	}
	p.assignments(tokens)
}

func (p *parser) bind(kind BindingKind, name string, t token) {
	p.module.Bindings = append(p.module.Bindings, Binding{kind, name, p.at(t.from, t.to)})
}

// globals notes what a function may assign in the module, should it be called.
func (p *parser) globals(tokens []token) {
	if tokens[0].word("global") {
		p.names(tokens[1:], Assigned)
	}
	for i, t := range tokens {
		if t.word("globals") && i+1 < len(tokens) && tokens[i+1].is("(") {
			p.bind(Dynamic, "", t)
		}
	}
}

// names notes every plain name.
func (p *parser) names(tokens []token, kind BindingKind) {
	for i, t := range tokens {
		attribute := i > 0 && tokens[i-1].is(".") || i+1 < len(tokens) && (tokens[i+1].is(".") || tokens[i+1].is("["))
		if t.kind == nameToken && !attribute && !reserved(t.text) {
			p.bind(kind, t.text, t)
		}
	}
}

// reserved are the words that are no names within expressions.
func reserved(word string) bool {
	const words = " False None True and as async await else for from if in is lambda not or with yield "
	return strings.Contains(words, " "+word+" ")
}

// assignments notes the targets of assignments, plain, annotated and augmented ones, and within expressions.
func (p *parser) assignments(tokens []token) {
	parts := split(tokens, "=")
	for _, targets := range parts[:len(parts)-1] {
		if c := colon(targets); c > 0 {
			targets = targets[:c]
		}
		p.names(targets, Assigned)
	}
	for i, t := range tokens {
		augmented := t.kind == operatorToken && len(t.text) > 1 && strings.HasSuffix(t.text, "=") && !strings.Contains(" == != <= >= := ", " "+t.text+" ")
		if i > 0 && tokens[i-1].kind == nameToken && (t.is(":=") || augmented && i == 1) {
			p.bind(Assigned, tokens[i-1].text, tokens[i-1])
		}
	}
}

// dynamic notes calls that can give any name a value.
func (p *parser) dynamic(tokens []token) {
	for _, t := range tokens {
		switch t.text {
		case "exec", "eval", "globals", "locals", "vars", "setattr", "delattr", "__dict__", "__setattr__", "__import__", "import_module", "modules":
			if t.kind == nameToken {
				p.bind(Dynamic, "", t)
			}
		}
	}
}

// imports notes the names that an import statement binds.
func (p *parser) imports(tokens []token) {
	list := tokens[1:]
	if tokens[0].word("from") {
		for i, t := range tokens {
			if t.word("import") {
				list = tokens[i+1:]
			}
		}
		if len(list) > 0 && list[0].is("*") {
			p.bind(Starred, "", list[0])
			return
		}
	}
	var plain []token
	for _, t := range list {
		if !t.is("(") && !t.is(")") {
			plain = append(plain, t)
		}
	}
	for _, one := range split(plain, ",") {
		switch {
		case len(one) == 0:
		case len(one) > 2 && one[len(one)-2].word("as"):
			p.bind(Imported, one[len(one)-1].text, one[len(one)-1])
		default:
			p.bind(Imported, one[0].text, one[0])
		}
	}
}
