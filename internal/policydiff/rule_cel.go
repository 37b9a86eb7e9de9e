package policydiff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// changedCEL compares the conditions and outputs of a rule in CEL.
func (d *differ) changedCEL(c *change, old, new *index.Rule) {
	before, okBefore := celSource(d.old, old)
	after, okAfter := celSource(d.new, new)
	if !okBefore || !okAfter {
		c.note(Unknown, "its form could not be compared")
		return
	}
	if optional(old.Metadata.Input) != optional(new.Metadata.Input) || !sameImports(before, after) {
		c.note(Unknown, "the names in its expressions are others")
		return
	}
	w := &celRule{change: &change{}, old: old, new: new}
	w.rule(before.Rule, after.Rule)
	if evaluated(before.Rule) == evaluated(after.Rule) || stageOf(old) != stageOf(new) {
		c.take(w.change)
		return
	}
	d.later(c, func(ctx context.Context) { d.solveRule(ctx, c, w) })
}

// take adds the differences of another change.
func (c *change) take(other *change) {
	for _, a := range other.Aspects {
		c.note(a.Class, "%s", a.Text)
	}
	c.more += other.more
	c.of.add(other.of.class())
}

// onlyWords reports whether no condition changed, as far as the form tells.
func (w *celRule) onlyWords() bool { return !w.of.looser && !w.of.tighter && !w.of.open }

// keepWords leaves out what the form tells of conditions.
func (w *celRule) keepWords() {
	w.Aspects = slices.DeleteFunc(w.Aspects, func(a schema.DiffAspect) bool { return a.Class != Reworded })
	w.of = effect{worded: w.of.worded}
	w.more = 0
}

func celSource(s *side, r *index.Rule) (*celpolicy.Source, bool) {
	n, problems := s.Catalog.RuleDocument(r)
	if problems.HasErrors() {
		return nil, false
	}
	src, problems := celpolicy.Parse(r.File, n, celpolicy.Limits{})
	return src, !problems.HasErrors() && src.Rule != nil
}

func sameImports(a, b *celpolicy.Source) bool {
	return slices.EqualFunc(a.Imports, b.Imports, func(x, y celpolicy.Import) bool { return x.Name == y.Name })
}

// celRule compares the two versions of one rule file.
type celRule struct {
	*change
	old, new *index.Rule
}

// rule compares a rule and those within it.
func (w *celRule) rule(a, b *celpolicy.Rule) {
	if a.Aggregate != b.Aggregate && len(a.Items)+len(b.Items) > 2 {
		w.note(Unknown, "it collected all that match and takes the first one, or the other way round")
		return
	}
	w.wording("a description", a.Description, b.Description)
	if !slices.EqualFunc(a.Variables, b.Variables, sameVariable) {
		w.note(Unknown, "a variable of its conditions changed")
		return
	}
	left, right := keysOf(a.Items), keysOf(b.Items)
	switch {
	case slices.Equal(left, right):
		w.outputs(a.Items, b.Items)
	case !apart(a) || !apart(b):
		w.note(Unknown, "a case changed that may keep a later one from being reached")
	case len(left) == len(right):
		w.items(a.Items, b.Items)
	case isPart(left, right):
		noteRelation(w.change, w.new.Metadata.Severity, wider, "a case was added: it fires on no less than before")
	case isPart(right, left):
		noteRelation(w.change, w.new.Metadata.Severity, narrower, "a case was removed: it fires on no more than before")
	default:
		w.note(Unknown, "its cases changed")
	}
}

// apart reports whether a rule fires if and only if one of its cases is met: none
// can keep a later one from being reached and say nothing itself.
func apart(r *celpolicy.Rule) bool {
	return r.Aggregate || len(r.Items) == 1 || !slices.ContainsFunc(r.Items, func(i celpolicy.Item) bool {
		return i.Output == nil || !onceCEL(i.Output.Source)
	})
}

func sameVariable(a, b celpolicy.Variable) bool {
	return a.Name == b.Name && plainCEL(a.Expression.Source) == plainCEL(b.Expression.Source)
}

// keysOf are what decides whether each item fires.
func keysOf(items []celpolicy.Item) []string {
	keys := make([]string, len(items))
	for i := range items {
		keys[i] = keyOf(&items[i])
	}
	return keys
}

func keyOf(i *celpolicy.Item) string {
	key := "when " + conditionOf(i)
	if i.Rule == nil {
		return key
	}
	key += fmt.Sprintf(" then %t(", i.Rule.Aggregate)
	for _, v := range i.Rule.Variables {
		key += v.Name + "=" + plainCEL(v.Expression.Source) + ";"
	}
	for _, k := range keysOf(i.Rule.Items) {
		key += k + ";"
	}
	return key + ")"
}

func conditionOf(i *celpolicy.Item) string {
	if i.Condition == nil {
		return "true"
	}
	return plainCEL(i.Condition.Source)
}

// isPart reports whether all of the parts stand in the whole in their order.
func isPart(parts, whole []string) bool {
	for _, s := range whole {
		if len(parts) > 0 && parts[0] == s {
			parts = parts[1:]
		}
	}
	return len(parts) == 0
}

// items compares as many items, each with its own.
func (w *celRule) items(a, b []celpolicy.Item) {
	for i := range a {
		switch {
		case keyOf(&a[i]) == keyOf(&b[i]):
			w.outputs(a[i:i+1], b[i:i+1])
		case a[i].Rule != nil && b[i].Rule != nil && conditionOf(&a[i]) == conditionOf(&b[i]):
			w.rule(a[i].Rule, b[i].Rule)
		case a[i].Rule != nil || b[i].Rule != nil:
			w.note(Unknown, "a case with a rule of its own changed")
		default:
			r := relate(conditionOf(&a[i]), conditionOf(&b[i]))
			noteRelation(w.change, w.new.Metadata.Severity, r, fmt.Sprintf("the condition was %q and is %q", conditionOf(&a[i]), conditionOf(&b[i])))
			w.output(&a[i], &b[i])
		}
	}
}

// outputs compares what items say that fire on the same.
func (w *celRule) outputs(a, b []celpolicy.Item) {
	for i := range a {
		if a[i].Rule != nil && b[i].Rule != nil {
			w.rule(a[i].Rule, b[i].Rule)
			continue
		}
		w.output(&a[i], &b[i])
	}
}

func (w *celRule) output(a, b *celpolicy.Item) {
	if a.Output == nil || b.Output == nil {
		return
	}
	before, after := plainCEL(a.Output.Source), plainCEL(b.Output.Source)
	switch {
	case before == after:
	case onceCEL(a.Output.Source) && onceCEL(b.Output.Source):
		w.note(Reworded, "what it says was %q and is %q", before, after)
	default:
		w.note(Unknown, "what it says was %q and is %q, and may be a list, which may be empty", before, after)
	}
	if textOf(a.Explanation) != textOf(b.Explanation) {
		w.note(Reworded, "an explanation changed")
	}
}

func textOf(t *celpolicy.Text) string {
	if t == nil {
		return ""
	}
	return t.Source
}

// words are what a rule says of itself: its conditions, or its title.
func (d *differ) words(s *side, r *index.Rule) string {
	if r.Language == index.Rego {
		return s.rego.words(r)
	}
	src, ok := celSource(s, r)
	if !ok {
		return r.Title
	}
	var conditions []string
	for i := range src.Rule.Items {
		conditions = append(conditions, conditionOf(&src.Rule.Items[i]))
	}
	return strings.Join(conditions, "; or ")
}
