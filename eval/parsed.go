package eval

import (
	"github.com/contractc/contractc/schema"
)

// Parsed is what a reply says, in the form that contractc parse prints. All
// numbers in it are JSON numbers, as written.
type Parsed struct {
	// Complete is whether the reply is whole; nil where that is not known.
	Complete   *bool              `json:"complete"`
	StopReason *schema.StopReason `json:"stop_reason,omitempty"`
	// Unusable says why nothing can be read; there are then no actions.
	Unusable string          `json:"unusable,omitempty"`
	Actions  []schema.Action `json:"actions,omitzero"`
	Errors   []ParseError    `json:"errors,omitzero"`
	// Extra are actions elsewhere in the reply than in its response, as read.
	Extra []any `json:"extra,omitempty"`
	// Findings are what a strict reader would refuse.
	Findings []ParseFinding `json:"findings,omitempty"`
	Edits    []schema.Edit  `json:"edits,omitempty"`
}

// ParseError is one thing that is wrong with an action. The action is then not
// among the actions.
type ParseError struct {
	Index   int    `json:"index"`   // of the action in the reply, from 0
	Message string `json:"message"` // for the model, such as "action 2 (claim): claim requires 'key'"
	Rule    string `json:"rule"`
	Version string `json:"version"`
	Path    string `json:"path"` // JSON pointer into the reply's actions
}

// ParseFinding is one thing that a strict reader would refuse.
type ParseFinding struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
	Line    int64  `json:"line"`   // from 1
	Column  int64  `json:"column"` // from 1, in code points
}

// Parsed returns what the reply says: the actions with their types, and for
// each other action what is wrong with it.
func (r *Result) Parsed() *Parsed {
	p := &Parsed{StopReason: r.StopReason, Unusable: r.Unusable, Extra: r.Extra, Edits: r.Edits}
	if r.Completeness != schema.CompletenessUnknown {
		complete := r.Completeness == schema.CompletenessComplete
		p.Complete = &complete
	}
	for _, f := range r.Findings {
		p.Findings = append(p.Findings, ParseFinding{f.Code, f.Path, f.Message, f.Position.Line, f.Position.Column})
	}
	if r.Unusable != "" {
		return p
	}
	p.Actions, p.Errors = []schema.Action{}, []ParseError{}
	for _, a := range r.Actions {
		p.add(a)
	}
	return p
}

// add adds an action, or what is wrong with it.
func (p *Parsed) add(a *Action) {
	for _, v := range a.Violations {
		p.Errors = append(p.Errors, ParseError{a.Index, a.Label + ": " + v.Message, v.Rule, v.Version, *v.Path})
	}
	if a.Typed != nil {
		p.Actions = append(p.Actions, a.Typed)
	}
}
