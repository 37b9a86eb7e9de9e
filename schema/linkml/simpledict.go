package linkml

// simpleDict returns the slot whose bare value may stand for an object in a dictionary: the one that carries the
// annotation simple_dict_value, else the only one besides the identifier or key, else the only required one of these.
func (v *View) simpleDict(c *Class) *Induced {
	key := v.KeySlot(c)
	var others, required, marked []*Induced
	for _, s := range v.Induced(c) {
		if s.Name == key {
			continue
		}
		others = append(others, s)
		if s.Required() {
			required = append(required, s)
		}
		if mark, _ := s.Annotation("simple_dict_value"); mark == true {
			marked = append(marked, s)
		}
	}
	for _, list := range [][]*Induced{marked, others, required} {
		if len(list) == 1 {
			return list[0]
		}
	}
	return nil
}
