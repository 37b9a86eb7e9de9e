package contracts.at_most

import rego.v1

part_1(e) if {
	e.effect != "fs.Write"
}

part_1(e) if {
	count(text(e, "path")) > 9
}

holds if {
	count([1 | some e in trace; not part_1(e)]) <= 3
}

violated if {
	count([1 | some e in trace; e.effect == "fs.Write"; count(text(e, "path")) <= 9]) > 3
}

doubt if {
	not holds;
	not violated
}

default verdict := "unknown"

verdict := "holds" if {
	trace;
	holds
}

verdict := "violated" if {
	trace;
	violated
}

# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

text(e, name) := e.fields[name] if {
	is_string(e.fields[name])
}

refused := set()
