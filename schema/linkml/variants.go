package linkml

// polymorphic reports whether a range of this class may hold objects of several classes: it has concrete classes below
// it and a slot that tells them apart.
func (v *View) polymorphic(c *Class) bool { return v.variantsOf(c).several }

// discriminator returns the slot that tells the concrete classes from c down apart: the one that designates the type, or
// else, for an abstract class, one that must equal another string in each of them. It returns "" if there is none.
func (v *View) discriminator(c *Class) string { return v.variantsOf(c).slot }

// variants is what is known of the classes from a class down.
type variants struct {
	several  bool   // objects of several classes may stand for it, and slot tells them apart
	slot     string // the discriminator
	concrete []*Class
}

// variantsOf knows nothing of classes of other views.
func (v *View) variantsOf(c *Class) variants {
	if found := v.variants[c]; found != nil {
		return *found
	}
	return variants{}
}

// findVariants fills in what objects may stand for each class. The slots of all classes must have been induced.
func (v *View) findVariants() {
	for _, c := range v.Classes {
		found := &variants{concrete: v.findConcrete(c)}
		v.variants[c] = found
		found.slot = v.findDiscriminator(c)
		found.several = v.isPolymorphic(c)
	}
}

func (v *View) isPolymorphic(c *Class) bool {
	if v.isAny(c) || v.discriminator(c) == "" {
		return false
	}
	concrete := v.Concrete(c)
	return len(concrete) > 1 || len(concrete) == 1 && concrete[0] != c
}

func (v *View) findDiscriminator(c *Class) string {
	for _, s := range v.Induced(c) {
		if isTrue(s.Expr.DesignatesType) {
			return s.Name
		}
	}
	if !c.Abstract && !c.Mixin {
		return ""
	}
	for _, s := range v.Induced(c) {
		if v.distinguishes(c, s.Name) {
			return s.Name
		}
	}
	return ""
}

func (v *View) distinguishes(c *Class, slot string) bool {
	seen := map[string]bool{}
	for _, d := range v.Concrete(c) {
		s := v.slotOf(d, slot)
		if s == nil || s.Expr.EqualsString == nil || seen[*s.Expr.EqualsString] {
			return false
		}
		seen[*s.Expr.EqualsString] = true
	}
	return len(seen) > 0
}

func (v *View) slotOf(c *Class, name string) *Induced {
	for _, s := range v.Induced(c) {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// designates reports whether a slot of a concrete class tells it apart from others, so that it is no Go field.
func (v *View) designates(c *Class, slot string) bool {
	for _, a := range v.Ancestors(c) {
		if v.polymorphic(a) && v.discriminator(a) == slot {
			return true
		}
	}
	return false
}

// designation returns the text of a discriminating slot in objects of the class.
func (v *View) designation(c *Class, slot string) string {
	s := v.slotOf(c, slot)
	if !isTrue(s.Expr.DesignatesType) && s.Expr.EqualsString != nil {
		return *s.Expr.EqualsString
	}
	return v.designator(c, s)
}
