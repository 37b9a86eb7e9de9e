package formula

type tokenKind uint8

const (
	endToken tokenKind = iota
	newlineToken
	nameToken    // text is the name in NFKC
	keywordToken // a word of Python that is no name
	numberToken  // number is set
	stringToken  // text is the literal as written, prefix and quotes included
	placeToken   // place is set
	opToken
)

// token is one token of Python's grammar, or a placeholder.
type token struct {
	kind   tokenKind
	text   string
	place  int
	number number
}

func (t token) is(text string) bool {
	return (t.kind == opToken || t.kind == keywordToken) && t.text == text
}

// isKeyword reports whether a word is reserved (Python reference, section 2.3.1).
func isKeyword(word string) bool {
	switch word {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
		"elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
		"not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}
