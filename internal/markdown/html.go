package markdown

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// htmlEnd is what ends a block of HTML.
type htmlEnd uint8

const (
	noHTML      htmlEnd = iota
	rawEnd              // the end tag of an element whose content is no Markdown
	commentEnd          // -->
	instruction         // ?>
	declaration         // >
	cdataEnd            // ]]>
	blankLine
)

// inHTML reads a line of the block of HTML that is open, and reports that it
// belongs to it: all do but the blank line that ends some blocks, and one that
// leaves the list item that the block stands in.
func (r *reader) inHTML(c cursor) bool {
	blank := c.blank()
	if blank && r.html == blankLine || !blank && c.indent() < r.htmlItem {
		r.html = noHTML
		return false
	}
	if r.html.in(c.text) {
		r.html = noHTML
	}
	return true
}

// in reports whether a line holds the end of a block.
func (e htmlEnd) in(text string) bool {
	switch e {
	case noHTML, blankLine:
		return false
	case rawEnd:
		lower := strings.ToLower(text)
		return slices.ContainsFunc([]string{"</script>", "</pre>", "</style>", "</textarea>"}, func(end string) bool { return strings.Contains(lower, end) })
	case commentEnd:
		return strings.Contains(text, "-->")
	case instruction:
		return strings.Contains(text, "?>")
	case declaration:
		return strings.Contains(text, ">")
	case cdataEnd:
		return strings.Contains(text, "]]>")
	}
	return false
}

// htmlStart says what ends the block of HTML that a line begins; noHTML where it
// begins none. A tag that is not of a block begins none behind text.
func htmlStart(rest string, paragraph bool) htmlEnd {
	if rest == "" || rest[0] != '<' {
		return noHTML
	}
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return commentEnd
	case strings.HasPrefix(rest, "<?"):
		return instruction
	case strings.HasPrefix(rest, "<![CDATA["):
		return cdataEnd
	}
	p := htmlPatterns()
	switch {
	case p.raw.MatchString(rest):
		return rawEnd
	case p.declaration.MatchString(rest):
		return declaration
	case p.block.MatchString(rest), !paragraph && p.tag.MatchString(rest) && !p.rawTag.MatchString(rest):
		return blankLine
	}
	return noHTML
}

// patterns are what blocks of HTML begin with, by CommonMark 0.31.
type patterns struct{ raw, rawTag, declaration, block, tag *regexp.Regexp }

var htmlPatterns = sync.OnceValue(func() patterns {
	const attribute = `(\s+[A-Za-z_:][A-Za-z0-9_.:-]*(\s*=\s*([^\s"'=<>` + "`" + `]+|'[^']*'|"[^"]*"))?)*\s*`
	return patterns{
		raw:         regexp.MustCompile(`^(?i:<(script|pre|style|textarea))(\s|>|$)`),
		rawTag:      regexp.MustCompile(`^(?i:</?(script|pre|style|textarea))\b`),
		declaration: regexp.MustCompile(`^<![A-Za-z]`),
		block:       regexp.MustCompile(`^(?i:</?(` + blockElements + `))(\s|/?>|$)`),
		tag:         regexp.MustCompile(`^(<[A-Za-z][A-Za-z0-9-]*` + attribute + `/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$`),
	}
})

// blockElements are the elements of which a tag begins a block.
const blockElements = `address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|` +
	`fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|` +
	`noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul`
