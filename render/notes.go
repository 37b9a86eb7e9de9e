package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contractc/contractc/internal/unicodedata"
)

// maxNotes is how many look-alikes of one value are told apart by name; the
// literal shows the code point of every one.
const maxNotes = 8

// Notes are what a reader should know of the characters of a value.
type notes struct {
	scripts    string // names of scripts that stand together in one word
	lookalikes []lookalike
	more       int      // look-alikes beyond maxNotes
	hosts      []string // host names in ASCII form, of those that are not ASCII
}

// A lookalike is a character outside ASCII that looks like one in it.
type lookalike struct {
	character rune
	ascii     byte
}

// notesOf collects the notes on all texts of a plain JSON value, its keys among
// them.
func notesOf(v any) notes {
	var n notes
	n.collect(v, 0)
	return n
}

func (n *notes) collect(v any, depth int) {
	if depth > maxDepth {
		return
	}
	switch v := v.(type) {
	case string:
		n.text(v)
	case []any:
		for _, item := range v {
			n.collect(item, depth+1)
		}
	case []string:
		for _, item := range v {
			n.text(item)
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			n.text(key)
			n.collect(v[key], depth+1)
		}
	}
}

func (n *notes) text(s string) {
	if isASCII(s) {
		return
	}
	quoted := Quote(s)
	seen := map[rune]bool{}
	for _, r := range s {
		if r < utf8.RuneSelf || seen[r] {
			continue
		}
		seen[r] = true
		escape := string(appendEscape(nil, r, literal))
		if ascii, ok := unicodedata.ASCIILookalike(r); ok && strings.Contains(quoted, escape) {
			n.lookalike(lookalike{r, ascii})
		}
	}
	n.mixture(s)
	n.host(s)
}

// lookalike notes a character, once for the value.
func (n *notes) lookalike(l lookalike) {
	switch {
	case slices.Contains(n.lookalikes, l):
	case len(n.lookalikes) == maxNotes:
		n.more++
	default:
		n.lookalikes = append(n.lookalikes, l)
	}
}

// mixture notes the scripts of the first word whose letters are of scripts that
// do not belong together.
func (n *notes) mixture(s string) {
	for pos := 0; pos < len(s) && n.scripts == ""; {
		end, letters := wordLetters(s, pos)
		if letters&^wordScripts(letters) != 0 {
			n.scripts = strings.Join(letters.Names(), ", ")
		}
		pos = max(end, pos+1)
	}
}

// wordLetters returns the end of the word at pos and the scripts of its letters,
// shown or not.
func wordLetters(s string, pos int) (end int, letters unicodedata.Scripts) {
	for end = pos; end < len(s); {
		r, size := utf8.DecodeRuneInString(s[end:])
		a := unicodedata.AppearanceOf(r)
		if a.Kind == unicodedata.Hidden || a.Kind == unicodedata.Symbol {
			break
		}
		if a.Kind == unicodedata.Letter {
			letters |= a.Script
		}
		end += size
	}
	return end, letters
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// codePoint returns a character's code point as U+0430.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}

// host notes the ASCII form of the host name in a URL or in an address, if it is
// not ASCII.
func (n *notes) host(s string) {
	name, ok := hostOf(s)
	if !ok || isASCII(name) {
		return
	}
	if ascii, ok := asciiHost(name); ok && len(n.hosts) < maxNotes && !slices.Contains(n.hosts, ascii) {
		n.hosts = append(n.hosts, ascii)
	}
}

// hostOf finds the host name of a text such as https://user@host:1/path or
// name@host.
func hostOf(s string) (string, bool) {
	_, rest, isURL := strings.Cut(s, "://")
	if !isURL {
		rest = s
	}
	if i := strings.IndexAny(rest, "/?# \t\r\n"); i >= 0 && isURL {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	} else if !isURL {
		return "", false
	}
	if i := strings.IndexAny(rest, "/:?# >,;"); i >= 0 {
		rest = rest[:i]
	}
	return rest, rest != ""
}
