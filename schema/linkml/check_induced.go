package linkml

// induceAll induces the slots of all classes and checks what can only be seen then.
func (l *linker) induceAll() {
	v := l.view
	for _, c := range v.Classes {
		byProperty := map[string]*Induced{}
		for _, name := range v.slotNames(c) {
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
		l.errorf(i.Schema, i.At, CodeLoosened, "Give it range: string, without multivalued.", "the slot %q of %q designates the type and is not a single string", i.Name, c.Name)
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
