package render

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// call writes the tool, its arguments and what there is to note of them.
func (c *composer) call() {
	c.heading(callHeading)
	c.field(1, labelTool)
	if c.in.Tool.Namespace != "" {
		c.name(c.in.Tool.Namespace)
		c.words("/")
	}
	c.name(c.in.Tool.Name)
	c.end()
	if c.minimal {
		return
	}
	c.arguments()
	c.statement(1, callContents)
}

func (c *composer) arguments() {
	arguments, ok := c.in.Arguments.(map[string]any)
	switch {
	case !ok:
		c.field(1, labelArguments)
		c.plain(c.in.Arguments)
		c.end()
		c.notes(2, c.in.Arguments)
	case len(arguments) == 0:
		c.statement(1, callNoArguments)
	default:
		for _, name := range sortedKeys(arguments) {
			c.argument(name, arguments[name])
		}
	}
}

func (c *composer) argument(name string, v any) {
	c.field(1, labelArgument, asName(name))
	if slices.Contains(c.in.Secret, name) {
		text, ok := v.(string)
		c.secret(text, ok, "")
		c.end()
		return
	}
	c.plain(v)
	c.end()
	c.notes(2, v)
}

// plain writes a plain JSON value, or says why it is not shown.
func (c *composer) plain(v any) {
	start := c.here()
	if err := c.json(v); err != nil {
		c.found.tooDeep = true
		c.back(start)
		c.message(valueTooDeep)
	}
}

// secret writes the length of a secret text, or that there is a secret.
func (c *composer) secret(text string, isText bool, keyedDigest string) {
	if isText {
		c.message(secretText, asWords(strconv.Itoa(utf8.RuneCountInString(text))))
	} else {
		c.message(secretValue)
	}
	if keyedDigest != "" {
		c.words(" ")
		c.message(secretDigest, asName(keyedDigest))
	}
}

// notes writes what a reader should know of the characters of a value.
func (c *composer) notes(level int, v any) {
	n := notesOf(v)
	if len(n.scripts) > 0 {
		c.item(level, noteScripts, asWords(n.scripts))
	}
	for _, l := range n.lookalikes {
		c.item(level, noteLookalike, asWords(codePoint(l.character)), asQuote(string(rune(l.ascii))))
	}
	if n.more > 0 {
		c.item(level, noteMore, asWords(strconv.Itoa(n.more)))
	}
	for _, host := range n.hosts {
		c.item(level, noteHost, asQuote(host))
	}
}

// claim writes the agent's own words, quoted and named as such.
func (c *composer) claim() {
	if c.in.Claim == nil {
		return
	}
	c.heading(wordsHeading)
	c.field(1, wordsAgent)
	c.quote(*c.in.Claim)
	c.end()
}
