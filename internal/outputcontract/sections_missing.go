package outputcontract

import (
	"strings"
	"unicode"

	"github.com/contractc/contractc/internal/markdown"
)

// checkMissing reports headings that are missing, in the contract's order. Where
// a line is nearly the heading, it is named.
func (r *sectionReader) checkMissing() {
	var missing []int
	for i := range r.headings {
		if !r.has[i] {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return
	}
	near := r.nearLines()
	for _, i := range missing {
		name := r.headings[i].Heading
		at, written := near[i]
		switch {
		case written:
			r.add(SectionNear, name, at.line, at.start, Slot{"heading", r.shown(name)}, Slot{"written", quoted(r.line(at.start))})
		case !isTrue(r.headings[i].Optional):
			r.add(SectionMissing, name, 0, -1, Slot{"heading", r.shown(name)})
		}
	}
}

// nearLines finds the first line that is nearly each heading: a heading of any
// level, or a line that is bold or ends with a colon.
func (r *sectionReader) nearLines() map[int]section {
	near := map[int]section{}
	note := func(text string, at section) {
		if i := r.near(text); i >= 0 {
			if _, known := near[i]; !known {
				near[i] = at
			}
		}
	}
	for _, h := range r.document.Headings {
		if h.Level != r.level || !r.known(h.Text) {
			note(h.Text, section{line: h.Line, start: h.Start})
		}
	}
	outside := fencesPassed{fences: r.document.Fences}
	for at, line := 0, 1; at < len(r.text); line++ {
		text := r.line(at)
		if trimmed := strings.TrimSpace(text); !outside.inside(at) && len(trimmed) < maxHeading && (strings.HasPrefix(trimmed, "**") || strings.HasPrefix(trimmed, "__") || strings.HasSuffix(trimmed, ":")) {
			note(trimmed, section{line: line, start: at})
		}
		at += len(text)
		switch {
		case strings.HasPrefix(r.text[at:], "\r\n"):
			at += 2
		case at < len(r.text):
			at++
		}
	}
	return near
}

// maxHeading is how long a line may be, in bytes, that is compared with headings.
const maxHeading = 200

// fencesPassed says of places in increasing order whether they stand in a fence.
type fencesPassed struct{ fences []markdown.Fence }

func (p *fencesPassed) inside(at int) bool {
	for len(p.fences) > 0 && p.fences[0].End <= at {
		p.fences = p.fences[1:]
	}
	return len(p.fences) > 0 && p.fences[0].Start <= at
}

func (r *sectionReader) known(heading string) bool {
	_, ok := r.index[heading]
	return ok
}

// headingText is a heading without its marks.
func headingText(line string) string { return strings.Trim(line, "# \t") }

// near is the heading of the contract that a text is the same as but for letter
// case, numbers, punctuation and marks; −1 for none.
func (r *sectionReader) near(text string) int {
	if i, ok := r.sections.letters[letters(text)]; ok {
		return i
	}
	return -1
}

// letters are the letters of a text in lower case.
func letters(text string) string {
	if len(text) > maxHeading {
		return ""
	}
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
}
