package linkml

import (
	"strings"

	"github.com/contractc/contractc/internal/diag"
)

// induceAll induces the slots of all classes and checks what can only be seen then.
func (l *linker) induceAll() {
	v, total := l.view, 0
	for _, c := range v.Classes {
		names := v.slotNames(c)
		if total += len(names); total > maxInduced {
			l.errorf(v.Root, diag.Range{}, CodeDepth, "Split the schema.", "the classes have more than %d slots", maxInduced)
			return
		}
		byProperty := map[string]*Induced{}
		for _, name := range names {
			i, problems := v.induce(c, name)
			l.list.Add(problems...)
			if i == nil {
				continue
			}
			if other := byProperty[i.Property]; other != nil {
				l.errorf(c.Schema, c.At, CodeClash, "Rename one of them or its alias.", "the slots %q and %q of %q have the same key %q", other.Name, i.Name, c.Name, i.Property)
			}
			byProperty[i.Property] = i
			v.induced[c.Name] = append(v.induced[c.Name], i)
		}
		v.byProperty[c.Name] = byProperty
	}
	v.findVariants()
	if v.opt.Compatible {
		return
	}
	for _, c := range v.Classes {
		l.induced(c)
	}
}

// induced is the strict check of one class.
func (l *linker) induced(c *Class) {
	ids := 0
	for _, i := range l.view.Induced(c) {
		if isTrue(i.Expr.Identifier) {
			ids++
		}
		l.designating(c, i)
		l.idle(c, i)
		l.ifAbsent(c, i)
	}
	if ids > 1 {
		l.errorf(c.Schema, c.At, CodeClash, "Keep one; make the others unique_keys.", "the class %q has %d identifiers", c.Name, ids)
	}
	l.mentions(c)
}

// designating checks that a slot which names the class can hold a name.
func (l *linker) designating(c *Class, i *Induced) {
	if !isTrue(i.Expr.DesignatesType) {
		return
	}
	if i.Type == nil || l.view.kindOf(i.Type) != KindString || i.Multivalued() {
		l.errorf(i.Schema, i.At, CodeShape, "Give it range: string, without multivalued.", "the slot %q of %q designates the type and is not a single string", i.Name, c.Name)
	}
}

// idle warns of facets that can never apply to the range.
func (l *linker) idle(c *Class, i *Induced) {
	if i.Type == nil {
		return
	}
	text := l.view.kindOf(i.Type) == KindString
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"pattern", i.Expr.Pattern != nil && !text},
		{"minimum_value", i.Expr.Minimum != nil && text},
		{"maximum_value", i.Expr.Maximum != nil && text},
	} {
		if f.given {
			l.list.Add(diag.Warningf(i.Schema.File, i.At, CodeIdle, "%s of %q says nothing about values of type %q", f.name, i.Name, i.Type.Name).WithDetail("Change the range of %q, or remove it.", c.Name+"."+i.Name))
		}
	}
}

// ifAbsent refuses a default value that the range does not have. Defaults make nothing valid or invalid otherwise.
func (l *linker) ifAbsent(c *Class, i *Induced) {
	if i.Expr.IfAbsent == nil || i.Type == nil {
		return
	}
	b, _ := l.view.builtinOf(i.Type)
	name, _, called := strings.Cut(*i.Expr.IfAbsent, "(")
	fits := true
	switch {
	case *i.Expr.IfAbsent == "true" || *i.Expr.IfAbsent == "false" || *i.Expr.IfAbsent == "True" || *i.Expr.IfAbsent == "False":
		fits = b.kind == KindBoolean
	case !called:
	case name == "string":
		fits = b.kind == KindString
	case name == "int" || name == "integer":
		fits = b.kind == KindInteger || b.kind == KindNumber
	case name == "float" || name == "double" || name == "decimal":
		fits = b.kind == KindNumber
	}
	if !fits {
		l.errorf(i.Schema, i.At, CodeShape, "Write a value of the range.", "the default %q of %q is no value of type %q", *i.Expr.IfAbsent, c.Name+"."+i.Name, i.Type.Name)
	}
}

// mentions checks that a class has the slots that its usage, rules and unique keys speak of.
func (l *linker) mentions(c *Class) {
	const detail = "List it in slots, or check the spelling."
	for _, u := range c.SlotUsage {
		if l.view.slotOf(c, u.Name) == nil {
			l.errorf(c.Schema, u.At, CodeUnknownSlot, detail, "slot_usage of %q speaks of the slot %q, which the class does not have", c.Name, u.Name)
		}
	}
	for _, k := range c.UniqueKeys {
		for _, name := range k.Slots {
			if l.view.slotOf(c, name) == nil {
				l.errorf(c.Schema, k.At, CodeUnknownSlot, detail, "the unique key %q names the slot %q, which the class does not have", k.Name, name)
			}
		}
	}
	l.conditions(c, &c.Expr)
	for _, r := range c.Rules {
		for _, e := range []*ClassExpr{r.Pre, r.Post, r.Else} {
			if e != nil {
				l.conditions(c, e)
			}
		}
	}
}

func (l *linker) conditions(c *Class, e *ClassExpr) {
	for _, cond := range e.Conditions {
		if l.view.slotOf(c, cond.Name) == nil {
			l.errorf(c.Schema, cond.At, CodeUnknownSlot, "List it in slots, or check the spelling.", "a condition speaks of the slot %q, which the class %q does not have", cond.Name, c.Name)
		}
	}
	for _, list := range [][]*ClassExpr{e.AnyOf, e.AllOf, e.ExactlyOneOf, e.NoneOf} {
		for _, b := range list {
			l.conditions(c, b)
		}
	}
}
