package render

import "github.com/contractc/contractc/schema"

// A line is text under construction in which it is known what came from
// outside: each output format sets that apart in its own way.
//
// Where there is no room for long outside texts, cut is the greatest length of
// one, and shorten writes in its place how long it is.
type line struct {
	text    []byte
	outside []span
	cut     int
	shorten func(size int)
}

// A span is a piece of a line's text, from its first byte to before its end.
type span struct{ start, end int32 }

// words appends words of ours.
func (l *line) words(s string) { l.text = append(l.text, s...) }

// quote appends an outside text as a literal.
func (l *line) quote(s string) {
	start := len(l.text)
	l.text = AppendQuote(l.text, s)
	l.mark(start)
}

// code appends an expression as it is written; an empty one as "".
func (l *line) code(s string) {
	if s == "" {
		l.quote(s)
		return
	}
	start := len(l.text)
	l.text = AppendCode(l.text, s)
	l.mark(start)
}

// said appends a running text whose author is named beside it; an empty one as "".
func (l *line) said(s string) {
	if s == "" {
		l.quote(s)
		return
	}
	start := len(l.text)
	l.text = appendEscaped(l.text, s, running)
	l.mark(start)
}

// name appends a name as it is if it is in the characters of names, dots,
// slashes and hyphens, and quoted otherwise.
func (l *line) name(s string) {
	if !plainName(s) {
		l.quote(s)
		return
	}
	start := len(l.text)
	l.text = append(l.text, s...)
	l.mark(start)
}

func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-' && c != '/' && c != '@' && c != ':' && c != '+' {
			return false
		}
	}
	return s != "" && len(s) <= 256
}

// value appends a typed literal.
func (l *line) value(v schema.Value) error {
	start := len(l.text)
	text, err := AppendLiteral(l.text, v)
	if err != nil {
		return err
	}
	l.text = text
	l.mark(start)
	return nil
}

// inSentence appends a literal without the words that tell its type: those of a
// reviewed text stand around it.
func (l *line) inSentence(v schema.Value) error {
	switch v := v.(type) {
	case *schema.PathPrefixValue:
		l.quote(v.Prefix)
	case *schema.DirectoryValue:
		l.quote(v.Directory)
	case *schema.EnumValue:
		l.quote(v.Text)
	case *schema.ClassReferenceValue:
		start := len(l.text)
		l.text = appendDotted(l.text, v.ClassName)
		l.mark(start)
	default:
		return l.value(v)
	}
	return nil
}

// json appends a plain JSON value.
func (l *line) json(v any) error {
	start := len(l.text)
	text, err := AppendJSON(l.text, v)
	if err != nil {
		return err
	}
	l.text = text
	l.mark(start)
	return nil
}

// mark notes that the text from start on came from outside.
func (l *line) mark(start int) {
	if size := len(l.text) - start; l.cut > 0 && size > l.cut {
		l.text = l.text[:start]
		l.shorten(size)
		return
	}
	l.outside = append(l.outside, span{int32(start), int32(len(l.text))})
}

// A mark is a place to go back to.
type mark struct{ text, outside int }

func (l *line) here() mark { return mark{len(l.text), len(l.outside)} }

// back removes what was appended since the mark.
func (l *line) back(m mark) { l.text, l.outside = l.text[:m.text], l.outside[:m.outside] }
