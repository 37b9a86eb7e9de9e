package markdown

import "strings"

// cursor moves through the beginning of a line. Columns count from 0, a tab
// reaches up to the next multiple of 4.
type cursor struct {
	text    string
	at      int // byte offset
	column  int
	entered int // where the content of the innermost list or quote begins
}

// blank reports whether only white space follows.
func (c cursor) blank() bool { return strings.TrimLeft(c.text[c.at:], " \t") == "" }

// indent is the column of the next character that is no white space.
func (c cursor) indent() int {
	c.space()
	return c.column
}

// space passes white space.
func (c *cursor) space() {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case ' ':
			c.column++
		case '\t':
			c.column += 4 - c.column%4
		default:
			return
		}
		c.at++
	}
}

// rest is what follows, without the white space around it.
func (c *cursor) rest() string {
	c.space()
	return strings.TrimRight(c.text[c.at:], " \t")
}

// listMarker passes the marker of a list item, if there is one. Behind text only
// a bullet or the number 1 begins a list.
func (c *cursor) listMarker(paragraph bool) bool {
	width := markerWidth(c.text[c.at:], paragraph)
	if width == 0 {
		return false
	}
	c.at, c.column = c.at+width, c.column+width
	before := *c
	c.space()
	switch {
	case c.at == len(c.text), c.column-before.column > 4: // the content is empty, or indented code
		*c = before
		c.column++
		c.at = min(c.at+1, len(c.text))
	}
	c.entered = c.column
	return true
}

// markerWidth is how many characters the marker of a list item has.
func markerWidth(rest string, paragraph bool) int {
	width := 0
	switch {
	case rest == "":
		return 0
	case strings.IndexByte("-+*", rest[0]) >= 0:
		width = 1
	default:
		for width < len(rest) && width < 9 && rest[width] >= '0' && rest[width] <= '9' {
			width++
		}
		if width == 0 || width == len(rest) || rest[width] != '.' && rest[width] != ')' || paragraph && rest[:width] != "1" {
			return 0
		}
		width++
	}
	empty := strings.TrimLeft(rest[width:], " \t") == ""
	if empty && paragraph || width < len(rest) && rest[width] != ' ' && rest[width] != '\t' {
		return 0
	}
	return width
}

// quoteMarker passes the mark of a quote.
func (c *cursor) quoteMarker() bool {
	c.space()
	if c.at == len(c.text) || c.text[c.at] != '>' {
		return false
	}
	c.at, c.column = c.at+1, c.column+1
	if c.at < len(c.text) && c.text[c.at] == ' ' {
		c.at, c.column = c.at+1, c.column+1
	}
	c.entered = c.column
	return true
}
