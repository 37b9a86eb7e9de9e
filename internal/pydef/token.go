package pydef

type tokenKind uint8

const (
	nameToken tokenKind = iota
	numberToken
	stringToken    // a text, or bytes
	formattedToken // an f-string or a template string
	operatorToken
)

// token is one token with its place in bytes.
type token struct {
	kind     tokenKind
	text     string // names in normal form NFKC, as Python compares them; others as written
	from, to int
}

func (t token) is(op string) bool  { return t.kind == operatorToken && t.text == op }
func (t token) word(w string) bool { return t.kind == nameToken && t.text == w }
func (t token) opens() bool        { return t.is("(") || t.is("[") || t.is("{") }
func (t token) closes() bool       { return t.is(")") || t.is("]") || t.is("}") }

// line is one logical line.
type line struct {
	indent indentation
	tokens []token
}

// indentation is counted twice, with tabs to multiples of eight and as one, so that a line whose depth depends on the
// size of tabs is noticed.
type indentation struct{ wide, narrow int }
