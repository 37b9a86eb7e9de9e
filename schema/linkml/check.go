package linkml

import "github.com/contractc/contractc/internal/diag"

// The codes of references that lead nowhere.
const (
	CodeUnknownRange = "linkml.unknown-range"
	CodeUnknownClass = "linkml.unknown-class"
	CodeCycle        = "linkml.cycle"
)

// check induces all slots and reports what is wrong between elements.
func (v *View) check() diag.List {
	var list diag.List
	if !v.opt.Compatible {
		list.Add(v.clashes...)
	}
	for _, c := range v.Classes {
		for _, name := range v.slotNames(c) {
			i, problems := v.induce(c, name)
			list.Add(problems...)
			if i != nil {
				v.induced[c.Name] = append(v.induced[c.Name], i)
			}
		}
	}
	list.Sort()
	return list
}
