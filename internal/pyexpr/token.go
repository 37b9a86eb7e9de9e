package pyexpr

type tokenKind uint8

const (
	endToken tokenKind = iota
	newlineToken
	nameToken
	intToken
	floatToken
	stringToken
	bytesToken
	fstringToken
	operatorToken
)

// token is one token; its offsets are kept in code points (span) and in bytes (from, to).
type token struct {
	kind     tokenKind
	span     Span
	from, to int
	text     string // name, operator, decimal digits of an integer, or number of a float
	value    string // decoded content of a string or of bytes
}

func (t token) is(operator string) bool { return t.kind == operatorToken && t.text == operator }

func (t token) isName(name string) bool { return t.kind == nameToken && t.text == name }
