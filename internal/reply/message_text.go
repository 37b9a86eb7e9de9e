package reply

import "github.com/contractc/contractc/schema"

// Message is the text of a reply without its envelope.
type Message struct {
	// Text is a reply that is a text, or the blocks of text of a message in a row.
	Text string
	// StopReason is why the model stopped; empty where nothing says.
	StopReason schema.StopReason
	// Completeness says whether the reply is known to be whole.
	Completeness schema.Completeness
	// Envelope is the form of the reply.
	Envelope Envelope
	// Calls is how many tools the message calls.
	Calls int
	// Unusable says that the reply is no message of the envelope that was asked for.
	Unusable bool

	joined *joinedText // nil for a text
}

// Offset returns where a byte of the text stands in the reply.
func (m *Message) Offset(at int) int {
	if m.joined == nil || len(m.joined.blocks) == 0 {
		return at
	}
	from, _, _ := m.joined.span(at, at)
	return from
}

// TextOptions are the options of [ReadText].
type TextOptions struct {
	Limits Limits
	// StopReason is why the model stopped, where the caller knows; what the reply
	// itself says counts more.
	StopReason schema.StopReason
}

// ReadText takes the text out of a reply, whatever it says; actions are not
// looked for. Auto recognises the envelope, and takes what is none of them for a
// text. The error is that of an envelope that does not exist.
func ReadText(text string, from Envelope, opt TextOptions) (*Message, error) {
	plain := &Message{Text: text, StopReason: opt.StopReason, Completeness: CompletenessOf(opt.StopReason), Envelope: PlainText}
	if from == PlainText || from == Auto && !begins(text) {
		return plain, nil
	}
	m := message{reader: newReader(text, Options{Limits: opt.Limits, StopReason: opt.StopReason}), stop: opt.StopReason}
	n, ok := m.parse()
	f, known := m.format(n, from)
	switch {
	case !known:
		return nil, badOption("there is no envelope %q", from)
	case f.read == nil:
		return plain, nil
	case !ok || !f.is(n):
		plain.Unusable, plain.Envelope = true, from
		return plain, nil
	}
	m.native = true
	if f.stop(&m, n); CompletenessOf(m.stop) != schema.CompletenessCut { // nothing is read of a message that was cut
		f.read(&m, n)
	}
	joined := m.join()
	return &Message{
		Text: joined.text, StopReason: m.stop, Completeness: CompletenessOf(m.stop), Envelope: f.name, Calls: m.calls, joined: &joined,
	}, nil
}

// begins reports whether a text begins like an object or list of JSON.
func begins(text string) bool {
	for i := range len(text) {
		if !isJSONSpace(text[i]) {
			return text[i] == '{' || text[i] == '['
		}
	}
	return false
}
