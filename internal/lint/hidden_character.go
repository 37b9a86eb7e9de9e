package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// hiddenCharacter finds characters in the files of a bundle that cannot be seen,
// that move others, or that look like another: those that a card would show by
// their code points. In names it finds them also where they are escapes.
func hiddenCharacter() Rule {
	return Rule{
		ID: "hidden-character", Severity: schema.DiagnosticSeverityError,
		Summary: "A file holds a character that cannot be seen, that moves others, or that looks like another.",
		Check: func(p *Pass) {
			for _, lib := range p.Libraries {
				for _, file := range p.Catalog.Files(lib) {
					p.hidden(lib, file)
				}
			}
			p.hiddenNames()
		},
	}
}

// hidden reports the first such character of every line.
func (p *Pass) hidden(lib *index.Library, file string) {
	name := p.Catalog.Display(lib, file)
	text, err := p.Catalog.Text(lib, file)
	if err != nil {
		p.Skip(Place{File: name}, err.Error())
		return
	}
	var quotes *regoQuoting
	if strings.HasSuffix(file, ".rego") {
		quotes = newRegoQuoting(string(text))
	}
	number, start := 0, 0
	for line := range strings.Lines(string(text)) {
		number++
		if f, found := p.hiddenInLine(&hiddenLine{lib, file, name, strings.TrimRight(line, "\r\n"), number, start, quotes}); found {
			p.Report(f)
		}
		start += len(line)
	}
}

// hiddenLine is a line of a file.
type hiddenLine struct {
	lib           *index.Library
	file, name    string
	text          string
	number, start int          // of the line, and in bytes
	quotes        *regoQuoting // of a file of Rego
}

// hiddenInLine is the first such character of a line, with the changes that make all
// of the line visible that can be.
func (p *Pass) hiddenInLine(l *hiddenLine) (f Finding, found bool) {
	for done := 0; ; {
		offset, more := hiddenIn(l.text[done:])
		if !more {
			break
		}
		offset += done
		r, size := utf8.DecodeRuneInString(l.text[offset:])
		at := diag.Position{Line: l.number, Column: 1 + utf8.RuneCountInString(l.text[:offset])}
		place := Place{l.name, diag.Range{Start: at, End: diag.Position{Line: l.number, Column: at.Column + 1}}}
		if !found {
			f, found = hiddenFinding(place, r), true
		}
		f.Fix = asOne(f.Fix, p.visibleIn(l, place, offset, r))
		done = offset + size
	}
	return f, found
}

// visibleIn is the change that makes one character visible.
func (p *Pass) visibleIn(l *hiddenLine, at Place, offset int, r rune) *Fix {
	if l.quotes != nil {
		return visible(l.quotes.of(l.start+offset), at, r, true)
	}
	return visible(p.quotingOf(l.lib, l.file, at, l.text[:offset]), at, r, false)
}

// hiddenIn returns the offset in bytes of the first character of a line that
// would not be shown as it is. Words are judged whole, as on a card: a letter of
// another script among others looks like one of theirs.
func hiddenIn(line string) (offset int, found bool) {
	for start := 0; start < len(line); {
		end := start
		for end < len(line) && !ends(line[end]) {
			end++
		}
		word := line[start:end]
		if shown := render.Text(word); shown != word {
			return start + alike(word, shown), true
		}
		start = end + 1
	}
	return 0, false
}

// ends reports an ASCII character that is no part of a word; the backslash is
// one, as it is the sign of an escape.
func ends(c byte) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	return c >= ' ' && c < utf8.RuneSelf && c != 0x7f && !letter || c == '\t'
}

// alike is the length of what two texts begin with alike, in whole characters.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return n
}

func hiddenFinding(at Place, r rune) Finding {
	return Finding{
		Place: at, Message: fmt.Sprintf("the character U+%04X cannot be seen or told from another here", r),
		Help: fmt.Sprintf("remove it, or where a pattern or a test needs it write it as an escape, \"\\u%04X\"", r),
	}
}
