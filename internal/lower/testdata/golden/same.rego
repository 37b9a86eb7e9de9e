package contracts.same

import rego.v1

part_2(e) if {
	some f in trace;
	e.effect == "mail.Send";
	text(e, "to") == "ann";
	f.effect == "mail.Send";
	text(f, "to") == "bob";
	text(e, "body") == text(f, "body")
}

part_1 if {
	some e in trace;
	part_2(e)
}

holds if {
	part_1
}

part_3(e, f) if {
	e.effect != "mail.Send"
}

part_3(e, f) if {
	text(e, "to") != "ann"
}

part_3(e, f) if {
	f.effect != "mail.Send"
}

part_3(e, f) if {
	text(f, "to") != "bob"
}

part_3(e, f) if {
	text(e, "body") != text(f, "body")
}

violated if {
	every e in trace {
		every f in trace {
			part_3(e, f)
		}
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

part_4 if {
	holds
}

part_4 if {
	closed
}

verdict := "violated" if {
	trace;
	violated;
	part_4
}

part_5 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not doubt;
	not part_5
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
