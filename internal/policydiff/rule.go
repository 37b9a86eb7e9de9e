package policydiff

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

func ruleElement(r *index.Rule) *index.Element { return &r.Element }

// rules compares all rules in both languages.
func (d *differ) rules() {
	for _, p := range pairs(d.old.Catalog.Rules, d.new.Catalog.Rules, func(r *index.Rule) string { return r.ID }) {
		d.rule(p)
	}
}

func (d *differ) rule(p pair[index.Rule]) {
	both := p.old != nil && p.new != nil
	rests := both && (d.old.inForce(p.old.Metadata.Sets) != d.new.inForce(p.new.Metadata.Sets) || d.regoDiffers(p.old, p.new))
	c := touched(d, "rule", p, ruleElement, rests)
	switch {
	case c == nil:
	case p.old == nil:
		c.words("", d.words(d.new, p.new))
		c.note(presence(p.new, d.new), "the rule is new: %s", severityWords(p.new))
	case p.new == nil:
		c.words(d.words(d.old, p.old), "")
		c.note(flipped(presence(p.old, d.old)), "the rule was removed: %s", severityWords(p.old))
		if d.old.mayApply(p.old.Metadata.Sets) {
			d.vanished(c, p.old, actionsOf(p.old))
		}
	default:
		c.words(d.words(d.old, p.old), d.words(d.new, p.new))
		d.changedRule(c, p.old, p.new)
	}
	if c != nil {
		d.judgedAnew(c, p.new)
	}
}

// judgedAnew notes that a rule is the first that may refuse actions of a type: what
// no rule judges is rejected.
func (d *differ) judgedAnew(c *change, new *index.Rule) {
	for _, kind := range []string{"cite", "claim", "answer"} {
		if new != nil && d.new.mayApply(new.Metadata.Sets) && judges(new, kind) && !d.old.judged(kind) {
			c.note(Loosened, "actions of the type %q are judged, which were rejected since no rule judged them", kind)
		}
	}
}

// judges reports whether a rule may refuse actions of a type once they have their
// form.
func judges(r *index.Rule, kind string) bool {
	return !r.Coverage && r.Metadata.Severity == schema.SeverityDeny && stageOf(r) == schema.RuleStageJudge && slices.Contains(actionsOf(r), kind)
}

// judged reports whether a rule in force judges actions of a type.
func (s *side) judged(kind string) bool {
	return slices.ContainsFunc(s.Catalog.Rules, func(r *index.Rule) bool { return s.inForce(r.Metadata.Sets) && judges(r, kind) })
}

// presence is what it does that there is a rule.
func presence(r *index.Rule, in *side) Class {
	switch {
	case !in.mayApply(r.Metadata.Sets):
		return Unchanged
	case r.Coverage: // it may report a gap, which asks, or that there is none
		return Unknown
	case r.Metadata.Severity == schema.SeverityAllow:
		return Loosened
	}
	return Tightened
}

func severityWords(r *index.Rule) string {
	if r.Coverage {
		return "it reports coverage"
	}
	return "its severity is " + string(r.Metadata.Severity)
}

// severities in the order of what they do: the later one refuses more.
func severities() []schema.Severity {
	return []schema.Severity{schema.SeverityAllow, schema.SeverityObserve, schema.SeverityWarn, schema.SeverityAsk, schema.SeverityDeny}
}

func (d *differ) changedRule(c *change, old, new *index.Rule) {
	d.changedForce(c, old, new)
	changedSeverity(c, old, new)
	reach(c, old, new)
	d.vanished(c, old, d.leftBy(old, new))
	c.wording("the title", old.Title, new.Title)
	c.wording("the description", old.Description, new.Description)
	c.wording("the reason", optional(old.Metadata.Why), optional(new.Metadata.Why))
	c.wording("the twin", optional(old.Metadata.Twin), optional(new.Metadata.Twin))
	if orZero(old.Metadata.Order) != orZero(new.Metadata.Order) {
		c.note(Reworded, "the place of its message among others was %d and is %d", orZero(old.Metadata.Order), orZero(new.Metadata.Order))
	}
	if stageOf(old) != stageOf(new) {
		c.note(Unknown, "its stage was %s and is %s", stageOf(old), stageOf(new))
	}
	if old.Coverage != new.Coverage || old.Language != new.Language {
		c.note(Unknown, "it was written in %s and is written in %s, or is of another kind", old.Language, new.Language)
		return
	}
	asked := len(d.questions)
	if d.old.folder(old) != nil || d.new.folder(new) != nil {
		d.changedFolderRule(c, old, new)
	} else if old.Language == index.CEL {
		d.changedCEL(c, old, new)
	} else {
		d.changedRego(c, old, new)
	}
	if len(c.Aspects) == 0 && len(d.questions) == asked {
		c.note(Unchanged, "its version changed, or how it is written")
	}
}

// changedForce notes that a rule came into force, or is not any more.
func (d *differ) changedForce(c *change, old, new *index.Rule) {
	switch before, after := d.old.inForce(old.Metadata.Sets), d.new.inForce(new.Metadata.Sets); {
	case before && !after:
		c.note(flipped(presence(old, d.old)), "the bundle has none of its rule sets in force any more")
	case !before && after:
		c.note(presence(new, d.new), "the bundle has one of its rule sets in force now")
	}
	noteScope(c, new.Metadata.Severity, "the rule set", old.Metadata.Sets, new.Metadata.Sets)
}

func changedSeverity(c *change, old, new *index.Rule) {
	a, b := slices.Index(severities(), old.Metadata.Severity), slices.Index(severities(), new.Metadata.Severity)
	switch {
	case b < a:
		c.note(Loosened, "its severity was %s and is %s", old.Metadata.Severity, new.Metadata.Severity)
	case b > a:
		c.note(Tightened, "its severity was %s and is %s", old.Metadata.Severity, new.Metadata.Severity)
	}
}

// reach notes that a rule is for other types of action than before.
func reach(c *change, old, new *index.Rule) {
	noteScope(c, new.Metadata.Severity, "the type of action", old.Metadata.Actions, new.Metadata.Actions)
}

// leftBy are the types of action that a rule is not for any more: all where it is of
// a rule set no more, or is out of force.
func (d *differ) leftBy(old, new *index.Rule) []string {
	if !d.old.mayApply(old.Metadata.Sets) {
		return nil
	}
	sets := new.Metadata.Sets
	if d.old.inForce(old.Metadata.Sets) && !d.new.inForce(sets) || len(sets) > 0 && len(inBoth(sets, old.Metadata.Sets)) < max(1, len(old.Metadata.Sets)) {
		return actionsOf(old)
	}
	for_ := asSet(actionsOf(new))
	return slices.DeleteFunc(slices.Clone(actionsOf(old)), func(kind string) bool { return for_[kind] })
}

// noteScope notes what a rule is for no longer, or is for now. An empty list
// means all.
func noteScope(c *change, severity schema.Severity, what string, old, new []string) {
	more := Tightened
	if severity == schema.SeverityAllow {
		more = Loosened
	}
	switch {
	case len(old) == 0 && len(new) == 0:
	case len(old) == 0:
		c.note(flipped(more), "it was for all and is for %s %s", what, list(new))
	case len(new) == 0:
		c.note(more, "it was for %s %s and is for all", what, list(old))
	default:
		for _, name := range new {
			if !slices.Contains(old, name) {
				c.note(more, "it is for %s %q now", what, name)
			}
		}
		for _, name := range old {
			if !slices.Contains(new, name) {
				c.note(flipped(more), "it is not for %s %q any more", what, name)
			}
		}
	}
}

func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = `"` + name + `"`
	}
	return strings.Join(quoted, ", ")
}

func stageOf(r *index.Rule) schema.RuleStage {
	if r.Metadata.Stage == nil {
		return schema.RuleStageJudge
	}
	return *r.Metadata.Stage
}

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func orZero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// relation is how one condition stands to an earlier one.
type relation uint8

const (
	sameCondition relation = iota
	narrower               // it is met on no more than before
	wider                  // it is met on no less than before
	otherCondition
)

// noteRelation notes what a changed condition of a rule does.
func noteRelation(c *change, severity schema.Severity, r relation, text string) {
	class := Unknown
	switch r {
	case sameCondition:
		return
	case narrower:
		class = Loosened
	case wider:
		class = Tightened
	case otherCondition:
	}
	if severity == schema.SeverityAllow {
		class = flipped(class)
	}
	c.note(class, "%s", text)
}
