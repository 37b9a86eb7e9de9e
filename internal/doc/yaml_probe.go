package doc

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// probeBudget is how many bytes are parsed at most to find the places of the
// errors of one small file; probeFixed is what a parse costs beside its bytes.
const (
	probeBudget = 512 << 10
	probeFixed  = 200
)

// probe finds the place of an error of the YAML library, whose messages name
// a line at most, and often another one. It parses prefixes of the file: an
// error that is there with some text and not without it is in that text.
type probe struct {
	src     string
	message string // without the line
	line    int    // that the library named, 0 if none
	budget  *int
}

func newProbe(src string, err error, budget *int) *probe {
	message, line := splitMessage(err)
	return &probe{src: src, message: message, line: line, budget: budget}
}

// splitMessage returns the library's message without its prefix, and the line
// that it names.
func splitMessage(err error) (string, int) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(message)
	if m == nil {
		return message, 0
	}
	line, _ := strconv.Atoi(m[1])
	return message[len(m[0]):], line
}

// fails reports whether a text has the error.
func (p *probe) fails(text string) bool {
	*p.budget -= len(text) + probeFixed
	if *p.budget < 0 {
		return false
	}
	_, err := parseYAML([]byte(text))
	if err == nil {
		return false
	}
	message, _ := splitMessage(err)
	return message == p.message
}

// consumed returns how far the library reads before it gives up: a little
// beyond the error.
func (p *probe) consumed() int {
	r := &byteReader{src: p.src}
	func() {
		defer func() { _ = recover() }() // a panic of the library is an error like others
		_ = yaml.NewDecoder(r).Decode(new(yaml.Node))
	}()
	return r.pos
}

// byteReader hands out a text one byte at a time.
type byteReader struct {
	src string
	pos int
}

func (r *byteReader) Read(b []byte) (int, error) {
	if r.pos >= len(r.src) {
		return 0, io.EOF
	}
	n := copy(b, r.src[r.pos:r.pos+1])
	r.pos += n
	return n, nil
}

// place returns the byte at which the error's token starts.
func (p *probe) place() int {
	if strings.Contains(p.message, "unexpected end of stream") {
		return p.openQuote()
	}
	end := p.consumed()
	if strings.Contains(p.message, "exceeded max depth") {
		return max(end-1, 0)
	}
	start := p.narrow(end)
	end -= start
	if strings.Contains(p.message, "did not find expected ','") || strings.Contains(p.message, "expected node content") {
		if at, ok := p.inBrackets(end); ok {
			return start + at
		}
	}
	return start + p.token(end, p.fails)
}

// narrow cuts off the top-level entries before the one with the error, which
// ends before byte end or in the entry there, and returns how much.
func (p *probe) narrow(end int) int {
	start := end
	for range 3 {
		if start = sectionStart(p.src, max(start-1, 0)); start == 0 {
			break
		}
		if p.fails(p.src[start:end]) {
			p.src = p.src[start:]
			return start
		}
	}
	return 0
}

// token returns the last code point before end without which the text fails
// no more; the line is found first.
func (p *probe) token(end int, fails func(string) bool) int {
	start := p.lineBefore(end)
	for start > 0 && fails(p.src[:start]) {
		end, start = start, p.lineBefore(start)
	}
	at := end
	for at > start && end-at < 4096 {
		_, size := utf8.DecodeLastRuneInString(p.src[:at])
		at -= size
		if !insideWord(p.src, at) && !fails(p.src[:at]) {
			break
		}
	}
	if *p.budget < 0 {
		return start
	}
	return at
}

// insideWord reports whether the bytes before and at i are letters or digits:
// no token starts there.
func insideWord(s string, i int) bool {
	return i > 0 && i < len(s) && isWord(s[i-1]) && isWord(s[i])
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// lineBefore returns the start of the line in which the byte before end is.
func (p *probe) lineBefore(end int) int {
	return strings.LastIndexByte(p.src[:max(end-1, 0)], '\n') + 1
}

// openQuote returns the quote of a scalar that does not end: it stands on the
// line that the library names, or on the first, for which it names the last.
func (p *probe) openQuote() int {
	for _, line := range []int{p.line, 1} {
		start := lineStart(p.src, line)
		end := lineEnd(p.src, start)
		for at := end - 1; at >= start; at-- {
			if (p.src[at] == '"' || p.src[at] == '\'') && !p.fails(p.src[:at]) && p.fails(p.src[:at+1]) {
				return at
			}
		}
	}
	return lineStart(p.src, p.line)
}

// lineStart returns the offset of a line, counted from 1.
func lineStart(src string, line int) int {
	start := 0
	for n := 1; n < line; n++ {
		next := strings.IndexByte(src[start:], '\n')
		if next < 0 {
			break
		}
		start += next + 1
	}
	return start
}

// inBrackets finds an error inside brackets by closing them after each
// prefix. If the whole text can be mended so, the innermost bracket that is
// open at its end is the place.
func (p *probe) inBrackets(end int) (int, bool) {
	open := openBrackets(p.src[:end])
	if len(open) == 0 {
		return 0, false
	}
	fails := func(text string) bool { return p.fails(text + closing(text, openBrackets(text))) }
	if !fails(p.src[:end]) {
		return open[0], true
	}
	at := p.token(end, fails)
	if open = openBrackets(p.src[:at]); len(open) > 0 && p.outdented(open[0], at) {
		return open[0], true
	}
	return at, true
}

// outdented reports whether byte at is on a later line than the bracket, and
// that line is indented no more than the bracket's.
func (p *probe) outdented(bracket, at int) bool {
	first := strings.LastIndexByte(p.src[:bracket], '\n') + 1
	line := strings.LastIndexByte(p.src[:at], '\n') + 1
	return line > first && blanks(p.src, line)-line <= blanks(p.src, first)-first
}

// openBrackets returns the places of the brackets that are open at the end of
// a text. Quoted text and comments are skipped; a bracket inside a plain
// scalar outside brackets is text.
func openBrackets(text string) []int {
	var open []int
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			if tokenStart(text, i) {
				i = quoteEnd(text, i)
			}
		case '#':
			if i == 0 || strings.IndexByte(" \t\n", text[i-1]) >= 0 {
				i = lineEnd(text, i)
			}
		case '[', '{':
			if len(open) > 0 || tokenStart(text, i) {
				open = append(open, i)
			}
		case ']', '}':
			open = open[:max(len(open)-1, 0)]
		}
	}
	return open
}

func tokenStart(text string, i int) bool {
	return i == 0 || strings.IndexByte(" \t\n,[{", text[i-1]) >= 0
}

// quoteEnd returns the offset of the quote that ends the one at i.
func quoteEnd(text string, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != quote; i++ {
		if quote == '"' && text[i] == '\\' {
			i++
		}
	}
	return i
}

// closing returns the brackets that close the open ones.
func closing(text string, open []int) string {
	var b strings.Builder
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteByte(text[open[i]] + 2) // ] follows [ by two in ASCII, } follows {
	}
	return b.String()
}
