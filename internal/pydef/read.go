package pydef

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/pyexpr"
)

// Read reads a source file; file is the name that diagnostics carry. Nothing is run. The module is nil where the list has
// errors: the first thing that is no Python, or beyond a limit, ends the reading.
func Read(file string, src []byte) (*Module, diag.List) {
	l := &lexer{file: file, src: string(src)}
	switch {
	case len(src) > maxBytes:
		l.fail(0, 0, "python.bytes", "split the file", "the file has more than %d bytes", maxBytes)
	case !utf8.Valid(src):
		at := len(strings.ToValidUTF8(string(src), "\x00"))
		for i, r := range string(src) {
			if r == utf8.RuneError {
				at = i
				break
			}
		}
		l.fail(at, at+1, "python.utf8", "encode the file as UTF-8", "the file is not UTF-8")
	case strings.IndexByte(l.src, 0) >= 0:
		at := strings.IndexByte(l.src, 0)
		l.fail(at, at+1, "python.character", "leave it out", "the file holds U+0000")
	}
	l.checkCoding()
	lines := l.lines()
	if l.err != nil {
		return nil, diag.List{*l.err}
	}
	p := &parser{lexer: l, lines: lines, module: &Module{}}
	if len(lines) > 0 && lines[0].indent != (indentation{}) {
		p.refuse(lines[0].tokens[0], "python.indent", "begin statements of the module at the margin", "the first line is indented")
	} else {
		p.block(nil)
	}
	if p.next < len(p.lines) && l.err == nil {
		p.refuse(p.lines[p.next].tokens[0], "python.indent", "begin statements of the module at the margin", "the line is indented otherwise than its block")
	}
	if l.err != nil {
		return nil, diag.List{*l.err}
	}
	return p.module, nil
}

// checkCoding refuses a file that says it is in another encoding than UTF-8.
func (l *lexer) checkCoding() {
	cookie := regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)
	rest := l.src
	for offset := range 2 {
		text, after, _ := strings.Cut(rest, "\n")
		if m := cookie.FindStringSubmatchIndex(text); m != nil {
			if name := strings.ReplaceAll(strings.ToLower(text[m[2]:m[3]]), "_", "-"); name != "utf-8" && name != "utf8" && name != "utf-8-sig" {
				at := len(l.src) - len(rest) + m[2]
				l.fail(at, at+m[3]-m[2], "python.utf8", "encode the file as UTF-8 and remove the line", "the file says that it is encoded as %q", name)
			}
			return
		}
		if trimmed := strings.TrimSpace(text); offset == 0 && trimmed != "" && trimmed[0] != '#' {
			return
		}
		rest = after
	}
}

// parser reads statements from logical lines.
type parser struct {
	*lexer
	lines  []line
	next   int
	module *Module
	depth  int
}

func (p *parser) refuse(t token, code, detail, format string, args ...any) {
	p.fail(t.from, t.to, code, detail, format, args...)
}

func (p *parser) span(tokens []token) diag.Range {
	return p.at(tokens[0].from, tokens[len(tokens)-1].to)
}

// block reads the statements of one indentation. Without an owner they are the module's.
func (p *parser) block(in *scope) {
	if p.depth++; p.depth > maxIndent {
		p.refuse(p.lines[p.next].tokens[0], "python.indent", "nest less deeply", "blocks are nested more than %d deep", maxIndent)
		return
	}
	defer func() { p.depth-- }()
	if p.next >= len(p.lines) {
		return // an empty file
	}
	indent := p.lines[p.next].indent
	var decorators []Decorator
	for first := true; p.next < len(p.lines) && p.err == nil; first = false {
		l := p.lines[p.next]
		if l.indent != indent {
			p.checkDedent(l, indent)
			break
		}
		p.next++
		decorators = p.statement(l.tokens, decorators, in, first)
	}
	if len(decorators) > 0 && p.err == nil {
		p.fail(len(p.src), len(p.src), "python.decorator", "put it before a def or class", "a decorator stands before no definition")
	}
}

// checkDedent refuses a line that is deeper than its block without a block of its own, or whose depth hangs on the size of
// tabs.
func (p *parser) checkDedent(l line, indent indentation) {
	switch {
	case (l.indent.wide > indent.wide) != (l.indent.narrow > indent.narrow) || (l.indent.wide < indent.wide) != (l.indent.narrow < indent.narrow):
		p.refuse(l.tokens[0], "python.tabs", "indent by spaces alone", "how deep the line is indented hangs on the size of tabs")
	case l.indent.wide > indent.wide:
		p.refuse(l.tokens[0], "python.indent", "indent it as the lines before it", "the line is indented without a block")
	}
}

// scope is what a block belongs to: a class whose fields are read, or anything else within which definitions do not
// count.
type scope struct {
	class       *Class
	function    bool // names bound here are the function's own
	conditional bool // within a compound statement of the module
}

// statement reads one logical line, and the block that belongs to it. It returns the decorators that wait for a
// definition.
func (p *parser) statement(tokens []token, decorators []Decorator, in *scope, first bool) []Decorator {
	if tokens[0].is("@") {
		return append(decorators, p.decorator(tokens))
	}
	switch head := keyword(tokens); {
	case head == "def":
		p.function(tokens, decorators, in)
	case head == "class":
		p.class(tokens, decorators, in)
	case len(decorators) > 0:
		p.refuse(tokens[0], "python.decorator", "put the decorator before a def or class", "a decorator stands before no definition")
	case p.compound(head, tokens):
		if end := colon(tokens); end > 0 && (in == nil || in.conditional) {
			p.head(tokens[:end])
		}
		p.suite(tokens, within(in))
	default:
		p.simple(tokens, in, first)
	}
	return nil
}

// within is the scope of the block of a compound statement.
func within(in *scope) *scope {
	switch {
	case in != nil && in.class != nil:
		return &scope{function: true}
	case in != nil:
		return in
	}
	return &scope{conditional: true}
}

// keyword is the word that a statement begins with, async left out.
func keyword(tokens []token) string {
	if tokens[0].word("async") && len(tokens) > 1 {
		tokens = tokens[1:]
	}
	if tokens[0].kind != nameToken {
		return ""
	}
	return tokens[0].text
}

// compound reports whether a line begins a compound statement: by its keyword, and by the colon at its end or before a
// simple statement. match, case and type are names elsewhere.
func (p *parser) compound(head string, tokens []token) bool {
	switch head {
	case "if", "elif", "else", "for", "while", "try", "except", "finally", "with":
		return true
	case "match", "case":
		return len(tokens) > 1 && colon(tokens) == len(tokens)-1 || head == "case" && colon(tokens) > 1
	}
	return false
}

// colon is the index of the colon that ends the head of a compound statement, −1 for none. Colons within brackets and of
// lambdas do not count.
func colon(tokens []token) int {
	depth, lambdas := 0, 0
	for i, t := range tokens {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case depth == 0 && t.word("lambda"):
			lambdas++
		case depth == 0 && t.is(":") && lambdas > 0:
			lambdas--
		case depth == 0 && t.is(":"):
			return i
		}
	}
	return -1
}

// suite reads what follows the colon: statements on the same line, or an indented block.
func (p *parser) suite(tokens []token, in *scope) {
	at := colon(tokens)
	if at < 0 {
		p.refuse(tokens[len(tokens)-1], "python.colon", "end the line with a colon", "the statement %q has no colon", tokens[0].text)
		return
	}
	if rest := tokens[at+1:]; len(rest) > 0 {
		p.simple(rest, in, true)
		return
	}
	if !p.indented(tokens) {
		p.refuse(tokens[at], "python.indent", "indent its block", "no block follows the colon")
		return
	}
	p.block(in)
}

// indented reports whether the next line is deeper than the one that the tokens are of.
func (p *parser) indented([]token) bool {
	return p.next < len(p.lines) && p.lines[p.next].indent.wide > p.lines[p.next-1].indent.wide
}

// literal decodes a text that is one or more strings side by side; ok is false where a part is computed or bytes.
func (p *parser) literal(tokens []token) (string, bool) {
	for _, t := range tokens {
		if t.kind != stringToken {
			return "", false
		}
	}
	if len(tokens) == 0 {
		return "", false
	}
	v, err := pyexpr.ParseLiteral("("+p.src[tokens[0].from:tokens[len(tokens)-1].to]+")", pyexpr.Limits{Bytes: maxBytes})
	text, ok := v.(pyexpr.String)
	return text.Value, ok && err == nil
}
