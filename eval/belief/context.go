package belief

import (
	"cmp"
	"slices"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// CodeBeliefs is the code of the diagnostic of [Base.NewContext] for a context
// whose beliefs are not those of the state.
const CodeBeliefs = "state.beliefs"

// visible returns the places of what a model is shown: held, without a
// conflict, sure enough, and not too many, the surest and then the newest
// first. They are returned in the order of the state.
func (b *Base) visible() []int {
	var list []int
	limits := b.rules.table.Visible
	for _, key := range b.keys {
		place := b.last(key)
		if s := b.support[place]; s.held && s.confidence >= limits.Confidence && !b.conflicted(key) {
			list = append(list, place)
		}
	}
	slices.SortFunc(list, func(i, j int) int {
		return cmp.Or(cmp.Compare(b.support[j].confidence, b.support[i].confidence), cmp.Compare(j, i))
	})
	list = list[:min(len(list), limits.Beliefs)]
	slices.Sort(list)
	return list
}

// Beliefs returns the state as the beliefs of a context, one for each key, in
// the order in which the keys were made. Of a key with several held values it
// is the newest.
func (b *Base) Beliefs() []schema.Belief { return b.beliefs(b.visible()) }

func (b *Base) beliefs(visible []int) []schema.Belief {
	list := make([]schema.Belief, 0, len(b.keys))
	for _, key := range b.keys {
		place := b.last(key)
		r := &b.state.Revisions[place]
		_, shown := slices.BinarySearch(visible, place)
		status, source, conflicted, version := r.Status, b.sourceOf(place), b.conflicted(key), r.Version
		list = append(list, schema.Belief{
			Key: key, Value: r.Value, Visible: &shown, Status: &status, Version: &version,
			Source: &source, Claim: r.Claim, Conflicted: &conflicted,
		})
	}
	return list
}

// supporting is the justification that a revision is shown with: the one that
// makes it as sure as it is, or the last one of what is not held.
func (b *Base) supporting(place int) schema.Justification {
	list, s := b.state.Revisions[place].Justifications, b.support[place]
	if !s.held {
		return list[len(list)-1]
	}
	if s.by >= 0 {
		return list[s.by]
	}
	return list[slices.IndexFunc(list, func(j schema.Justification) bool { return premise(j) && counts(j) })]
}

func (b *Base) sourceOf(place int) string { return commonOf(b.supporting(place)).source }

// NewContext makes a context ready in which the beliefs are those of the state.
// What the source has of beliefs must be the same, or nothing; the list has an
// error of code state.beliefs otherwise, and what eval.Engine.NewContext finds.
func (b *Base) NewContext(e *eval.Engine, source schema.Context, expressions ...string) (*eval.Context, diag.List) {
	return b.NewContextFrom(e, eval.Written{}, source, expressions...)
}

// NewContextFrom is [Base.NewContext] for a context that was read from a file.
// Problems are placed in that file.
func (b *Base) NewContextFrom(e *eval.Engine, w eval.Written, source schema.Context, expressions ...string) (*eval.Context, diag.List) {
	return b.newContext(e, w, source, b.visible(), expressions)
}

func (b *Base) newContext(e *eval.Engine, w eval.Written, source schema.Context, visible []int, expressions []string) (*eval.Context, diag.List) {
	if key, why := differs(source.Beliefs, b.Beliefs()); why != "" {
		return nil, diag.List{diag.Errorf(fileOf(w), beliefRange(w.Node, key), CodeBeliefs,
			"the context has beliefs that are not those of the state: %s (key %q)", why, key).
			WithDetail("leave beliefs out of the context; the state has them")}
	}
	source.Beliefs = b.beliefs(visible)
	ready, problems := e.NewContextFrom(w, source, expressions...)
	if ready != nil {
		ready.State = b.digest
	}
	return ready, problems
}

// fileOf names the file of a context in a diagnostic.
func fileOf(w eval.Written) string {
	if w.File == "" {
		return "context"
	}
	return w.File
}

// beliefRange is where a context has a belief, or else where it has beliefs.
func beliefRange(n *doc.Node, key string) diag.Range {
	if f := n.Get("beliefs").Field(key); f != nil {
		return f.KeyRange
	}
	if f := n.Field("beliefs"); f != nil {
		return f.KeyRange
	}
	return diag.Range{}
}

// differs says in what the beliefs of a context are not those of the state; what
// the context leaves out of version, source and claim is no difference. An empty
// list agrees with every state.
func differs(given, own []schema.Belief) (key, why string) {
	if len(given) == 0 {
		return "", ""
	}
	byKey := map[string]*schema.Belief{}
	for i := range own {
		byKey[own[i].Key] = &own[i]
	}
	for i := range given {
		mine, ok := byKey[given[i].Key]
		if !ok {
			return given[i].Key, "the state has no such key"
		}
		if why := unlike(&given[i], mine); why != "" {
			return given[i].Key, why
		}
		delete(byKey, given[i].Key)
	}
	for i := range own {
		if _, left := byKey[own[i].Key]; left {
			return own[i].Key, "the context lacks it"
		}
	}
	return "", ""
}

func unlike(given, own *schema.Belief) string {
	switch {
	case !sameValue(given.Value.Value, own.Value.Value):
		return "another value"
	case or(given.Visible, true) != *own.Visible:
		return "another visibility"
	case or(given.Status, schema.BeliefStatusIn) != *own.Status:
		return "another status"
	case or(given.Conflicted, false) != *own.Conflicted:
		return "conflicted is another"
	case given.Version != nil && *given.Version != *own.Version:
		return "another version"
	case given.Source != nil && *given.Source != *own.Source:
		return "another source"
	case given.Claim != nil && !samePointer(given.Claim, own.Claim):
		return "another claim"
	}
	return ""
}

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// sameValue compares values as they are written, not as the rules of claims do.
func sameValue(a, b any) bool {
	left, err := canonical.MarshalExact(a)
	right, err2 := canonical.MarshalExact(b)
	return err == nil && err2 == nil && string(left) == string(right)
}
