package belief

import (
	"regexp"
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// checker looks for what a state cannot be although its form is right.
type checker struct {
	file     string
	node     *doc.Node
	base     *Base
	problems diag.List
	returned map[returned]bool
}

// returned is a call with the revision that it returned.
type returned struct{ digest, source, result string }

// maxProblems is how many problems of one file are listed.
const maxProblems = 100

// errorf reports a problem at a place of the file, given by keys and indexes.
func (c *checker) errorf(code string, at []any, format string, args ...any) {
	if len(c.problems) >= maxProblems {
		return
	}
	n := c.node
	for _, step := range at {
		var inner *doc.Node
		switch step := step.(type) {
		case string:
			inner = n.Get(step)
		case int:
			if n.Kind == doc.List && step < len(n.Items) {
				inner = n.Items[step]
			}
		}
		if inner == nil {
			break
		}
		n = inner
	}
	c.problems.Errorf(c.file, n.Range, code, format, args...)
}

func (c *checker) check() {
	state := &c.base.state
	if state.Turn < 0 {
		c.errorf("state.turn", []any{"turn"}, "the turn is below 0")
	}
	c.returned = make(map[returned]bool, len(state.Calls))
	for i := range state.Calls {
		if r := &state.Calls[i]; r.Result != nil {
			c.returned[returned{r.Digest, r.Source, *r.Result}] = true
		}
	}
	versions := map[string]int64{}
	for i := range state.Revisions {
		r := &state.Revisions[i]
		versions[r.Key]++
		c.revision(i, r, versions[r.Key])
	}
	for i := range state.Calls {
		c.call(i, &state.Calls[i])
	}
	c.records()
	if !c.problems.HasErrors() {
		c.statuses()
	}
}

func (c *checker) revision(i int, r *schema.Revision, version int64) {
	at := func(field string) []any { return []any{"revisions", i, field} }
	if r.Key == "" {
		c.errorf("state.key", at("key"), "the key is empty")
	}
	if r.Version != version {
		c.errorf("state.version", at("version"), "the version of %q is %d, and the revision is number %d of its key", r.Key, r.Version, version)
	}
	if err := storable(r.Value.Value); err != nil {
		c.errorf("state.value", at("value"), "the value cannot be stored: %v", err)
	}
	c.turn(r.Turn, at("turn"))
	if len(r.Justifications) == 0 {
		c.errorf("state.justification", at("justifications"), "the revision has no justification")
	}
	for k, j := range r.Justifications {
		c.justification(reference{r.Key, r.Version}, j, []any{"revisions", i, "justifications", k})
	}
}

func (c *checker) turn(turn int64, at []any) {
	if turn < 0 || turn > c.base.state.Turn {
		c.errorf("state.turn", at, "the turn %d is not one of the %d that were applied", turn, c.base.state.Turn)
	}
}

func (c *checker) justification(of reference, j schema.Justification, at []any) {
	field := func(name string) []any { return append(slices.Clone(at), name) }
	common := commonOf(j)
	if common.source == "" {
		c.errorf("state.source", field("source"), "the source is empty")
	}
	c.turn(common.turn, field("turn"))
	if p := common.confidence; p != nil && !(*p >= 0 && *p <= 1) {
		c.errorf("state.confidence", field("confidence"), "the confidence is not between 0 and 1")
	}
	switch j := j.(type) {
	case *schema.Citation:
		c.digest(j.DocumentDigest, field("document_digest"))
	case *schema.ToolResult:
		c.result(of, j, field("call"))
	case *schema.Derivation:
		c.derivation(j, field("antecedents"))
	}
}

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

func (c *checker) digest(digest string, at []any) {
	if !digestForm.MatchString(digest) {
		c.errorf("state.digest", at, "%q is no digest, which is sha256: and 64 lower-case hex digits", digest)
	}
}

// result checks that a call returned what rests on it.
func (c *checker) result(of reference, j *schema.ToolResult, at []any) {
	if !c.returned[returned{j.Call, j.Source, of.String()}] {
		c.errorf("state.call", at, "no call with this digest and source returned %q", of)
	}
}

func (c *checker) derivation(d *schema.Derivation, at []any) {
	seen := make(map[string]bool, len(d.Antecedents))
	for k, name := range d.Antecedents {
		if !c.known(name) {
			c.errorf("state.reference", append(slices.Clone(at), k), "there is no revision %q", name)
		}
		if seen[name] {
			c.errorf("state.reference", append(slices.Clone(at), k), "the revision %q stands twice", name)
		}
		seen[name] = true
	}
}

func (c *checker) known(name string) bool {
	ref, ok := parseReference(name)
	_, exists := c.base.places[ref]
	return ok && exists
}

func (c *checker) call(i int, r *schema.CallRecord) {
	at := func(field string) []any { return []any{"calls", i, field} }
	c.digest(r.Digest, at("digest"))
	if r.Key == "" || r.Source == "" {
		c.errorf("state.call", []any{"calls", i}, "the key or the source of the call is empty")
	}
	c.turn(r.Turn, at("turn"))
	settled, failed := r.Settled != nil, r.ErrorType != nil && r.ErrorText != nil
	if settled {
		c.turn(*r.Settled, at("settled"))
	}
	returned := r.Result != nil
	if (r.ErrorType != nil) != (r.ErrorText != nil) ||
		settled != (r.Status != schema.CallStatusWaiting) || returned != (r.Status == schema.CallStatusReturned) || failed != (r.Status == schema.CallStatusRaised) {
		c.errorf("state.call", at("status"), "the status %q does not go with the fields that the call has", r.Status)
	}
	if returned && !c.known(*r.Result) {
		c.errorf("state.reference", at("result"), "there is no revision %q", *r.Result)
	}
}

// records checks the records of sources and of attempts.
func (c *checker) records() {
	state := &c.base.state
	for i, s := range state.Sources {
		if s.Right < 0 || s.Wrong < 0 {
			c.errorf("state.source", []any{"sources", s.Name}, "a count is below 0")
		}
		if i > 0 && strings.Compare(state.Sources[i-1].Name, s.Name) >= 0 {
			c.errorf("state.source", []any{"sources", s.Name}, "the sources are not sorted by name")
		}
	}
	for i, a := range state.Attempts {
		if _, ok := c.base.byKey[a.Key]; !ok || a.Attempts < 1 {
			c.errorf("state.attempts", []any{"attempts", a.Key}, "there was no such attempt")
		}
		if i > 0 && strings.Compare(state.Attempts[i-1].Key, a.Key) >= 0 {
			c.errorf("state.attempts", []any{"attempts", a.Key}, "the attempts are not sorted by key")
		}
	}
}

// statuses compares what the file says is held with what its justifications
// hold.
func (c *checker) statuses() {
	for i := range c.base.state.Revisions {
		r := &c.base.state.Revisions[i]
		if want := c.base.support[i].status(); r.Status != want {
			c.errorf("state.status", []any{"revisions", i, "status"}, "%q is %s by its justifications, and the file says %s",
				c.base.nameOf(i), want, r.Status)
		}
	}
}
