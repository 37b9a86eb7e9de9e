package contracts.all_locked

import rego.v1

part_2(e) if {
	_ = text(e, "door")
}

part_4(e, f) if {
	f.effect == "home.Lock";
	text(e, "door") == text(f, "door")
}

part_4(e, f) if {
	f.effect == "home.Unlock";
	text(e, "door") == text(f, "door")
}

part_3(e) if {
	some f in trace;
	e.at < f.at;
	part_4(e, f)
}

part_1(e) if {
	e.effect != "home.Lock"
}

part_1(e) if {
	not part_2(e)
}

part_1(e) if {
	true == true
}

part_1(e) if {
	part_3(e)
}

part_6(e) if {
	_ = text(e, "door")
}

part_8(e, f) if {
	f.effect == "home.Lock";
	text(e, "door") == text(f, "door")
}

part_8(e, f) if {
	f.effect == "home.Unlock";
	text(e, "door") == text(f, "door")
}

part_7(e) if {
	some f in trace;
	e.at < f.at;
	part_8(e, f)
}

part_5(e) if {
	e.effect != "home.Unlock"
}

part_5(e) if {
	not part_6(e)
}

part_5(e) if {
	false == true
}

part_5(e) if {
	part_7(e)
}

part_9(e) if {
	e.effect != "home.Lock"
}

part_9(e) if {
	_ = text(e, "door")
}

part_9(e) if {
	true == true
}

part_10(e) if {
	e.effect != "home.Unlock"
}

part_10(e) if {
	_ = text(e, "door")
}

part_10(e) if {
	false == true
}

holds if {
	every e in trace {
		part_1(e);
		part_5(e)
	};
	true == true;
	every e in trace {
		part_9(e);
		part_10(e)
	}
}

part_14(e, f) if {
	f.effect == "home.Lock";
	text(e, "door") == text(f, "door")
}

part_14(e, f) if {
	f.effect == "home.Unlock";
	text(e, "door") == text(f, "door")
}

part_13(e) if {
	some f in trace;
	e.at < f.at;
	part_14(e, f)
}

part_16(e, f) if {
	e.at < f.at
}

part_17(f) if {
	f.effect != "home.Lock"
}

part_17(f) if {
	_ = text(f, "door")
}

part_17(f) if {
	true != true
}

part_18(f) if {
	f.effect != "home.Unlock"
}

part_18(f) if {
	_ = text(f, "door")
}

part_18(f) if {
	false != true
}

part_15(e, f) if {
	not part_16(e, f)
}

part_15(e, f) if {
	part_17(f);
	part_18(f)
}

part_20(e, f) if {
	f.effect == "home.Lock";
	text(e, "door") == text(f, "door")
}

part_20(e, f) if {
	f.effect == "home.Unlock";
	text(e, "door") == text(f, "door")
}

part_19(e) if {
	some f in trace;
	e.at < f.at;
	part_20(e, f)
}

part_22(e, f) if {
	e.at < f.at
}

part_23(f) if {
	f.effect != "home.Lock"
}

part_23(f) if {
	_ = text(f, "door")
}

part_23(f) if {
	true != true
}

part_24(f) if {
	f.effect != "home.Unlock"
}

part_24(f) if {
	_ = text(f, "door")
}

part_24(f) if {
	false != true
}

part_21(e, f) if {
	not part_22(e, f)
}

part_21(e, f) if {
	part_23(f);
	part_24(f)
}

part_12(e) if {
	e.effect == "home.Lock";
	_ = text(e, "door");
	true != true;
	not part_13(e);
	every f in trace {
		part_15(e, f)
	}
}

part_12(e) if {
	e.effect == "home.Unlock";
	_ = text(e, "door");
	false != true;
	not part_19(e);
	every f in trace {
		part_21(e, f)
	}
}

part_11 if {
	some e in trace;
	part_12(e)
}

violated if {
	part_11
}

violated if {
	true != true
}

final if {
	true != true
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

part_25 if {
	final
}

part_25 if {
	closed
}

verdict := "violated" if {
	trace;
	violated;
	part_25
}

part_26 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not final;
	not doubt;
	not part_26
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
