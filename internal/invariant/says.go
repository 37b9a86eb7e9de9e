package invariant

import (
	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
)

// said is what a rule, or an item of one, does on an input: ok is the condition on
// which nothing in it fails, has that it matches, and fires that it says something,
// which a list without items does not.
type said struct{ ok, has, fires string }

// says is whether a policy that is a rule says something. It fails where a part that
// is evaluated fails, or gives what is no message.
func (l *lowering) says(p *celpolicy.Policy) *value {
	s := l.saidBy(p.Tree(), 0)
	return l.named(truth(s.fires).under(s.ok))
}

// saidBy is what a rule says that stands within a number of lists.
func (l *lowering) saidBy(t *celpolicy.Tree, lists int) said {
	if t.Aggregate {
		return l.saidByAll(t, lists)
	}
	rest := said{yes, no, no}
	for i := len(t.Items) - 1; i >= 0; i-- {
		it := &t.Items[i]
		block := l.saidByItem(it, lists)
		if it.Condition == nil {
			rest = l.short(said{all(block.ok, anyOf(block.has, rest.ok)), anyOf(block.has, rest.has), ite(block.has, block.fires, rest.fires)})
			continue
		}
		met := l.condition(it)
		rest = l.short(said{all(met.ok, ite(met.term, block.ok, rest.ok)), ite(met.term, block.has, rest.has), ite(met.term, block.fires, rest.fires)})
	}
	return rest
}

// saidByAll is what all items say that match; the list of it is always there. What
// the outermost rule collects is read one by one, and a list within a list is no
// message.
func (l *lowering) saidByAll(t *celpolicy.Tree, lists int) said {
	if lists > 1 {
		return said{no, yes, no}
	}
	out := said{yes, yes, no}
	for i := range t.Items {
		met, block := l.condition(&t.Items[i]), l.saidByItem(&t.Items[i], lists)
		out = l.short(said{all(out.ok, met.ok, anyOf(not(met.term), block.ok)), yes, anyOf(out.fires, all(met.term, block.has, block.fires))})
	}
	return out
}

// short gives long terms names.
func (l *lowering) short(s said) said {
	return said{l.define(s.ok, boolSort), l.define(s.has, boolSort), l.define(s.fires, boolSort)}
}

// condition is whether an item is chosen; what is no truth value may be anything.
func (l *lowering) condition(it *celpolicy.TreeItem) *value {
	if it.Condition == nil {
		return truth(yes)
	}
	v := l.checked(it.Condition)
	if b := l.asBool(v); b != nil {
		return b
	}
	return l.anything(it.Condition, "condition", boolSort).under(v.ok)
}

func (l *lowering) saidByItem(it *celpolicy.TreeItem, lists int) said {
	if it.Nested != nil && it.Nested.Aggregate {
		return l.saidBy(it.Nested, lists+1)
	} else if it.Nested != nil {
		return l.saidBy(it.Nested, lists)
	}
	v := l.checked(it.Output)
	ok, fires := l.message(it.Output, v, lists > 0)
	return said{all(v.ok, l.explained(it), ok), yes, fires}
}

// message is the condition on which an output is a message, a map with a message
// and perhaps a path, or outside of other lists a list of these, and on which there
// is one.
func (l *lowering) message(of *celpolicy.Checked, v *value, listed bool) (ok, fires string) {
	switch v.sort {
	case textSort:
		return not(equalTerms(v.term, emptyText)), yes
	case mapSort:
		return l.messageOfMap(of, v), yes
	case listSort:
		if listed {
			return no, yes
		}
		ok, fires = yes, no
		for _, i := range v.items {
			one, _ := l.message(of, i.value, true)
			ok, fires = all(ok, anyOf(not(i.when), one)), anyOf(fires, i.when)
		}
		return ok, fires
	case opaqueSort, optionalSort:
		a := l.anything(of, "message", boolSort)
		if t := of.AST().GetType(of.AST().Expr().ID()); t != nil && t.Kind() != cel.ListKind && t.Kind() != cel.DynKind {
			return a.ok, yes
		}
		return a.ok, a.term
	}
	return no, yes // a number, a truth value or null
}

const emptyText = `""`

func (l *lowering) messageOfMap(of *celpolicy.Checked, v *value) string {
	ok, said := yes, false
	for i, key := range v.keys {
		f := v.fields[i]
		switch {
		case f.sort != textSort && f.sort != opaqueSort || key != "message" && key != "path":
			return no
		case f.sort == opaqueSort:
			ok = all(ok, l.anything(of, key, boolSort).ok)
		case key == "message":
			ok = all(ok, not(equalTerms(f.term, emptyText)))
		default:
			ok = all(ok, anyOf(equalTerms(f.term, emptyText), `(str.prefixof "/" `+f.term+")"))
		}
		said = said || key == "message"
	}
	if !said {
		return no
	}
	return ok
}

// anything is any value of a sort, or an error: of what is not lowered about an
// expression, the same one for the same.
func (l *lowering) anything(of *celpolicy.Checked, what string, s sort) *value {
	return l.anyFor(what+" of "+l.keyOfWhole(of), s, func() string { return "what " + oneLine(of.Source()) + " gives" })
}
