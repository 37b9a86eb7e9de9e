package belief

import (
	"bytes"
	"encoding/json"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// Limits of a state file.
const (
	MaxBytes = 32 << 20
	maxDepth = 256
	maxNodes = 4 << 20
)

// Read reads a state from the JSON text of a file and checks it whole. The list
// has every problem with its place; the base is nil where it has errors.
func (r *Rules) Read(file string, text []byte) (*Base, diag.List) {
	n, problems := doc.ReadJSON(file, text, doc.Limits{Bytes: MaxBytes, Depth: maxDepth, Nodes: maxNodes})
	if problems.HasErrors() {
		return nil, problems
	}
	var state schema.State
	if problems := state.Decode(file, n); problems.HasErrors() {
		return nil, problems
	}
	c := &checker{file: file, node: n, base: r.index(state)}
	if c.check(); c.problems.HasErrors() {
		c.problems.Sort()
		return nil, c.problems
	}
	if err := c.base.seal(); err != nil {
		c.problems.Errorf(file, n.Range, "state.digest", "the state has no canonical form: %v", err)
		return nil, c.problems
	}
	return c.base, nil
}

// Format returns the text of a state file: indented, the same for the same
// state, and what a terminal obeys or hides escaped.
func Format(state schema.State) ([]byte, error) {
	text, err := json.Marshal(&state)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return diag.EscapeJSON(b.Bytes()), nil
}
