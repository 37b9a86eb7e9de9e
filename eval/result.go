package eval

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// Turn is one reply to judge.
type Turn struct {
	// ID is echoed in the decision; any JSON value, nil where there is none.
	ID any
	// Reply is what the model returned: text, or a provider's message as JSON.
	Reply []byte
	// File is the name that positions in the reply are reported under.
	File string
	// From names the envelope; "auto" or empty recognises it.
	From string
	// StopReason is why the model stopped, where the caller knows.
	StopReason *schema.StopReason
	// Consider chooses the actions that are judged, by their position in the
	// reply and as read; the others are ignored. Nil judges all.
	Consider func(index int, action any) bool
}

// Result is everything that was decided about one turn. It is complete, but
// for the words: package render makes the decision document and the cards.
type Result struct {
	ID      any
	Context *Context

	// Failure is our own failure. Every call is then denied, and there are
	// neither verdicts nor coverage.
	Failure error

	// Feedback says how much of this the model is told.
	Feedback Feedback

	Completeness schema.Completeness
	StopReason   *schema.StopReason
	// Unusable says why nothing could be read from the reply.
	Unusable string
	Edits    []schema.Edit
	// Findings are faults of the reply as a whole, such as a part that was not
	// read.
	Findings []Finding
	// Extra are actions elsewhere in the reply than in its response, as read.
	// They are not judged.
	Extra []any

	Actions    []*Action
	Guarantees []Verdict
	Coverage   []schema.CoverageEntry
	Digests    schema.Digests
}

// Finding is something in a reply that a strict reader would refuse.
type Finding struct {
	Code     string // such as json.duplicate-key, reply.cut or reply.unread
	Path     string // JSON pointer into the reply's actions; empty for the reply as a whole
	Message  string // one line, for people
	Position schema.Position
}

// Action is what was decided about one action.
type Action struct {
	Index     int
	Type      string // as written; empty where there is none
	Label     string // names the action in a line of feedback, such as "action 2 (claim, key 'k')"
	Plain     any    // the action as read
	Accepted  bool
	Malformed bool
	Ignored   bool

	// Violations are the rules that the action broke, Observations those of
	// severity warn and observe that fired.
	Violations, Observations []schema.Violation

	// Typed is the action with its type; nil where it is malformed or ignored.
	Typed schema.Action
	// Established is what the action makes known under a key; nil where it is
	// not accepted, and for an answer.
	Established *schema.Established

	// Call is set for a call of a tool that could be read.
	Call *Call

	asks []fired // rules of stage shape that ask about the call
}

// Call is what was decided about a call.
type Call struct {
	Action *schema.CallTool
	Tool   *schema.Tool // from the context; nil where it is unknown
	Digest string       // of the canonical action
	Key    string       // belief key that the result will have

	// SchemaDigest is the digest of the tool's schema of arguments; empty where
	// it has none. EventsDigest is that of the events before this call.
	SchemaDigest, EventsDigest string

	// Secret names the arguments that are never shown, NonEmpty those that must
	// not be empty for a person to approve the call.
	Secret, NonEmpty []string

	Decision schema.Outcome
	Reasons  []Reason
	Effects  []Effect
	Verdicts []Verdict // of each guarantee in force, with this call
	Coverage []schema.CoverageEntry
}

// Effect is one effect that a call would have.
type Effect struct {
	Type   *index.Effect
	Event  schema.Event
	Values map[string]schema.Value // by field; absent where not known
}

// Verdict is the verdict of one guarantee in force.
type Verdict struct {
	Guarantee *catalog.Guarantee
	Verdict   schema.Verdict
	Because   []int64 // indexes of events, the proposed ones after those so far
	Reason    string
}

// Code is the kind of a reason.
type Code string

// The kinds of reason for the decision on a call.
const (
	ReasonRule        Code = "rule"
	ReasonViolated    Code = "guarantee_violated"
	ReasonUnknown     Code = "guarantee_unknown"
	ReasonUnmodelled  Code = "unmodelled"
	ReasonCoverage    Code = "coverage"
	ReasonNoGuarantee Code = "no_guarantee"
	ReasonNoAllowRule Code = "no_allow_rule"
	ReasonUncertain   Code = "effect_unknown"
	ReasonUnmappable  Code = "effect_unreadable"
	ReasonUnread      Code = "argument_unread"
	ReasonField       Code = "field_unread"
	ReasonCut         Code = "cut"
	ReasonFailure     Code = "failure"
)

// Reason is one reason for the decision on a call.
type Reason struct {
	Outcome schema.Outcome
	Code    Code
	// Subject is what the reason is about: a guarantee's expression, a domain,
	// a field. Message is a rule's own.
	Subject, Message string
	// Rule is the rule as id@version, where the reason is one.
	Rule string
}

// Outcome returns the decision of the turn, the worst of its calls, and false
// where it has none. A failure denies even where no call was read.
func (r *Result) Outcome() (schema.Outcome, bool) {
	if r.Failure != nil {
		return schema.OutcomeDeny, true
	}
	outcome, any := schema.OutcomeAllow, false
	for _, a := range r.Actions {
		if a.Call != nil {
			outcome, any = worst(outcome, a.Call.Decision), true
		}
	}
	return outcome, any
}
