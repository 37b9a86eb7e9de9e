package reply

import (
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Reply is what a model's reply holds.
type Reply struct {
	// Actions are those of the response, in its order, as written but for the
	// leniencies in Edits.
	Actions []RawAction
	// Extra are actions elsewhere in the reply, which are not part of the
	// response and are never acted on. Only where Options.Everything is set.
	Extra []RawAction
	// Edits are the leniencies that were used, by offset.
	Edits []schema.Edit
	// Findings are those that concern no single action.
	Findings []Finding
	// Unusable says why there is no response, for the model; empty where there
	// is one.
	Unusable string
	// Completeness says whether the reply is known to be whole.
	Completeness schema.Completeness
	// StopReason is why the model stopped; empty where nothing says.
	StopReason schema.StopReason
	// Text is the text of the reply, of an envelope its text blocks, one per line.
	Text string
	// Envelope is the form of the reply.
	Envelope Envelope

	source string // what offsets count in
	places *doc.Places
}

// RawAction is one action as it was written.
type RawAction struct {
	// Index is its position in the response, from 0.
	Index int
	// Node is the action after leniencies. It need not be an object.
	Node *doc.Node
	// Offset and End are where it stands in the reply, in bytes.
	Offset, End int
	// Position is the same as Offset.
	Position diag.Position
	// Findings are what a strict reader would refuse inside the action; of a call
	// also what stands around it and makes another reader see another call.
	Findings []Finding
	// Native says that it is a call of the message itself, which is made whatever
	// the text of the message says.
	Native bool
}

// Read reads a text in the form of the claim contract. The error is that of
// options that cannot be used; what is wrong with the reply is in the Reply.
func Read(text []byte, opt Options) (*Reply, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	r := newReader(string(text), opt)
	r.read()
	return r.finish(), nil
}

// Object returns the action as a plain object, and false where it is none.
func (a *RawAction) Object() (map[string]any, bool) {
	if a.Node.Kind != doc.Map {
		return nil, false
	}
	return a.Node.Plain().(map[string]any), true
}
