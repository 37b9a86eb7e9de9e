package doc

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/contractc/contractc/internal/diag"
)

// maxSections is how many syntax errors of one file are looked for.
const maxSections = 20

// yamlErrors reports a file that the library cannot read. To find more than
// the first problem, the top-level entry with the error is taken out and the
// rest is read again.
func yamlErrors(file, src string, err error, lim Limits) diag.List {
	r := newYAMLReader(file, src, lim)
	budget := probeBudget + 8*len(src)
	var root *yaml.Node
	for n := 0; err != nil && n < maxSections; n++ {
		p := newProbe(src, err, &budget)
		at := tokenStartOf(p.message, src, p.place())
		a := adviceOn(p.message, src[at:])
		r.found.add(characterAt(src, at), a.code, a.detail, "%s", a.summary)
		src = withoutSection(src, at)
		root, err = parseYAML([]byte(src))
	}
	if err == nil {
		r.src = src
		r.document(root)
	}
	return r.found.sorted()
}

// withoutSection empties the lines of the top-level entry that holds byte at,
// so that the other lines keep their numbers.
func withoutSection(src string, at int) string {
	start := sectionStart(src, at)
	end := start
	for {
		next := strings.IndexByte(src[end:], '\n')
		if next < 0 {
			end = len(src)
			break
		}
		end += next + 1
		if end > at && topLevel(src[end:]) {
			break
		}
	}
	return src[:start] + strings.Repeat("\n", strings.Count(src[start:end], "\n")) + src[end:]
}

// sectionStart returns the start of the top-level entry that holds byte at.
func sectionStart(src string, at int) int {
	start := strings.LastIndexByte(src[:at], '\n') + 1
	for start > 0 && !topLevel(src[start:]) {
		start = strings.LastIndexByte(src[:start-1], '\n') + 1
	}
	return start
}

// topLevel reports whether a line starts an entry at the left margin.
func topLevel(line string) bool {
	return line != "" && strings.IndexByte(" \t\r\n#]}", line[0]) < 0
}

// advice says in our words what the library's message means and what to do.
type advice struct{ has, code, summary, detail string }

// adviceOn returns what is known about a message and the text at its place.
func adviceOn(message, rest string) advice {
	if strings.HasPrefix(message, "found character that cannot start") && strings.HasPrefix(rest, "\t") {
		return advice{"", "yaml.tab", "tab between tokens", "indent and separate with spaces"}
	}
	if strings.HasPrefix(message, "did not find expected ','") && strings.HasPrefix(rest, "?") {
		return advice{"", "yaml.quote", "quote this: a text in brackets with a question mark",
			"YAML readers do not agree on it"}
	}
	if strings.HasPrefix(message, "could not find expected ':'") && strings.HasPrefix(rest, "-") {
		return advice{"", "yaml.syntax", "neither an item of a list nor a key", "put a space after the dash"}
	}
	for _, a := range [...]advice{
		{"mapping values are not allowed", "yaml.syntax", "a colon where no key can stand",
			`put the text in quotes if ": " belongs to it, or correct the indentation`},
		{"did not find expected key", "yaml.syntax", "this is neither a key of the map around it nor the end of the map",
			"correct the indentation, or put the whole text in quotes"},
		{"did not find expected '-' indicator", "yaml.syntax", "this is neither an item of the list around it nor the end of the list",
			"start it with a dash, or correct the indentation"},
		{"could not find expected ':'", "yaml.syntax", "a key without a colon",
			"write key: value, with a space after the colon"},
		{"found character that cannot start", "yaml.syntax", "a value cannot start with this character",
			"put the value in quotes"},
		{"found unexpected end of stream", "yaml.syntax", "the quoted text that starts here has no end",
			"add the closing quote"},
		{"found unexpected document indicator", "yaml.syntax", "a document marker inside a quoted text",
			"add the closing quote"},
		{"found unknown escape character", "yaml.syntax", "unknown escape in double quotes",
			`write a backslash as \\, or use single quotes`},
		{"did not find expected hexdecimal number", "yaml.syntax", "an escape without its hex digits",
			`\x takes two, \u four and \U eight`},
		{"found invalid Unicode character escape", "yaml.syntax", "an escape that is no character",
			`write characters above U+FFFF as \U with eight digits`},
		{"did not find expected ',' or", "yaml.syntax", "a bracket is not closed, or a comma is missing",
			"separate entries with commas and close the bracket"},
		{"did not find expected node content", "yaml.syntax", "a value is missing here",
			"write the value, or take out the comma or bracket"},
		{"block sequence entries are not allowed", "yaml.syntax", "a list cannot start here",
			"put its items on lines of their own"},
		{"block mapping", "yaml.syntax", "a map cannot start here", "put its entries on lines of their own"},
		{"found a tab character", "yaml.tab", "a tab where an indentation space is expected", "indent with spaces"},
		{"did not find expected comment or line break", "yaml.syntax", "text after the header of a block text",
			"write the text on the lines below"},
		{"indentation indicator equal to 0", "yaml.syntax", "an indentation of 0", "write 1 to 9, or nothing"},
		{"unknown anchor", "yaml.alias", "aliases are not used here", "write the value out where it is needed"},
		{"directive", "yaml.directive", "directives are not used here", "remove the line"},
		{"incompatible YAML document", "yaml.directive", "directives are not used here", "remove the line"},
		{"exceeded max depth", CodeLimitDepth, "nested too deep", "write it flatter"},
	} {
		if strings.Contains(message, a.has) {
			return a
		}
	}
	return advice{"", "yaml.syntax", "not readable as YAML: " + message, ""}
}

// tokenStartOf moves from the place at which an error shows to the start of
// what it is about.
func tokenStartOf(message, src string, at int) int {
	line := strings.LastIndexByte(src[:at], '\n') + 1
	first := min(blanks(src, line), at)
	switch {
	case strings.Contains(message, "irective"), strings.Contains(message, "incompatible"):
		return line
	case strings.Contains(message, "could not find expected ':'"):
		return first
	case strings.Contains(message, "escape"), strings.Contains(message, "hexdecimal"):
		return lastOf(src[line:min(at+1, len(src))], '\\', line, at)
	case strings.Contains(message, "unknown anchor"):
		return lastOf(src[line:at], '*', line, at)
	case strings.Contains(message, "did not find expected") && at < len(src):
		return collectionTokenStart(src, line, first, at)
	}
	return at
}

// collectionTokenStart is for what does not fit into the list or map around
// it: the colon of a key shows it, or the end of a quoted text.
func collectionTokenStart(src string, line, first, at int) int {
	switch c := src[at]; c {
	case ':':
		if !strings.ContainsAny(src[first:at], "[{,") {
			return first
		}
	case '"', '\'':
		return lastOf(src[line:at], c, line, at)
	}
	return at
}

// lastOf returns where a character stands last in a piece of the source that
// starts at line, and at if it does not.
func lastOf(piece string, c byte, line, at int) int {
	if i := strings.LastIndexByte(piece, c); i >= 0 {
		return line + i
	}
	return at
}

// characterAt returns the range of the character at a byte.
func characterAt(src string, at int) diag.Range {
	r := diag.At(diag.PositionAt(src, at))
	if at < len(src) && src[at] != '\n' {
		r.End.Column++
	}
	return r
}
