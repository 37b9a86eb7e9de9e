package doc

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// yamlReader walks over the library's tree and the source together. The tree
// says what comes next, the source where it is: between two scalars only
// spaces, comments and the expected punctuation may stand, so a place is
// either exact or the file is refused.
type yamlReader struct {
	src    string
	lim    Limits
	origin *source

	pos   int
	at    diag.Position // of pos
	nodes int
	found problems
	stop  bool // no more is read: places are lost or a limit is exceeded
}

func newYAMLReader(file, src string, lim Limits) *yamlReader {
	return &yamlReader{src: src, lim: lim, origin: &source{src}, found: problems{file: file}}
}

func (r *yamlReader) move(to int) {
	r.at = advance(r.src, r.pos, r.at, to)
	r.pos = to
}

// report adds an error about the source from byte from to byte to, neither
// before pos, and moves there.
func (r *yamlReader) report(to int, code, detail, format string, args ...any) {
	start := r.at
	r.move(to)
	r.found.add(diag.Range{Start: start, End: r.at}, code, detail, format, args...)
}

// lose ends the reading at a place that tree and source explain differently.
func (r *yamlReader) lose() {
	if !r.stop && r.found.count == 0 {
		r.report(r.pos, "yaml.unclear", "write it in another way, for example in quotes or on lines of its own",
			"this cannot be read without doubt")
	}
	r.stop = true
}

// space moves over white space and comments, and over what is refused but can
// be stepped over: tabs, tags, anchors, directives, question marks of keys.
func (r *yamlReader) space() {
	for r.pos < len(r.src) && r.step() {
	}
}

func (r *yamlReader) step() bool {
	switch c := r.src[r.pos]; {
	case c == ' ':
		r.pos++
		r.at.Column++
	case c == '\n' || c == '\r':
		r.move(r.pos + 1)
	case c == '\t':
		r.report(blanks(r.src, r.pos), "yaml.tab", "indent and separate with spaces", "tab between tokens")
	case c == '#':
		r.comment()
	case c == '!':
		r.report(r.wordEnd(), "yaml.tag", "remove it: types follow from the schema", "tags are not used here")
	case c == '&':
		r.report(r.wordEnd(), "yaml.anchor", "write the value out where it is needed", "anchors are not used here")
	case c == '%' && r.at.Column == 1:
		r.report(lineEnd(r.src, r.pos), "yaml.directive", "remove the line", "directives are not used here")
	case c == '?' && r.blankAt(r.pos+1):
		r.report(r.pos+1, "yaml.complex-key", "write the entry as key: value", "keys with a question mark are not used here")
	default:
		return false
	}
	return true
}

func (r *yamlReader) comment() {
	end := lineEnd(r.src, r.pos)
	if r.pos > 0 && !r.blankAt(r.pos-1) && r.at.Column > 1 {
		r.report(end, "yaml.comment", "put a space before the #", "a comment must not touch what stands before it")
		return
	}
	r.move(end)
}

// blankAt reports whether byte i is white space or the end.
func (r *yamlReader) blankAt(i int) bool {
	return i >= len(r.src) || strings.IndexByte(" \t\r\n", r.src[i]) >= 0
}

// wordEnd returns the end of the tag, anchor or alias at pos.
func (r *yamlReader) wordEnd() int {
	rest := r.src[r.pos:]
	if strings.HasPrefix(rest, "!<") {
		if end := strings.IndexByte(rest, '>'); end > 0 {
			return r.pos + end + 1
		}
	}
	if end := strings.IndexAny(rest, " \t\r\n,[]{}"); end > 0 {
		return r.pos + end
	}
	return len(r.src)
}

// expect moves over white space and the one byte c.
func (r *yamlReader) expect(c byte) bool {
	r.space()
	if r.stop || r.pos >= len(r.src) || r.src[r.pos] != c {
		return false
	}
	r.pos++
	r.at.Column++
	return true
}

// marker reports whether a document marker, --- or ..., stands at pos.
func (r *yamlReader) marker(text string) bool {
	return r.at.Column == 1 && strings.HasPrefix(r.src[r.pos:], text) && r.blankAt(r.pos+3)
}
