package bigbundle

import "slices"

// Changes says what is different in a bundle's second form, in the order of
// change.
func Changes() []string {
	return []string{
		"contract: the constraint of lib_00.at_most_0 became strict (lt for le)",
		"contract: the text of lib_00.only_under_0 was reworded",
		"contract: lib_00.none_0 was removed",
		"contract: lib_00.some_9 was added",
		"rule: the folder of lib_00.rego_00 in Rego changed",
		"rule: the message of lib_00.rego_01 in Rego changed",
		"rule: the severity of lib_00.cel_00 in CEL changed from deny to ask",
		"rule: the folder of lib_00.cel_01 in CEL changed",
		"mapping: lib_00_put_0 takes the path from file too",
		"precondition: lib_00.Put1.path_short was added",
	}
}

// change makes the second form of a library with two rules in each language and
// five contracts at least; of a smaller one, what there is changes.
func (l *library) change() {
	l.changeContracts()
	changeRule(l.Rego, 0, func(r *rule) { r.Folder = "/rego/changed/" })
	changeRule(l.Rego, 1, func(r *rule) { r.Message = "this folder was reviewed and is kept" })
	changeRule(l.CEL, 0, func(r *rule) { r.Severity = "ask" })
	changeRule(l.CEL, 1, func(r *rule) { r.Folder = "/cel/changed/" })
	l.Effects[0].Mapping = "1.1.0"
	l.Effects[1].Version, l.Effects[1].NotEmpty = "1.1.0", true
}

func changeRule(rules []*rule, i int, change func(*rule)) {
	if i < len(rules) {
		change(rules[i])
		rules[i].Version = "2.0.0"
	}
}

func (l *library) changeContracts() {
	for _, c := range l.Contracts {
		switch c.Symbol {
		case "at_most_0":
			c.Version, c.Constraint = "2.0.0", "  count:\n    set: {version: 1.0.0, effects: [Put0]}\n    op: lt\n    bound: params.limit\n"
			c.Text, c.Derived, c.Argument = "Fewer than {limit} calls perform a Put0.", "Fewer than {limit} calls to Put0 are permitted.", "1"
		case "only_under_0":
			c.Version, c.Text = "1.0.1", "Each path of a Put0 starts with {root}."
		}
	}
	l.Contracts = slices.DeleteFunc(l.Contracts, func(c *contract) bool { return c.Symbol == "none_0" })
	added := newContract(l, len(shapes())-1)
	added.Symbol, added.Class = "some_9", l.Class+"Some9"
	added.ID = l.Name + "." + added.Symbol
	l.Contracts = append(l.Contracts, added)
}
