package linkml

// permissible returns the permissible values of an enum with those that it inherits, first occurrence of a text wins.
func (v *View) permissible(e *Enum) []*PermissibleValue {
	seenText, seenEnum := map[string]bool{}, map[*Enum]bool{e: true}
	var out []*PermissibleValue
	for todo := []*Enum{e}; len(todo) > 0; todo = todo[1:] {
		for _, p := range todo[0].Values {
			if !seenText[p.Name] {
				seenText[p.Name] = true
				out = append(out, p)
			}
		}
		for _, r := range todo[0].Inherits {
			if parent := v.enums[r.Name]; parent != nil && !seenEnum[parent] {
				seenEnum[parent] = true
				todo = append(todo, parent)
			}
		}
	}
	return out
}
