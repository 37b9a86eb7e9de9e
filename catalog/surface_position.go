package catalog

import (
	"strconv"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"github.com/contractc/contractc/internal/celpolicy"
)

// Positions are code points of the expression's text. Only the starts that cel-go reports are used: its ends are counted in bytes.

// start is where an expression's own token begins: the name, the operator or the literal.
func (s *surface) start(e ast.Expr) int {
	r, ok := s.info.GetOffsetRange(e.ID())
	if !ok || r.Start < 0 || int(r.Start) > len(s.text) {
		return 0
	}
	return int(r.Start)
}

// extent is from the first to behind the last token of an expression, closing brackets left out; of an object, which is none of the algebra, its
// first token.
func (s *surface) extent(e ast.Expr) (start, end int) {
	start = s.start(e)
	end = s.tokenEnd(start)
	if e.Kind() == ast.StructKind {
		return start, end
	}
	for _, child := range celpolicy.Parts(e) {
		a, b := s.extent(child)
		start, end = min(start, a), max(end, b)
	}
	return start, end
}

// tokenEnd is behind the token at start: a name with the point before it, a text in quotes, a number, or one character.
func (s *surface) tokenEnd(start int) int {
	i := start
	if i < len(s.text) && s.text[i] == '.' {
		i = s.afterSpace(i + 1)
	}
	if end := s.afterText(i); end > i {
		return end
	}
	if i < len(s.text) && s.text[i] == '-' {
		i = s.afterSpace(i + 1)
	}
	end := i
	for end < len(s.text) && (isWord(s.text[end]) || s.text[end] == '.' && i < end && isDecimalDigit(s.text[i])) {
		end++
	}
	return min(max(end, start+1), len(s.text))
}

func (s *surface) afterSpace(i int) int {
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\n' || s.text[i] == '\t' || s.text[i] == '\r') {
		i++
	}
	return i
}

// afterText is behind the quoted text that begins at i, with its prefix; i itself where none begins there.
func (s *surface) afterText(i int) int {
	open, raw := i, false
	for open < len(s.text) && isWord(s.text[open]) && open-i < 2 {
		raw = raw || s.text[open] == 'r' || s.text[open] == 'R'
		open++
	}
	if open >= len(s.text) || s.text[open] != '"' && s.text[open] != '\'' {
		return i
	}
	quote, size := s.text[open], 1
	if open+2 < len(s.text) && s.text[open+1] == quote && s.text[open+2] == quote {
		size = 3
	}
	for at := open + size; at < len(s.text); at++ {
		switch {
		case s.text[at] == '\\' && !raw:
			at++
		case s.closes(at, quote, size):
			return at + size
		}
	}
	return len(s.text)
}

func (s *surface) closes(at int, quote rune, size int) bool {
	for i := range size {
		if at+i >= len(s.text) || s.text[at+i] != quote {
			return false
		}
	}
	return true
}

func isWord(r rune) bool {
	return r == '_' || isDecimalDigit(r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

func isDecimalDigit(r rune) bool { return '0' <= r && r <= '9' }

// syntax reports an error of cel-go's parser. Its own words name tokens of the grammar and are not shown.
func (s *surface) syntax(err *common.Error) {
	const advice = "write an expression such as event.path.startsWith(params.root)"
	at := s.offset(err.Location)
	switch {
	case len(s.text) > maxSurfaceChars:
		s.refuse(0, 0, "limit.chars", "shorten it, or split the contract", "the expression has more than %d characters", maxSurfaceChars)
	case s.afterSpace(0) == len(s.text):
		s.refuse(0, 0, "cel.syntax", advice, "the expression is empty")
	case err.Location == common.NoLocation:
		s.refuse(0, 0, "cel.limit", "split it into simpler parts", "the expression is nested more than %d deep or has more than %d parts", maxSurfaceDepth, maxSurfaceNodes)
	case s.afterSpace(at) >= len(s.text):
		s.refuse(len(s.text), len(s.text), "cel.syntax", advice, "the expression ends too early")
	default:
		end := s.tokenEnd(at)
		s.refuse(at, end, "cel.syntax", advice, "the expression is no CEL: unexpected %s", strconv.Quote(string(s.text[at:end])))
	}
}

// offset turns a location, its line from 1 and its column from 0, into an offset.
func (s *surface) offset(l common.Location) int {
	at := 0
	for line := 1; line < l.Line() && at < len(s.text); at++ {
		if s.text[at] == '\n' {
			line++
		}
	}
	return min(max(at+l.Column(), 0), len(s.text))
}
