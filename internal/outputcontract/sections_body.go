package outputcontract

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/markdown"
)

// checkBody holds what stands below a heading against the contract.
func (r *sectionReader) checkBody(at *section) {
	fences := r.fencesIn(at)
	for _, f := range fences {
		if !f.Closed && f.End == len(r.text) && !f.Nested {
			r.add(SectionOpenFence, r.name(at), f.Line, f.Start, Slot{"heading", r.shownName(at)})
		}
	}
	if at.contract < 0 {
		return
	}
	body := trimBlank(r.text[at.from:at.to])
	if body == "" {
		if !isTrue(r.headings[at.contract].MayBeEmpty) {
			r.add(SectionEmpty, r.name(at), at.line, at.start, Slot{"heading", r.shownName(at)})
		}
		return
	}
	r.checkLength(at, body)
	r.checkFences(at, fences)
	r.checkOnlyFence(at, body, fences)
}

// name is the heading of a section of the contract.
func (r *sectionReader) name(at *section) string {
	if at.contract < 0 {
		return ""
	}
	return r.headings[at.contract].Heading
}

func (r *sectionReader) shownName(at *section) string {
	if at.contract < 0 {
		return quoted(r.line(at.start))
	}
	return r.shown(r.name(at))
}

// fencesIn returns the fences that begin in a section; sections are asked for in
// their order.
func (r *sectionReader) fencesIn(at *section) []markdown.Fence {
	all := r.document.Fences
	for r.fence < len(all) && all[r.fence].Start < at.from {
		r.fence++
	}
	first := r.fence
	for r.fence < len(all) && all[r.fence].Start < at.to {
		r.fence++
	}
	return all[first:r.fence]
}

// trimBlank removes blank lines and line breaks at both ends.
func trimBlank(s string) string {
	end := len(strings.TrimRight(s, " \t\r\n"))
	s = s[:end]
	for {
		i := strings.IndexAny(s, "\r\n")
		if i < 0 || strings.Trim(s[:i], " \t") != "" {
			return s
		}
		s = s[i+1:]
	}
}

// bound is a bound on the length of a section.
type bound struct {
	limit *int64
	code  Code
	unit  string
	count func(string) int
}

// checkLength counts characters, words and lines where they are bounded.
func (r *sectionReader) checkLength(at *section, body string) {
	s := &r.headings[at.contract]
	for _, b := range []bound{
		{s.MinCharacters, SectionShort, "character", utf8.RuneCountInString}, {s.MaxCharacters, SectionLong, "character", utf8.RuneCountInString},
		{s.MinWords, SectionShort, "word", words}, {s.MaxWords, SectionLong, "word", words},
		{s.MinLines, SectionShort, "line", lines}, {s.MaxLines, SectionLong, "line", lines},
	} {
		if b.limit == nil {
			continue
		}
		n := b.count(body)
		if b.code == SectionShort && int64(n) >= *b.limit || b.code == SectionLong && int64(n) <= *b.limit {
			continue
		}
		r.add(b.code, s.Heading, at.line, at.start, Slot{"heading", r.shown(s.Heading)},
			Slot{"limit", strconv.FormatInt(*b.limit, 10)}, Slot{"unit", plural(b.unit, *b.limit)}, Slot{"count", strconv.Itoa(n)})
	}
}

// plural is the word for a number of things.
func plural(unit string, n int64) string {
	if n == 1 {
		return unit
	}
	return unit + "s"
}

// words counts what stands between white space.
func words(s string) int {
	n := 0
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}

// lines counts the lines of a text without blank lines at its ends.
func lines(s string) int { return 1 + lineBreaks(s) }

// The words for fences in a contract that are no languages.
const (
	PlainFence = "plain" // a fence without a language
	NoFence    = "none"  // no fence
)

// checkFences holds the languages of fences against those that are allowed.
func (r *sectionReader) checkFences(at *section, fences []markdown.Fence) {
	allowed := r.headings[at.contract].Fences
	if len(allowed) == 0 {
		return
	}
	for _, f := range fences {
		language := f.Language
		if language == "" {
			language = PlainFence
		}
		if language == NoFence || !slices.Contains(allowed, language) {
			r.add(SectionFence, r.name(at), f.Line, f.Start, Slot{"heading", r.shownName(at)}, Slot{"language", quoted(language)}, Slot{"allowed", strings.Join(allowed, ", ")})
		}
	}
}

// checkOnlyFence requires one fence with nothing around it.
func (r *sectionReader) checkOnlyFence(at *section, body string, fences []markdown.Fence) {
	if !isTrue(r.headings[at.contract].OnlyFence) {
		return
	}
	if len(fences) == 1 && !fences[0].Nested {
		around := r.text[at.from:fences[0].Start] + r.text[min(fences[0].End, at.to):at.to]
		if strings.Trim(around, " \t\r\n") == "" {
			return
		}
	}
	r.add(SectionNoFence, r.name(at), at.line, at.start, Slot{"heading", r.shownName(at)})
}
