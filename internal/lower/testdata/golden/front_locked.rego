package contracts.front_locked

import rego.v1

part_3(e) if {
	e.effect == "home.Lock";
	text(e, "door") == "front"
}

part_3(e) if {
	e.effect == "home.Unlock";
	text(e, "door") == "front"
}

part_2 if {
	some e in trace;
	part_3(e)
}

part_1 if {
	true == true
}

part_1 if {
	part_2
}

part_6(f) if {
	f.effect == "home.Lock";
	text(f, "door") == "front"
}

part_6(f) if {
	f.effect == "home.Unlock";
	text(f, "door") == "front"
}

part_5(e) if {
	some f in trace;
	e.at < f.at;
	part_6(f)
}

part_4(e) if {
	e.effect != "home.Lock"
}

part_4(e) if {
	text(e, "door") != "front"
}

part_4(e) if {
	true == true
}

part_4(e) if {
	part_5(e)
}

part_9(f) if {
	f.effect == "home.Lock";
	text(f, "door") == "front"
}

part_9(f) if {
	f.effect == "home.Unlock";
	text(f, "door") == "front"
}

part_8(e) if {
	some f in trace;
	e.at < f.at;
	part_9(f)
}

part_7(e) if {
	e.effect != "home.Unlock"
}

part_7(e) if {
	text(e, "door") != "front"
}

part_7(e) if {
	false == true
}

part_7(e) if {
	part_8(e)
}

holds if {
	part_1;
	every e in trace {
		part_4(e);
		part_7(e)
	}
}

part_12(e) if {
	e.effect == "home.Lock";
	text(e, "door") == "front"
}

part_12(e) if {
	e.effect == "home.Unlock";
	text(e, "door") == "front"
}

part_11 if {
	some e in trace;
	part_12(e)
}

part_10 if {
	true != true
}

part_10 if {
	part_11
}

part_15(f) if {
	f.effect == "home.Lock";
	text(f, "door") == "front"
}

part_15(f) if {
	f.effect == "home.Unlock";
	text(f, "door") == "front"
}

part_14(e) if {
	some f in trace;
	e.at < f.at;
	part_15(f)
}

part_13(e) if {
	e.effect != "home.Lock"
}

part_13(e) if {
	text(e, "door") != "front"
}

part_13(e) if {
	true != true
}

part_13(e) if {
	part_14(e)
}

part_18(f) if {
	f.effect == "home.Lock";
	text(f, "door") == "front"
}

part_18(f) if {
	f.effect == "home.Unlock";
	text(f, "door") == "front"
}

part_17(e) if {
	some f in trace;
	e.at < f.at;
	part_18(f)
}

part_16(e) if {
	e.effect != "home.Unlock"
}

part_16(e) if {
	text(e, "door") != "front"
}

part_16(e) if {
	false != true
}

part_16(e) if {
	part_17(e)
}

violated if {
	part_10;
	every e in trace {
		part_13(e);
		part_16(e)
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

verdict := "violated" if {
	trace;
	violated;
	closed
}

part_19 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not doubt;
	not part_19
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
