package formula

// parser reads the expression grammar of the Python reference, section 6, from the lowest precedence to the highest.
type parser struct {
	tokens []token
	pos    int
	depth  int
}

// maxRecursion bounds how deep the parser calls itself. CPython's own bound is lower.
const maxRecursion = 10_000

// parse reads a whole text as one expression, or several with commas between them.
func parse(src string, places []placeholder, opt Options) (*node, error) {
	tokens, err := lex(src, places, opt)
	if err != nil {
		return nil, err
	}
	p := parser{tokens: tokens}
	n, err := p.expressions()
	if err != nil {
		return nil, err
	}
	if p.peek().kind != newlineToken {
		return nil, p.unexpected()
	}
	return n, nil
}

func (p *parser) peek() token { return p.tokens[p.pos] }

func (p *parser) ahead(n int) token { return p.tokens[min(p.pos+n, len(p.tokens)-1)] }

// accept passes the next token if it is the operator or keyword.
func (p *parser) accept(text string) bool {
	if !p.peek().is(text) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) expect(text string) error {
	if !p.accept(text) {
		return p.unexpected()
	}
	return nil
}

func (p *parser) unexpected() error {
	switch t := p.peek(); t.kind {
	case newlineToken, endToken:
		return notSyntax("invalid syntax: the formula ends here")
	case placeToken:
		return notSyntax("invalid syntax: a placeholder needs an operator before it")
	default:
		return notSyntax("invalid syntax at %q", t.text)
	}
}

func (p *parser) enter() error {
	p.depth++
	if p.depth > maxRecursion {
		return notSyntax("nested too deep to be read")
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

func (p *parser) expressions() (*node, error) {
	n, err := p.expression()
	if err != nil || !p.peek().is(",") {
		return n, err
	}
	for p.accept(",") {
		if p.peek().kind == newlineToken {
			break
		}
		if _, err := p.expression(); err != nil {
			return nil, err
		}
	}
	return other("Tuple"), nil
}

// expression reads a conditional expression or a lambda.
func (p *parser) expression() (*node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if p.accept("lambda") {
		return p.lambda()
	}
	n, err := p.disjunction()
	if err != nil || !p.accept("if") {
		return n, err
	}
	if _, err := p.disjunction(); err != nil {
		return nil, err
	}
	if err := p.expect("else"); err != nil {
		return nil, err
	}
	if _, err := p.expression(); err != nil {
		return nil, err
	}
	return other("IfExp"), nil
}

func (p *parser) disjunction() (*node, error) { return p.boolean("or", p.conjunction) }

func (p *parser) conjunction() (*node, error) { return p.boolean("and", p.inversion) }

func (p *parser) boolean(word string, operand func() (*node, error)) (*node, error) {
	n, err := operand()
	if err != nil || !p.peek().is(word) {
		return n, err
	}
	for p.accept(word) {
		if _, err := operand(); err != nil {
			return nil, err
		}
	}
	return other("BoolOp"), nil
}

func (p *parser) inversion() (*node, error) {
	if !p.accept("not") {
		return p.comparison()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if _, err := p.inversion(); err != nil {
		return nil, err
	}
	return other("UnaryOp"), nil
}

func (p *parser) comparison() (*node, error) {
	n, err := p.bitwise(0)
	if err != nil || !p.comparator() {
		return n, err
	}
	for {
		if _, err := p.bitwise(0); err != nil {
			return nil, err
		}
		if !p.comparator() {
			return other("Compare"), nil
		}
	}
}

// comparator passes a comparison operator.
func (p *parser) comparator() bool {
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">", "in"} {
		if p.accept(op) {
			return true
		}
	}
	if p.peek().is("not") && p.ahead(1).is("in") {
		p.pos += 2
		return true
	}
	if p.accept("is") {
		p.accept("not")
		return true
	}
	return false
}

// levels are the left-associative binary operators from the lowest precedence to the highest.
func levels(i int) []string {
	switch i {
	case 0:
		return []string{"|"}
	case 1:
		return []string{"^"}
	case 2:
		return []string{"&"}
	case 3:
		return []string{"<<", ">>"}
	case 4:
		return []string{"+", "-"}
	case 5:
		return []string{"*", "/", "//", "%", "@"}
	}
	return nil
}

// bitwise reads the binary operators from a level on.
func (p *parser) bitwise(level int) (*node, error) {
	ops := levels(level)
	if ops == nil {
		return p.factor()
	}
	n, err := p.bitwise(level + 1)
	for err == nil {
		op := p.acceptOne(ops)
		if op == "" {
			return n, nil
		}
		var right *node
		if right, err = p.bitwise(level + 1); err == nil {
			n = arithmetic(op, n, right)
		}
	}
	return nil, err
}

func (p *parser) acceptOne(ops []string) string {
	for _, op := range ops {
		if p.accept(op) {
			return op
		}
	}
	return ""
}

// arithmetic makes the node of a binary operator; those that are not arithmetic keep only their class.
func arithmetic(op string, left, right *node) *node {
	switch op {
	case "+", "-", "*", "/", "//", "%":
		return binary(op, left, right)
	}
	return other("BinOp")
}

func (p *parser) factor() (*node, error) {
	op := p.acceptOne([]string{"+", "-", "~"})
	if op == "" {
		return p.power()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	n, err := p.factor()
	switch {
	case err != nil:
		return nil, err
	case op == "~":
		return other("UnaryOp"), nil
	}
	return &node{kind: unaryNode, text: op, args: []*node{n}}, nil
}

func (p *parser) power() (*node, error) {
	base, err := p.awaited()
	if err != nil || !p.accept("**") {
		return base, err
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	exponent, err := p.factor()
	if err != nil {
		return nil, err
	}
	return binary("**", base, exponent), nil
}

func (p *parser) awaited() (*node, error) {
	if !p.accept("await") {
		return p.primary()
	}
	if _, err := p.primary(); err != nil {
		return nil, err
	}
	return other("Await"), nil
}
