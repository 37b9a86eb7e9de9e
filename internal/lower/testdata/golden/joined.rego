package contracts.joined

import rego.v1

holds_2 if {
	every e in trace {
		e.effect != "fs.Write"
	}
}

part_1 if {
	some e in trace;
	e.effect == "fs.Write"
}

violated_2 if {
	part_1
}

doubt_2 if {
	not violated_2;
	not holds_2
}

part_2 if {
	holds_2;
	doubt_2
}

part_2 if {
	not holds_2;
	doubt_2
}

doubt_1 if {
	not violated_2;
	part_2
}

holds_3 if {
	every e in trace {
		(e.effect in {"fs.Read", "fs.List"}) == false
	}
}

part_3 if {
	some e in trace;
	e.effect in {"fs.Read", "fs.List"}
}

violated_3 if {
	part_3
}

doubt_3 if {
	not violated_3;
	not holds_3
}

holds if {
	violated_2
}

holds if {
	holds_3
}

violated if {
	holds_2;
	violated_3
}

final if {
	violated_2;
	violated_3
}

final if {
	violated_2
}

final if {
	holds_3;
	violated_3
}

part_5 if {
	violated
}

part_5 if {
	holds
}

part_4 if {
	final;
	part_5
}

part_7 if {
	doubt_1
}

part_7 if {
	doubt_3
}

part_8 if {
	doubt_1;
	not holds_2
}

part_8 if {
	doubt_3;
	not violated_3
}

part_6 if {
	violated;
	part_7
}

part_6 if {
	not violated;
	part_8
}

doubt if {
	not part_4;
	part_6
}

default verdict := "unknown"

verdict := "holds" if {
	trace;
	holds
}

part_9 if {
	final
}

part_9 if {
	closed
}

verdict := "violated" if {
	trace;
	violated;
	part_9
}

part_10 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not final;
	not doubt;
	not part_10
}

# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

# Whether no event follows.
closed if {
	input.closed == true
}

refused := set()
