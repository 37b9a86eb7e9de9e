package contracts.pattern

import rego.v1

part_1 if {
	some e in trace;
	e.effect == "env.Read";
	regex.match("^[A-Z]+$|_", text(e, "name"))
}

holds if {
	part_1
}

part_2(e) if {
	e.effect != "env.Read"
}

part_2(e) if {
	regex.match("^[A-Z]+$|_", text(e, "name")) == false
}

violated if {
	every e in trace {
		part_2(e)
	}
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

part_3 if {
	holds
}

part_3 if {
	closed
}

verdict := "violated" if {
	trace;
	violated;
	part_3
}

part_4 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not doubt;
	not part_4
}

# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

# Whether no event follows.
closed if {
	input.closed == true
}

text(e, name) := e.fields[name] if {
	is_string(e.fields[name])
}

refused := set()
