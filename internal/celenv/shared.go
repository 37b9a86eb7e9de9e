package celenv

import (
	"context"
	"errors"
	"sync"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// Shared keeps what is made ready once for all turns on the same documents and
// tools: the documents, normalised for looking up quotes, and the schemas of
// arguments. It may be used by several goroutines at once. Its documents and
// tools must not change.
type Shared struct {
	env *Env

	mutex     sync.Mutex
	documents map[string]*readyDocument
	tools     map[*schema.Tool]*readyTool
}

// NewShared returns an empty one. It grows with what rules look up.
func (e *Env) NewShared() *Shared {
	return &Shared{env: e, documents: map[string]*readyDocument{}, tools: map[*schema.Tool]*readyTool{}}
}

// NewTurn returns a turn that ends with the context and uses what is shared.
// Close it after use.
func (s *Shared) NewTurn(ctx context.Context) *Turn {
	return &Turn{env: s.env, shared: s, run: celpolicy.NewRun(ctx)}
}

var errPanicked = errors.New("a function of ours panicked when this was made ready")

// readyDocument is a document made ready for quotes by the first who asks, or
// the reason why it cannot be.
type readyDocument struct {
	text     string
	once     sync.Once
	document Document
	err      error
}

// readyTool is a tool with the schema of its arguments prepared by the first
// who asks, or the reason why it cannot be.
type readyTool struct {
	once      sync.Once
	arguments Arguments
	err       error
}

// document returns a document ready for quotes.
func (s *Shared) document(d *schema.Document) (Document, error) {
	s.mutex.Lock()
	ready, ok := s.documents[d.Name]
	if !ok || ready.text != d.Text {
		ready = &readyDocument{text: d.Text}
		s.documents[d.Name] = ready
	}
	s.mutex.Unlock()
	ready.once.Do(func() {
		ready.err = errPanicked // unless there is an answer
		ready.document, ready.err = s.env.functions.NewDocument(ready.text)
	})
	return ready.document, ready.err
}

// tool returns the checker of a tool's arguments.
func (s *Shared) tool(t *schema.Tool) (Arguments, error) {
	s.mutex.Lock()
	ready, ok := s.tools[t]
	if !ok {
		ready = &readyTool{}
		s.tools[t] = ready
	}
	s.mutex.Unlock()
	ready.once.Do(func() {
		ready.err = errPanicked // unless there is an answer
		ready.arguments, ready.err = s.env.functions.Arguments(t.Parameters.Value)
	})
	return ready.arguments, ready.err
}
