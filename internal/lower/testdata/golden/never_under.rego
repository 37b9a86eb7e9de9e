package contracts.never_under

import rego.v1

part_1(e) if {
	(e.effect in {"fs.Read", "fs.List"}) == false
}

part_1(e) if {
	startswith(text(e, "path"), "\"\\\u000a\u202e\ud83d\ude00{{x}}${x}") == false
}

holds if {
	every e in trace {
		part_1(e)
	}
}

part_2 if {
	some e in trace;
	e.effect in {"fs.Read", "fs.List"};
	startswith(text(e, "path"), "\"\\\u000a\u202e\ud83d\ude00{{x}}${x}")
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
