package render

import "github.com/contractc/contractc/schema"

// A Document is one card, independent of any format: blocks of one line each,
// in which it is known what came from outside. It is not changed once it is
// composed and may be read from many goroutines.
type Document struct {
	// Outcome is the decision that the card shows: the one given, or ask
	// instead of allow where a part has no trusted description.
	Outcome schema.Outcome
	// Approvable says whether a person may approve the card.
	Approvable bool

	index       int
	line        // the canonical text
	blocks      []block
	binding     []byte // canonical JSON
	digest      string
	digestLabel string // of the digest's line
	language    string // tag of the language
}

// A kind of block.
type blockKind uint8

const (
	titleBlock     blockKind = iota
	headingBlock             // begins a section
	statementBlock           // a sentence
	fieldBlock               // a label and a value
	itemBlock                // an element of a list
)

// A block is one line of a card. Its text is from start to before end; that of a
// field begins with its label, which ends before labelEnd.
type block struct {
	kind                 blockKind
	level                int8 // 0 of titles and headings, from 1 of what stands below
	start, labelEnd, end int32
}

// Digest returns the digest of the card, sha256: and 64 hex digits.
func (d *Document) Digest() string { return d.digest }

// Text returns the canonical text, which the digest covers: one block a line,
// literals escaped, without the digest's own line. It ends with a line break.
func (d *Document) Text() string { return string(d.text) }

// Terminal returns the text for a terminal: the canonical text and a line with
// the digest.
func (d *Document) Terminal() string {
	return string(d.text) + "\n" + d.digestLabel + ": " + d.digest + "\n"
}

// Card returns the card as it is stored: the canonical text, the object that the
// digest is of, and the digest.
func (d *Document) Card() schema.Card {
	return schema.Card{
		Index:      int64(d.index),
		Digest:     d.digest,
		Approvable: d.Approvable,
		Text:       string(d.text),
		Binding:    d.bound(),
	}
}
