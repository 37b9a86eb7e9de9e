package shell

import (
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"
)

// word is a word as a command gets it. Of a word that is not known it is only
// known whether it is one word, or may become none or several.
type word struct {
	text   string
	known  bool
	single bool
}

// literal is the text of a word that nothing is computed in. What a shell may
// expand is not known, such as a pattern of file names, braces and the tilde.
func literal(w *syntax.Word) word {
	l := literals{single: true, known: true}
	for _, part := range w.Parts {
		l.part(part)
	}
	if l.known && l.expands() {
		l.known, l.single = false, false
	}
	return word{l.text.String(), l.known, l.single}
}

// literals collects the text of a word. bare is the text with a NUL for each
// character that is quoted.
type literals struct {
	text, bare    strings.Builder
	known, single bool
}

func (l *literals) part(p syntax.WordPart) {
	switch p := p.(type) {
	case *syntax.Lit:
		l.unquoted(p.Value)
	case *syntax.SglQuoted:
		l.known = l.known && !p.Dollar
		l.quoted(p.Value)
	case *syntax.DblQuoted:
		l.known = l.known && !p.Dollar
		for _, inner := range p.Parts {
			l.doubleQuoted(inner)
		}
		l.bare.WriteByte(0) // an empty text in quotes is a word
	case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp, *syntax.ExtGlob, *syntax.BraceExp:
		l.known, l.single = false, false
	default: // a process substitution becomes one word
		l.known = false
	}
}

func (l *literals) quoted(text string) {
	l.text.WriteString(text)
	l.bare.WriteString(strings.Repeat("\x00", len(text)))
}

func (l *literals) unquoted(text string) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\':
			l.text.WriteByte(text[i])
			l.bare.WriteByte(text[i])
		case i+1 == len(text): // a backslash at the end: shells differ
			l.known = false
		case text[i+1] == '\n':
			i++
		default:
			i++
			l.quoted(text[i : i+1])
		}
	}
}

func (l *literals) doubleQuoted(p syntax.WordPart) {
	lit, ok := p.(*syntax.Lit)
	if !ok {
		l.known = false
		if x, isParameter := p.(*syntax.ParamExp); isParameter && severalWords(x) {
			l.single = false
		}
		return
	}
	for i := 0; i < len(lit.Value); i++ {
		c := lit.Value[i]
		if c == '\\' && i+1 < len(lit.Value) && strings.IndexByte("$`\"\\\n", lit.Value[i+1]) >= 0 {
			if i++; lit.Value[i] == '\n' {
				continue
			}
			c = lit.Value[i]
		}
		l.quoted(string([]byte{c}))
	}
}

// severalWords reports whether a parameter in quotes can become no word or
// several, as "$@" does.
func severalWords(x *syntax.ParamExp) bool {
	return x.Param == nil || x.Param.Value == "@" || x.Index != nil || x.Excl || x.Names != 0 || x.Exp != nil
}

// expands reports whether a shell may make something else of what is not quoted.
func (l *literals) expands() bool {
	bare := l.bare.String()
	has := func(part string) bool { return strings.Contains(bare, part) }
	switch {
	case bare == "[": // the command
		return false
	case strings.ContainsAny(bare, "*?["), strings.ContainsFunc(bare, isOtherSpace):
		return true
	case has("{") && has("}") && (has(",") || has("..")):
		return true
	case len(bare) > 1 && bare[0] == '=' && bare[1] != '=': // the path of a command, in some shells
		return true
	}
	return strings.HasPrefix(bare, "~") || has("=~") || has(":~")
}

// isOtherSpace reports whether a character can be white space to a shell and not
// to the parser.
func isOtherSpace(c rune) bool { return c > unicode.MaxASCII && unicode.IsSpace(c) }
