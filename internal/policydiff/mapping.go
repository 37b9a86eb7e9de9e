package policydiff

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/schema"
)

func mappingElement(m *index.Mapping) *index.Element { return &m.Element }

// mappings compares what tools are seen to do. A mapping of one tool is compared
// with the one of the same tool, whatever its id.
func (d *differ) mappings() {
	for _, p := range pairs(d.old.Catalog.Mappings, d.new.Catalog.Mappings, mappingKey) {
		c := touched(d, "mapping", p, mappingElement, false)
		switch {
		case c == nil:
		case p.old == nil:
			c.words("", mappingWords(p.new))
			c.note(Incomparable, "the %s is seen now: guarantees judge its calls, which were asked about because no effect modelled them", toolWords(p.new))
		case p.new == nil:
			c.words(mappingWords(p.old), "")
			c.lose("the %s is not seen any more: no guarantee judges its calls", toolWords(p.old))
		default:
			c.words(mappingWords(p.old), mappingWords(p.new))
			d.changedMapping(c, p.old, p.new)
		}
	}
}

func mappingKey(m *index.Mapping) string {
	if m.Beside {
		return "beside " + m.ID
	}
	return "tool " + m.Namespace + "\x00" + m.Tool
}

func toolWords(m *index.Mapping) string {
	switch {
	case m.Beside:
		return fmt.Sprintf("effect beside the tools %q", m.Namespace+" "+m.Tool)
	case m.Namespace != "":
		return fmt.Sprintf("tool %q of %q", m.Tool, m.Namespace)
	}
	return fmt.Sprintf("tool %q", m.Tool)
}

func (d *differ) changedMapping(c *change, old, new *index.Mapping) {
	if old.ID != new.ID {
		c.note(Reworded, "its id was %q and is %q", old.ID, new.ID)
	}
	if old.Namespace != new.Namespace || old.Tool != new.Tool {
		c.lose("it was of the tools %q and is of the tools %q", old.Namespace+" "+old.Tool, new.Namespace+" "+new.Tool)
		c.note(Tightened, "tools are seen that were not")
	}
	for _, name := range new.Except {
		if !slices.Contains(old.Except, name) {
			c.lose("the tools of %q are not among them any more", name)
		}
	}
	for _, name := range old.Except {
		if !slices.Contains(new.Except, name) {
			c.note(Incomparable, "the tools of %q are among them now: guarantees judge these effects of their calls too", name)
		}
	}
	if slices.EqualFunc(old.Effects, new.Effects, sameMapped) {
		if len(c.Aspects) == 0 {
			c.note(Unchanged, "its version changed, or how it is written")
		}
		return
	}
	d.changedEffects(c, old.Effects, new.Effects)
	d.changedReading(c, old, new)
}

// changedReading notes the arguments of a call that are read and were not: one that
// is not, and that the schema of the tool does not name either, is asked about. What
// is not read any more is noted by the field or the condition that read it.
func (d *differ) changedReading(c *change, old, new *index.Mapping) {
	before, all := d.old.Catalog.ArgumentsRead(old)
	if all || new.Beside {
		return
	}
	after, all := d.new.Catalog.ArgumentsRead(new)
	if all {
		c.note(Loosened, "all arguments are read now, so that no call is asked about for one that is not")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !before[name] {
			c.note(Loosened, "the argument %q is read now, so that a call with it is not asked about for that", name)
		}
	}
}

// sameMapped reports whether two mapped effects are the same but for white space
// in their expressions.
func sameMapped(a, b index.MappedEffect) bool { return mappedWords(a) == mappedWords(b) }

// changedEffects compares the effects of a tool, in their order.
func (d *differ) changedEffects(c *change, old, new []index.MappedEffect) {
	for _, name := range union(effectIDs(old), effectIDs(new)) {
		before, after := of(old, name), of(new, name)
		switch {
		case len(after) < len(before):
			c.lose("it has the effect %s %s, and had it %s", name, times(len(after)), times(len(before)))
		case len(after) > len(before):
			c.note(d.seen(name, old), "it has the effect %s %s, and had it %s", name, times(len(after)), times(len(before)))
			if !isPart(wordsOf(before), wordsOf(after)) {
				c.note(Unknown, "how it had the effect %s changed too, and on which calls it has it now is not compared", name)
			}
		default:
			for i := range before {
				d.changedMapped(c, before[i], after[i], old)
			}
		}
	}
	a, b := effectIDs(old), effectIDs(new)
	if !isPart(a, b) && !isPart(b, a) {
		c.note(Unknown, "the order of its effects changed, which state cells and keys may depend on")
	}
}

func wordsOf(list []index.MappedEffect) []string {
	words := make([]string, len(list))
	for i := range list {
		words[i] = mappedWords(list[i])
	}
	return words
}

func effectIDs(list []index.MappedEffect) []string {
	var ids []string
	for _, e := range list {
		ids = append(ids, e.Effect)
	}
	return ids
}

func of(list []index.MappedEffect, effect string) []index.MappedEffect {
	return slices.DeleteFunc(slices.Clone(list), func(e index.MappedEffect) bool { return e.Effect != effect })
}

func times(n int) string {
	switch n {
	case 0:
		return "not at all"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// seen is what it does that a tool has one more effect than before: where no
// contract can be met by it and no rule reads effects, it is seen better and no
// more. A call that had none was asked about, and is judged now.
func (d *differ) seen(effect string, before []index.MappedEffect) Class {
	if !slices.ContainsFunc(before, func(e index.MappedEffect) bool { return e.When == nil && e.Each == nil }) {
		return Incomparable
	}
	for _, s := range []*side{d.old, d.new} {
		if s.reads(effectsRead) {
			return Unknown
		}
		for _, contract := range s.Catalog.Contracts {
			if helps(contract.Constraint, effect, s, false) {
				return Incomparable
			}
		}
	}
	return Tightened
}

// helps reports whether an event of an effect type may make a constraint true
// that was not.
func helps(c schema.Constraint, effect string, s *side, negated bool) bool {
	u := algebra.UsesOf(c)
	if !slices.Contains(u.Effects, effect) && len(u.Cells) == 0 {
		return false
	}
	switch c := c.(type) {
	case *schema.Empty, *schema.All, *schema.UniqueBy:
		return negated
	case *schema.Exists, *schema.ExistsPair:
		return !negated
	case *schema.Count:
		upper := c.Op == schema.ComparisonLe || c.Op == schema.ComparisonLt
		lower := c.Op == schema.ComparisonGe || c.Op == schema.ComparisonGt
		return !upper && !lower || upper == negated
	case *schema.Not:
		return helps(c.Operand, effect, s, !negated)
	case *schema.And:
		return anyHelps(c.Operands, effect, s, negated)
	case *schema.Or:
		return anyHelps(c.Operands, effect, s, negated)
	case *schema.StateAll, *schema.StateAt:
		return s.assigns(effect, u.Cells)
	}
	return true
}

// assigns reports whether an effect type sets one of the state cells.
func (s *side) assigns(effect string, cells []string) bool {
	e := s.Catalog.Effect(effect)
	return e != nil && slices.ContainsFunc(e.Assigns, func(a index.Assignment) bool { return slices.Contains(cells, a.Cell) })
}

func anyHelps(list []schema.Constraint, effect string, s *side, negated bool) bool {
	return slices.ContainsFunc(list, func(c schema.Constraint) bool { return helps(c, effect, s, negated) })
}

// changedMapped compares one effect of a tool that had all of the given ones.
func (d *differ) changedMapped(c *change, old, new index.MappedEffect, all []index.MappedEffect) {
	name := old.Effect
	if a, b := expressionWords(old.Each), expressionWords(new.Each); a != b {
		c.note(Unknown, "the effect %s was there for each of %q and is for each of %q", name, a, b)
	}
	d.changedWhen(c, old, new, all)
	for _, p := range pairs(pointers(old.Fields), pointers(new.Fields), func(f *index.MappedField) string { return f.Name }) {
		switch {
		case p.old == nil:
			c.note(Incomparable, "the field %q of %s is known now", p.id, name)
		case p.new == nil:
			c.lose("the field %q of %s is not known any more", p.id, name)
		case sourcesWords(p.old) != sourcesWords(p.new):
			c.note(Unknown, "the field %q of %s came from %s and comes from %s", p.id, name, sourcesWords(p.old), sourcesWords(p.new))
		}
	}
}

// changedWhen compares when a tool has an effect: by solvers, and where they do not
// know, by its form.
func (d *differ) changedWhen(c *change, old, new index.MappedEffect, all []index.MappedEffect) {
	before, after := orTrue(expressionWords(old.When)), orTrue(expressionWords(new.When))
	if before == after {
		return
	}
	d.later(c, func(ctx context.Context) {
		evaluable, err := d.solveWhen(ctx, c, old, new, all)
		if err == nil {
			return
		}
		d.relateWhen(c, old.Effect, before, after, all, err)
		if !evaluable && before != orTrue("") && relate(before, after) != sameCondition {
			c.note(Unknown, "whether a call was denied since the condition of the effect %s could not be evaluated, and is judged now, is not known: %v", old.Effect, err)
		}
	})
}

// relateWhen compares when a tool has an effect by the form of the conditions. Err
// says why solvers do not decide it.
func (d *differ) relateWhen(c *change, name, old, new string, all []index.MappedEffect, err error) {
	switch relate(old, new) {
	case sameCondition:
		c.note(Unchanged, "the condition of the effect %s is only written otherwise", name)
	case narrower:
		c.lose("the effect %s is seen on no more calls: when %q, and before when %q", name, new, old)
	case wider:
		c.note(d.seen(name, all), "the effect %s is seen on no fewer calls: when %q, and before when %q", name, new, old)
	case otherCondition:
		c.note(Unknown, "the effect %s is seen when %q, and before when %q", name, new, old)
		c.note(Unknown, "no solver decides it: %v", err)
	}
}

func orTrue(condition string) string {
	if condition == "" {
		return "true"
	}
	return condition
}

func expressionWords(e *index.Expression) string {
	if e == nil {
		return ""
	}
	return plainCEL(e.Source)
}

func sourcesWords(f *index.MappedField) string {
	words := make([]string, len(f.Sources))
	for i := range f.Sources {
		words[i] = expressionWords(&f.Sources[i])
	}
	return "one of [" + strings.Join(words, ", ") + "]"
}

// mappingWords are what a mapping says, in one line.
func mappingWords(m *index.Mapping) string {
	return strings.Join(wordsOf(m.Effects), "; ")
}

func mappedWords(e index.MappedEffect) string {
	text := e.Effect
	for _, f := range e.Fields {
		text += fmt.Sprintf(", %s from %s", f.Name, sourcesWords(&f))
	}
	if e.Each != nil {
		text += ", for each of " + expressionWords(e.Each)
	}
	if e.When != nil {
		text += ", when " + expressionWords(e.When)
	}
	return text
}
