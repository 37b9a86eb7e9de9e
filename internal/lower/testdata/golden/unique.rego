package contracts.unique

import rego.v1

part_2(e, f) if {
	e.at < f.at
}

part_1(e, f) if {
	not part_2(e, f)
}

part_1(e, f) if {
	e.effect != "mail.Send"
}

part_1(e, f) if {
	f.effect != "mail.Send"
}

part_1(e, f) if {
	text(e, "to") != text(f, "to")
}

holds if {
	every e in trace {
		every f in trace {
			part_1(e, f)
		}
	}
}

part_4(e) if {
	some f in trace;
	e.at < f.at;
	e.effect == "mail.Send";
	f.effect == "mail.Send";
	text(e, "to") == text(f, "to")
}

part_3 if {
	some e in trace;
	part_4(e)
}

violated if {
	part_3
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
