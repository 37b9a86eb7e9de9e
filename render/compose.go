package render

import (
	"strings"
)

// A composer writes the blocks of one card.
type composer struct {
	*Document
	in    *CardInput
	r     *Renderer
	state // what was assumed when the decision was written
	found state
	outer int // added to the level of blocks that are not indented below a heading
}

// A state is what the top of a card says of the rest of it.
type state struct {
	codeOnly bool // a part has no trusted description
	tooDeep  bool // a value is nested too deep to be shown
	needed   int  // how long the whole text would be, if that is too long
	minimal  bool // even without long values it is
}

// An argument is a value for a slot of a message. Exactly one way of showing it
// is chosen by show.
type argument struct {
	show func(l *line, s string)
	text string
}

func asQuote(s string) argument { return argument{(*line).quote, s} }
func asCode(s string) argument  { return argument{(*line).code, s} }
func asSaid(s string) argument  { return argument{(*line).said, s} }
func asName(s string) argument  { return argument{(*line).name, s} }
func asWords(s string) argument { return argument{(*line).words, s} }

// message appends a fixed text with its slots filled, in the order of the table.
func (c *composer) message(id messageID, arguments ...argument) {
	parts := c.r.locale.texts[id]
	for i := range parts {
		if p := &parts[i]; p.slot == "" {
			c.words(p.words)
		} else {
			a := &arguments[p.offset]
			a.show(&c.line, a.text)
		}
	}
}

// wordsOf returns a fixed text that has no slots.
func (c *composer) wordsOf(id messageID) string {
	text := ""
	for _, p := range c.r.locale.texts[id] {
		text += p.words
	}
	return text
}

// begin begins a block; end ends it.
func (c *composer) begin(kind blockKind, level int) {
	const indent = "        "
	switch kind {
	case titleBlock:
	case headingBlock:
		c.words("\n")
	case itemBlock:
		c.words(indent[:2*level])
		c.words("- ")
	default:
		c.words(indent[:2*level])
	}
	c.blocks = append(c.blocks, block{kind: kind, level: int8(level + c.outer), start: int32(len(c.text))})
}

func (c *composer) end() {
	c.blocks[len(c.blocks)-1].end = int32(len(c.text))
	c.words("\n")
}

// heading writes a heading.
func (c *composer) heading(id messageID) {
	c.begin(headingBlock, 0)
	c.message(id)
	c.end()
}

// statement writes a fixed sentence.
func (c *composer) statement(level int, id messageID, arguments ...argument) {
	c.begin(statementBlock, level)
	c.message(id, arguments...)
	c.end()
}

// item writes a fixed sentence as an element of a list.
func (c *composer) item(level int, id messageID, arguments ...argument) {
	c.begin(itemBlock, level)
	c.message(id, arguments...)
	c.end()
}

// field begins a field with a fixed label; the value and end follow.
func (c *composer) field(level int, label messageID, arguments ...argument) {
	c.begin(fieldBlock, level)
	c.message(label, arguments...)
	c.labelled()
}

// labelled ends the label of a field.
func (c *composer) labelled() {
	c.blocks[len(c.blocks)-1].labelEnd = int32(len(c.text))
	c.words(": ")
}

// fact writes a field with a fixed label and one value.
func (c *composer) fact(level int, label messageID, value argument) {
	c.field(level, label)
	value.show(&c.line, value.text)
	c.end()
}

// given writes a field if there is a value.
func (c *composer) given(label messageID, value *string) {
	if value != nil {
		c.fact(1, label, asQuote(*value))
	}
}

// digestOf writes a field with a digest, or nothing for an empty one.
func (c *composer) digestOf(level int, label messageID, digest string) {
	if digest != "" {
		c.fact(level, label, asName(digest))
	}
}

// paragraph writes a reviewed text of any number of lines, each as a field of
// its own with the same label, so that none of it is lost.
func (c *composer) paragraphs(level int, label messageID, text string) {
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if l = strings.Trim(l, " "); l != "" {
			c.field(level, label)
			c.reviewed(l)
			c.end()
		}
	}
}

// reviewed appends a reviewed text: words of the bundle's.
func (c *composer) reviewed(s string) { c.text = appendEscaped(c.text, s, running) }
