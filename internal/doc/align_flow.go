package doc

import (
	"strings"
	"unicode/utf8"
)

// flow walks over a plain or quoted scalar, whose lines are folded; char
// matches what is not a fold.
func (a *aligner) flow(char func() bool) bool {
	for !a.done() {
		ok := false
		if first := blanks(a.src, a.pos); lineBreak(a.src, first) > 0 {
			ok = a.fold(first)
		} else {
			ok = char()
		}
		if !ok {
			return false
		}
	}
	a.reach(a.pos)
	return true
}

// fold matches line breaks, the first at byte first, and the blanks around
// them: one break is a space, of several all but the first are line breaks.
func (a *aligner) fold(first int) bool {
	a.pos = blanks(a.src, first+lineBreak(a.src, first))
	if lineBreak(a.src, a.pos) == 0 {
		return a.take(" ", first)
	}
	return a.breaks()
}

// breaks matches each line break at pos with a line break of the text.
func (a *aligner) breaks() bool {
	for {
		size := lineBreak(a.src, a.pos)
		if size == 0 {
			return true
		}
		if !a.take("\n", a.pos) {
			return false
		}
		a.pos = blanks(a.src, a.pos+size)
	}
}

func (a *aligner) plainChar() bool { return a.char() }

func (a *aligner) singleChar() bool {
	if strings.HasPrefix(a.src[a.pos:], "''") {
		a.pos += 2
		return a.take("'", a.pos-2)
	}
	return !strings.HasPrefix(a.src[a.pos:], "'") && a.char()
}

func (a *aligner) doubleChar() bool {
	switch {
	case a.pos >= len(a.src) || a.src[a.pos] == '"':
		return false
	case a.src[a.pos] != '\\':
		return a.char()
	case lineBreak(a.src, a.pos+1) > 0:
		return a.continuation()
	}
	text, size := yamlEscape(a.src[a.pos:])
	if size == 0 || !a.take(text, a.pos) {
		return false
	}
	a.pos += size
	return true
}

// continuation skips an escaped line break and the blanks after it; breaks of
// blank lines that follow are kept.
func (a *aligner) continuation() bool {
	a.pos = blanks(a.src, a.pos+1+lineBreak(a.src, a.pos+1))
	return a.breaks()
}

// continuations skips escaped line breaks after the last code point.
func (a *aligner) continuations() bool {
	for a.text == "" && a.pos < len(a.src) && a.src[a.pos] == '\\' && lineBreak(a.src, a.pos+1) > 0 {
		if !a.continuation() {
			return false
		}
	}
	return true
}

// yamlEscape decodes the escape at the start of s, which begins with a
// backslash, and returns its length in bytes, 0 if it is not one.
func yamlEscape(s string) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	const names, values = "0abt\tnvfre \"/\\N_LP", "\x00\a\b\t\t\n\v\f\r\x1b \"/\\\u0085\u00a0\u2028\u2029"
	if i := strings.IndexByte(names, s[1]); i >= 0 {
		return string([]rune(values)[i]), 2
	}
	digits := 1 << (1 + strings.IndexByte("xuU", s[1])) // 2, 4 or 8
	if digits == 1 || len(s) < 2+digits {
		return "", 0
	}
	var r rune
	for _, c := range []byte(s[2 : 2+digits]) {
		d, ok := hexDigit(c)
		if !ok || r > utf8.MaxRune {
			return "", 0
		}
		r = r<<4 | d
	}
	return string(r), 2 + digits
}

// json walks over a JSON string.
func (a *aligner) json() bool {
	for !a.done() {
		if a.pos >= len(a.src) || a.src[a.pos] == '"' || !a.jsonChar() {
			return false
		}
	}
	a.reach(a.pos)
	return true
}

func (a *aligner) jsonChar() bool {
	if a.src[a.pos] != '\\' {
		r, size := utf8.DecodeRuneInString(a.src[a.pos:])
		a.pos += size
		return a.take(string(r), a.pos-size)
	}
	text, size := jsonEscape(a.src[a.pos:])
	a.pos += size
	return size > 0 && a.take(text, a.pos-size)
}

// jsonEscape decodes the escape at the start of s and returns its length.
func jsonEscape(s string) (string, int) {
	r := jsonReader{src: s, opt: JSONOptions{Tolerant: true}, place: place{line: 1}}
	var b strings.Builder
	size, err := r.escape(&b, 0)
	if err != nil {
		return "", 0
	}
	return b.String(), size
}
