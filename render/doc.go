// Package render writes what people read: literals, sentences and approval
// cards.
//
//   - [Quote], [Code] and [Text] make any text safe to show, [AppendLiteral] and
//     [AppendJSON] write values, and no two different values look alike.
//   - [ParseTemplate] reads the reviewed texts of a bundle, with named slots only.
//   - [Sentence] derives a sentence of controlled natural language from a
//     constraint.
//   - [New] makes a [Renderer] with the fixed words of one language; its Compose
//     turns a [CardInput] into a [Document], and a document has the canonical
//     text, the terminal's text, Markdown, HTML and the digest of the card.
//   - [Verify] computes the digest of a stored card again.
//
// Nothing here reads a clock, the environment or a bundle, and the same input
// gives the same bytes.
package render
