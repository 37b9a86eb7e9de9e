package repair

import "unicode/utf8"

// quoteKind is a kind of quotation marks; a string ends with one of the kind that
// it began with.
type quoteKind uint8

const (
	noQuote quoteKind = iota
	doubleQuote
	singleQuote
	curlyDouble
	curlySingle
)

// quoteAt returns the kind and size of the quotation mark at i.
func quoteAt(s string, i int) (quoteKind, int) {
	if i >= len(s) {
		return noQuote, 0
	}
	switch c := s[i]; {
	case c == '"':
		return doubleQuote, 1
	case c == '\'':
		return singleQuote, 1
	case c == '`':
		return curlySingle, 1
	case c < utf8.RuneSelf:
		return noQuote, 0
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch r {
	case '“', '”', '„', '‟', '″':
		return curlyDouble, size
	case '‘', '’', '‚', '‛', '′', '´':
		return curlySingle, size
	}
	return noQuote, 0
}

// mayQuote reports whether a quotation mark may begin with a byte.
func mayQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' || c >= utf8.RuneSelf }

// endsWith reports whether a mark of a kind may end a string that began with this one.
func (k quoteKind) endsWith(other quoteKind) bool {
	switch k {
	case curlyDouble:
		return other == curlyDouble || other == doubleQuote
	case curlySingle:
		return other == curlySingle || other == singleQuote
	}
	return k == other
}
