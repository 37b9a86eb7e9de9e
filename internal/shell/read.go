package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Text reads shell text that runs in a directory, which may be empty where it is
// the working directory.
func (t *Table) Text(text, directory string) *Reading {
	r := &reader{table: t, out: &Reading{}}
	r.text(text, directory, false)
	return r.out
}

// Words reads a program with its arguments, which no shell reads before.
func (t *Table) Words(words []string, directory string) *Reading {
	r := &reader{table: t, out: &Reading{}}
	r.source = strings.Join(words, " ")
	from := r.mark()
	list := make([]word, len(words))
	for i, text := range words {
		if strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
			r.unknown(r.source, notText)
			return r.out
		}
		list[i] = word{text: text, known: true, single: true}
	}
	if len(r.source) > t.Limits.Bytes {
		r.unknown(r.source, tooLong)
		return r.out
	}
	r.program(list, r.source)
	r.settle(from, directory)
	return r.out
}

// reader reads one text and those within it.
type reader struct {
	table *Table
	out   *Reading
	words int // of all commands so far
	shell int // how many programs run the present one
	part
}

// part is what is known of the text that is read at present.
type part struct {
	source   string
	moves    int      // how often the directory is changed
	lost     bool     // it may be changed otherwise
	declared []string // names that get another meaning
	quoted   bool     // it stands in double quotes
}

// maxUnknown is how many parts that are not known are told: more of them change
// nothing that can be said of the text.
const maxUnknown = 64

func (r *reader) unknown(text string, why reason) {
	if r.lost = true; len(r.out.Unknown) == maxUnknown {
		return
	}
	r.out.Unknown = append(r.out.Unknown, Unknown{text, r.table.Reasons[string(why)]})
}

// text reads a text of its own, whose directory and names matter to it alone. A
// portable one may be read by a shell that is not Bash.
func (r *reader) text(source, directory string, portable bool) {
	outer := r.part
	r.part = part{source: source}
	from := r.mark()
	if why := r.refuses(source); why != "" {
		r.unknown(source, why)
	} else if file, err := parse(source); err != nil {
		r.unknown(source, unparsed)
	} else {
		if portable && !isPortable(file, source) {
			r.unknown(source, otherShell)
		}
		r.statements(file.Stmts)
		if led := leadingDirectory(file); led != "" && r.moves == 1 && !r.lost {
			directory, r.moves = led, 0
		}
	}
	r.settle(from, directory)
	r.part = outer
}

func parse(source string) (file *syntax.File, err error) { return parseAs(source, syntax.LangBash) }

func parseAs(source string, language syntax.LangVariant) (file *syntax.File, err error) {
	return syntax.NewParser(syntax.Variant(language)).Parse(strings.NewReader(source), "")
}

// refuses says why a text is not even parsed. Control characters other than tab
// and newline are read differently by different shells, and a carriage return by
// the parser and the shell.
func (r *reader) refuses(source string) reason {
	depth := 0
	switch {
	case len(source) > r.table.Limits.Bytes:
		return tooLong
	case !utf8.ValidString(source):
		return notText
	case hasOddContinuation(source):
		return unparsed
	}
	for _, c := range source {
		switch {
		case c == '(' || c == '{' || c == '[':
			if depth++; depth > r.table.Limits.Nesting {
				return tooDeep
			}
		case c == ')' || c == '}' || c == ']':
			depth = max(0, depth-1)
		case c != '\t' && c != '\n' && unicode.IsControl(c):
			return notText
		}
	}
	return ""
}

// hasOddContinuation reports whether a line goes on behind a backslash where the
// parser and Bash do not agree on that: in what may be a comment, behind another
// backslash and between backquotes.
func hasOddContinuation(source string) bool {
	if !strings.Contains(source, "\\\n") {
		return false
	}
	for line := range strings.Lines(source) {
		if body, ok := strings.CutSuffix(line, "\\\n"); ok && (strings.Contains(body, "#") || strings.HasSuffix(body, `\`)) {
			return true
		}
	}
	return strings.Contains(source, "`")
}

// leadingDirectory is the directory in which all of a text runs because it
// begins with a change to it on which everything else depends.
func leadingDirectory(file *syntax.File) string {
	if len(file.Stmts) != 1 {
		return ""
	}
	s, chained := file.Stmts[0], false
	for {
		binary, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok || len(s.Redirs) > 0 || s.Negated {
			break
		}
		if binary.Op != syntax.AndStmt {
			return ""
		}
		s, chained = binary.X, true
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || !chained || len(call.Assigns) > 0 || len(call.Args) != 2 || len(s.Redirs) > 0 || s.Negated || s.Background {
		return ""
	}
	name, directory := literal(call.Args[0]), literal(call.Args[1])
	if !name.known || name.text != "cd" || !directory.known || !strings.HasPrefix(directory.text, "/") {
		return ""
	}
	return directory.text
}
