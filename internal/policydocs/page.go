// Package policydocs makes pages about what stands in bundles: one for every
// rule, contract, effect type and output contract, from the same files that decide.
//
// Entry points: Pages makes them; Markdown, HTML and Text write one, and Site
// writes all of them as one HTML document. The same bundle gives the same bytes.
package policydocs

// Page is what is said about one element.
type Page struct {
	Kind, ID, Version string
	Summary           string // one line
	Parts             []Part
}

// Part is a part of a page under a heading.
type Part struct {
	Heading string
	Lines   []Line
}

// Line is a line of a part. Words are ours or reviewed; Value is shown to the
// letter.
type Line struct {
	Label string // may be empty
	Words string
	Value string // may hold several lines
}

// add adds a part unless it has no lines.
func (p *Page) add(heading string, lines ...Line) {
	if len(lines) > 0 {
		p.Parts = append(p.Parts, Part{heading, lines})
	}
}
