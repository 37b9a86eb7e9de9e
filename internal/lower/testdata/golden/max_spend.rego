package contracts.max_spend

import rego.v1

part_2(e) if {
	integer(e, "amount") >= 0
}

part_1 if {
	some e in trace;
	e.effect == "bank.Pay";
	not part_2(e)
}

summand_3(e) := integer(e, "amount") if {
	e.effect == "bank.Pay";
	integer(e, "amount") >= 0
}

holds if {
	not part_1;
	sum([n | some e in trace; n := summand_3(e)]) <= 100
}

summand_4(e) := integer(e, "amount") if {
	e.effect == "bank.Pay";
	integer(e, "amount") >= 0
}

violated if {
	sum([n | some e in trace; n := summand_4(e)]) > 100
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

# An integer that is known: written without a point or an exponent, within
# ±(2^53-1).
integer(e, name) := n if {
	n := e.fields[name];
	is_number(n);
	regex.match(`^-?[0-9]+$`, json.marshal(n));
	known_integer(n)
}

known_integer(n) if {
	n >= -9007199254740991;
	n <= 9007199254740991
}

# Whether a list or an object holds a number that is not known.
unknown_within(v) if {
	some n;
	walk(v, [_, n]);
	is_number(n);
	regex.match(`^-?[0-9]+$`, json.marshal(n));
	not known_integer(n)
}

refused := set()
