package quote

// Document is a text that quotes are looked for in, normalised once.
type Document struct {
	text string
	norm Normalisation
}

// NewDocument prepares a text. It keeps one normalised copy of it.
func NewDocument(text string, n Normalisation) *Document {
	return &Document{text: n.Apply(text), norm: n}
}

// Find reports whether the normalised quote is not empty and stands in the
// normalised document. It may begin and end inside words.
func (d *Document) Find(quote string) bool {
	quote = d.norm.Apply(quote)
	return quote != "" && index(d.text, quote) >= 0
}
