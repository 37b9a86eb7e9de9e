package contracts.only_in

import rego.v1

part_1(e) if {
	e.effect != "bank.Pay"
}

part_1(e) if {
	text(e, "currency") in ["EUR", "USD"]
}

holds if {
	every e in trace {
		part_1(e)
	}
}

part_2 if {
	some e in trace;
	e.effect == "bank.Pay";
	(text(e, "currency") in ["EUR", "USD"]) == false
}

violated if {
	part_2
}

doubt if {
	not violated;
	not holds
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
