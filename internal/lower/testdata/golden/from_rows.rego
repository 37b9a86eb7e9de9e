package contracts.from_rows

import rego.v1

part_1(e) if {
	e.effect != "mail.Send"
}

part_1(e) if {
	_ = text(e, "to");
	_ = e.provenance.to;
	[e.provenance.to.schema, e.provenance.to.field] == ["db.Row", "email"]
}

holds if {
	every e in trace {
		part_1(e)
	}
}

part_4(e) if {
	[e.provenance.to.schema, e.provenance.to.field] == ["db.Row", "email"]
}

part_5(e) if {
	_ = e.provenance.to
}

part_3(e) if {
	_ = text(e, "to");
	_ = e.provenance.to;
	not part_4(e)
}

part_3(e) if {
	_ = text(e, "to");
	not part_5(e)
}

part_2 if {
	some e in trace;
	e.effect == "mail.Send";
	part_3(e)
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
