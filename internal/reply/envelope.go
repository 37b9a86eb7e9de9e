package reply

// Envelope is the form of a reply.
type Envelope string

// PlainText is a reply that is a text.
const PlainText Envelope = "text"
