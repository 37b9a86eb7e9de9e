package outputcontract

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/markdown"
	"github.com/contractc/contractc/schema"
)

// sections is what a contract says of headings.
type sections struct {
	level    int
	preamble bool
	others   bool
	headings []schema.OutputSection
	index    map[string]int // by heading
	letters  map[string]int // the first, by the letters of the heading
}

// defaultLevel is the level of headings where the contract does not say.
const defaultLevel = 2

func newSections(s *schema.OutputSections) *sections {
	made := &sections{level: defaultLevel, preamble: isTrue(s.Preamble), others: isTrue(s.Others), headings: s.Headings, index: map[string]int{}, letters: map[string]int{}}
	if s.Level != nil {
		made.level = int(*s.Level)
	}
	for i := range slices.Backward(s.Headings) {
		made.index[s.Headings[i].Heading] = i
		if words := letters(s.Headings[i].Heading); words != "" {
			made.letters[words] = i
		}
	}
	return made
}

func isTrue(b *bool) bool { return b != nil && *b }

// Marks is what stands before the headings of a contract.
func Marks(s *schema.OutputSections) string { return strings.Repeat("#", newSections(s).level) + " " }

// marks is what stands before a heading.
func (s *sections) marks() string { return strings.Repeat("#", s.level) + " " }

// section is a section of a reply.
type section struct {
	contract int // index of the heading in the contract; −1 for another heading
	line     int
	start    int // of the heading
	from, to int // of what stands below it
}

// sectionReader holds one text against a contract's sections.
type sectionReader struct {
	*sections
	text     string
	document *markdown.Document
	found    []section
	has      []bool // by heading of the contract: it stands in the text
	fence    int    // the first fence that was not looked at
	problemList
}

// problemList keeps problems up to a limit and counts them all.
type problemList struct {
	problems []Problem
	count    int
}

// maxKept is how many problems of one kind of check are kept.
const maxKept = 10_000

func (l *problemList) keep(p Problem) {
	if l.count++; len(l.problems) < maxKept {
		l.problems = append(l.problems, p)
	}
}

// check reads the sections of a text and lists what is wrong with them, in the
// order of the text; what is missing comes last.
func (s *sections) check(text string) *sectionReader {
	r := &sectionReader{sections: s, text: text, document: markdown.Read(text), has: make([]bool, len(s.headings))}
	r.split()
	r.checkMissing()
	r.checkPreamble()
	r.checkHeadings()
	for i := range r.found {
		r.checkBody(&r.found[i])
	}
	slices.SortStableFunc(r.problems, byOffset)
	return r
}

// byOffset orders problems by their place; those without one come last.
func byOffset(a, b Problem) int {
	if (a.Offset < 0) != (b.Offset < 0) {
		return b.Offset - a.Offset
	}
	return a.Offset - b.Offset
}

// split divides the text at the headings of the contract's level and above.
func (r *sectionReader) split() {
	for _, h := range r.document.Headings {
		if h.Level > r.level {
			continue
		}
		if n := len(r.found); n > 0 {
			r.found[n-1].to = h.Start
		}
		at := section{contract: -1, line: h.Line, start: h.Start, from: h.End, to: len(r.text)}
		if i, ok := r.index[h.Text]; ok && h.Level == r.level {
			at.contract, r.has[i] = i, true
		}
		r.found = append(r.found, at)
	}
}

// add adds a problem at a line; with no line its place is found by the offset.
func (r *sectionReader) add(code Code, heading string, line, offset int, slots ...Slot) {
	p := Problem{Code: code, Heading: heading, Offset: offset, Slots: slots}
	if line > 0 {
		p.Position = diag.Position{Line: line, Column: 1}
	}
	r.keep(p)
}

// checkPreamble finds text before the first heading.
func (r *sectionReader) checkPreamble() {
	if len(r.found) == 0 || r.preamble {
		return
	}
	end := r.found[0].start
	before := strings.TrimPrefix(r.text[:end], "\uFEFF")
	if rest := strings.TrimLeft(before, " \t\r\n"); rest != "" {
		r.add(SectionPreamble, "", 0, end-len(rest))
	}
}

// lineBreaks counts the lines that end in a text.
func lineBreaks(s string) int {
	return strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
}

// checkHeadings finds headings that are not asked for, stand twice or stand
// behind one that comes later.
func (r *sectionReader) checkHeadings() {
	seen := make([]bool, len(r.headings))
	last := -1
	for i := range r.found {
		at := &r.found[i]
		if at.contract < 0 {
			r.other(at)
			continue
		}
		name := r.headings[at.contract].Heading
		switch {
		case seen[at.contract]:
			r.add(SectionTwice, name, at.line, at.start, Slot{"heading", r.shown(name)})
		case at.contract < last:
			r.add(SectionOrder, name, at.line, at.start, Slot{"heading", r.shown(name)}, Slot{"before", r.shown(r.headings[last].Heading)})
		}
		seen[at.contract], last = true, max(last, at.contract)
	}
}

// other reports a heading that is not the contract's, unless it is nearly one
// that is missing, which is reported there.
func (r *sectionReader) other(at *section) {
	if r.others {
		return
	}
	written := r.line(at.start)
	if i := r.near(headingText(written)); i >= 0 && !r.has[i] {
		return
	}
	r.add(SectionUnexpected, "", at.line, at.start, Slot{"heading", quoted(written)})
}

// shown is a heading of the contract as it must be written.
func (r *sectionReader) shown(heading string) string { return quoted(r.marks() + heading) }

// line is the line that begins at a place.
func (r *sectionReader) line(at int) string {
	line := r.text[at:]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	return line
}

// maxQuoted is how many characters of a reply's text are shown in a problem.
const maxQuoted = 80

// quoted quotes text from outside and cuts what is too long.
func quoted(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxQuoted {
			return strconv.Quote(s[:i]) + " and " + strconv.Itoa(utf8.RuneCountInString(s[i:])) + " more characters"
		}
	}
	return strconv.Quote(s)
}
