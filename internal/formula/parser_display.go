package formula

// Everything here is syntax that formulas do not support. It is read so that a message can name it.

// group reads what follows an opening parenthesis: an expression in parentheses, a tuple or a generator.
func (p *parser) group() (*node, error) {
	if p.accept(")") {
		return other("Tuple"), nil
	}
	if p.accept("yield") {
		return p.yield()
	}
	n, starred, err := p.element()
	if err != nil {
		return nil, err
	}
	if !starred && p.comprehends() {
		if err := p.comprehension(); err != nil {
			return nil, err
		}
		return other("GeneratorExp"), p.expect(")")
	}
	if p.peek().is(",") {
		return other("Tuple"), p.elements(")")
	}
	if starred {
		return nil, notSyntax("cannot use starred expression here")
	}
	return n, p.expect(")")
}

func (p *parser) yield() (*node, error) {
	class := "Yield"
	if p.accept("from") {
		class = "YieldFrom"
		if _, err := p.expression(); err != nil {
			return nil, err
		}
		return other(class), p.expect(")")
	}
	if p.accept(")") {
		return other(class), nil
	}
	if _, _, err := p.element(); err != nil {
		return nil, err
	}
	return other(class), p.elements(")")
}

// element reads an element of a display and reports whether it is starred.
func (p *parser) element() (*node, bool, error) {
	if p.accept("*") {
		_, err := p.bitwise(0)
		return other("Starred"), true, err
	}
	n, err := p.named()
	return n, false, err
}

// elements reads further elements, each after a comma, up to the closing bracket.
func (p *parser) elements(closing string) error {
	for !p.accept(closing) {
		if err := p.expect(","); err != nil {
			return err
		}
		if p.accept(closing) {
			return nil
		}
		if _, _, err := p.element(); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) list() (*node, error) {
	if p.accept("]") {
		return other("List"), nil
	}
	_, starred, err := p.element()
	if err != nil {
		return nil, err
	}
	if !starred && p.comprehends() {
		if err := p.comprehension(); err != nil {
			return nil, err
		}
		return other("ListComp"), p.expect("]")
	}
	return other("List"), p.elements("]")
}

// display reads what follows an opening brace: a dict, a set or a comprehension of one.
func (p *parser) display() (*node, error) {
	if p.accept("}") {
		return other("Dict"), nil
	}
	if p.peek().is("**") {
		return other("Dict"), p.pairs(true)
	}
	_, starred, err := p.element()
	if err != nil {
		return nil, err
	}
	if !starred && p.accept(":") {
		if _, err := p.expression(); err != nil {
			return nil, err
		}
		if !p.comprehends() {
			return other("Dict"), p.pairs(false)
		}
		if err := p.comprehension(); err != nil {
			return nil, err
		}
		return other("DictComp"), p.expect("}")
	}
	if !starred && p.comprehends() {
		if err := p.comprehension(); err != nil {
			return nil, err
		}
		return other("SetComp"), p.expect("}")
	}
	return other("Set"), p.elements("}")
}

// pairs reads entries of a dict up to the closing brace; first says that none was read yet.
func (p *parser) pairs(first bool) error {
	for {
		if !first {
			if p.accept("}") {
				return nil
			}
			if err := p.expect(","); err != nil {
				return err
			}
			if p.accept("}") {
				return nil
			}
		}
		first = false
		if err := p.pair(); err != nil {
			return err
		}
	}
}

func (p *parser) pair() error {
	if p.accept("**") {
		_, err := p.bitwise(0)
		return err
	}
	if _, err := p.expression(); err != nil {
		return err
	}
	if err := p.expect(":"); err != nil {
		return err
	}
	_, err := p.expression()
	return err
}

func (p *parser) comprehends() bool {
	return p.peek().is("for") || p.peek().is("async") && p.ahead(1).is("for")
}

// comprehension reads the for and if clauses.
func (p *parser) comprehension() error {
	for p.comprehends() {
		p.accept("async")
		p.accept("for")
		if err := p.targets(); err != nil {
			return err
		}
		if err := p.expect("in"); err != nil {
			return err
		}
		if _, err := p.disjunction(); err != nil {
			return err
		}
		for p.accept("if") {
			if _, err := p.disjunction(); err != nil {
				return err
			}
		}
	}
	return nil
}

// targets reads what a for clause assigns to.
func (p *parser) targets() error {
	for {
		p.accept("*")
		n, err := p.primary()
		if err != nil {
			return err
		}
		if !assignable(n) {
			return notSyntax("cannot assign to that in a comprehension")
		}
		if !p.accept(",") || p.peek().is("in") {
			return nil
		}
	}
}

func assignable(n *node) bool {
	switch n.kind {
	case nameNode, placeNode:
		return true
	case otherNode:
		return n.text == "Attribute" || n.text == "Subscript" || n.text == "Tuple" || n.text == "List"
	}
	return false
}

// lambda reads the parameters and the body.
func (p *parser) lambda() (*node, error) {
	for !p.accept(":") {
		if err := p.parameter(); err != nil {
			return nil, err
		}
		if !p.peek().is(":") {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
	}
	_, err := p.expression()
	return other("Lambda"), err
}

func (p *parser) parameter() error {
	if p.accept("/") {
		return nil
	}
	star := p.accept("*")
	if star && p.peek().is(",") {
		return nil
	}
	if !star {
		p.accept("**")
	}
	if p.peek().kind != nameToken {
		return p.unexpected()
	}
	p.pos++
	if p.accept("=") {
		_, err := p.expression()
		return err
	}
	return nil
}
