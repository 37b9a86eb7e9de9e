package linkml

// subproperty checks that the value names a slot at or below the one that subproperty_of names, in the spelling that the
// range asks for. Ranges that are classes are not constrained by it.
func (k *checker) subproperty(x value, s *Induced) {
	if s.Class != nil || s.Type == nil {
		return
	}
	allowed := k.view.subproperties(s)
	for _, name := range allowed {
		if name == x.n.Text {
			return
		}
	}
	k.report(x, CodeValue, "Write one of "+quoteAll(allowed)+".", "the value names no slot at or below %q", *s.Expr.SubpropertyOf)
}

// subproperties returns the permitted texts in the order in which the slots are defined.
func (v *View) subproperties(s *Induced) []string {
	top := v.slots[*s.Expr.SubpropertyOf]
	var out []string
	for _, slot := range v.Slots {
		below := slot == top
		for _, a := range v.slotAncestors(slot) {
			below = below || a == top
		}
		if below && top != nil {
			out = append(out, v.slotSpelling(slot, s.Type))
		}
	}
	return out
}

func (v *View) slotSpelling(s *Slot, t *Type) string {
	b, _ := v.builtinOf(t)
	switch b.name {
	case "uriorcurie", "curie":
		return v.slotCURIE(s)
	case "uri":
		return v.expand(s.Schema, v.slotCURIE(s))
	}
	return property(s.Name)
}

// slotCURIE returns slot_uri, or else the default prefix of the defining schema and the name.
func (v *View) slotCURIE(s *Slot) string {
	if s.SlotURI != "" {
		return s.SlotURI
	}
	return s.Schema.DefaultPrefix + ":" + property(s.Name)
}
