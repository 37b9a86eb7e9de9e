package regorules

import (
	"fmt"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
)

// head is where the head of a rule stands: from its start to its body.
type head struct {
	start, end diag.Position // end is zero for a rule without a body
}

// headOf reads the place of a parsed rule's head.
func headOf(r *ast.Rule) *head {
	_, at := place(r.Head.Location)
	h := &head{start: at.Start}
	for _, e := range r.Body {
		_, at := place(e.Location)
		if !e.Generated && at.Known() && (!h.end.Known() || at.Start.Before(h.end)) {
			h.end = at.Start
		}
	}
	return h
}

// contains reports whether a place lies in the head.
func (h *head) contains(p diag.Position) bool {
	return !p.Before(h.start) && (!h.end.Known() || p.Before(h.end))
}

// optionalUse finds optional fields that only a rule's head reads. In Rego a
// head with an absent field makes no element: the rule would not fire, without
// a word. A statement of the body that reads the field too says that this is
// meant.
type optionalUse struct {
	head      *head
	negations int // how many negations are around the statement looked at
	defaults  int // how many calls with a default are around it
	inHead    []optionalField
	inBody    map[string]bool
}

type optionalField struct {
	key, name string
	at        *ast.Location
}

// track starts to watch a rule; rules without a head to watch get a watcher
// that sees nothing.
func (h *head) track() *optionalUse { return &optionalUse{head: h, inBody: map[string]bool{}} }

func (u *optionalUse) note(sh *shape, name string, at *ast.Location) {
	if u.head == nil || at == nil || u.defaults > 0 {
		return
	}
	key := fmt.Sprintf("%d.%s", sh.number, name)
	_, where := place(at)
	switch {
	case u.head.contains(where.Start):
		u.inHead = append(u.inHead, optionalField{key: key, name: name, at: at})
	case u.negations == 0:
		u.inBody[key] = true
	}
}

func (u *optionalUse) problems() diag.List {
	var list diag.List
	for _, f := range u.inHead {
		if u.inBody[f.key] {
			continue
		}
		file, at := place(f.at)
		list.Add(diag.Errorf(file, at, "rego.optional", "the head reads the optional field %q: where it is absent, the rule does not fire", f.name).
			WithDetail("Use object.get(…, %q, …) with a default, or name the field in the body if the rule is only for actions that have it.", f.name))
	}
	return list
}
