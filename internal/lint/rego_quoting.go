package lint

import "strings"

// regoQuoting reads a file of Rego from its start and says in what places stand. Raw
// texts, which may go over lines, have no escapes; annotations are comments whose
// words count.
type regoQuoting struct {
	text  string
	at    int
	where quoting
	quote byte // that ends a text: '"' or '`'; 0 outside

	row, last  int  // of the place, and of the last comment
	annotation bool // that comment is part of an annotation
	templates  bool
}

func newRegoQuoting(text string) *regoQuoting {
	templates := strings.Contains(text, `$"`) || strings.Contains(text, "$`")
	return &regoQuoting{text: text, templates: templates, last: -1}
}

// of is in what the byte at an offset stands, which is none before the last one that
// was asked for. Texts with expressions in them are not told apart from what is in
// them, so that everything is plain in a file with any.
func (q *regoQuoting) of(offset int) quoting {
	for q.at < offset {
		q.step()
	}
	if q.templates || q.where == comment && q.annotation {
		return plain
	}
	return q.where
}

func (q *regoQuoting) step() {
	c := q.text[q.at]
	q.at++
	switch {
	case c == '\n':
		q.row++
		if q.quote != '`' {
			q.quote, q.where = 0, plain
		}
	case q.where == comment:
	case q.quote == '"' && c == '\\' && q.at < len(q.text) && q.text[q.at] != '\n':
		q.at++
	case q.quote != 0 && c == q.quote:
		q.quote, q.where = 0, plain
	case q.quote != 0:
	case c == '"':
		q.quote, q.where = c, doubleQuoted
	case c == '`':
		q.quote = c
	case c == '#':
		q.comment()
	}
}

// comment begins a comment. What follows the word METADATA line by line is one
// annotation.
func (q *regoQuoting) comment() {
	q.where = comment
	line, _, _ := strings.Cut(q.text[q.at:], "\n")
	q.annotation = strings.TrimSpace(line) == "METADATA" || q.annotation && q.row == q.last+1
	q.last = q.row
}
