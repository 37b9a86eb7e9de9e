package contracts.price

import rego.v1

part_2(e) if {
	_ = decimal(e, "price")
}

part_1 if {
	some e in trace;
	e.effect == "bank.Buy";
	not part_2(e)
}

summand_3(e) := decimal(e, "price") if {
	e.effect == "bank.Buy";
	_ = decimal(e, "price")
}

holds if {
	not part_1;
	sum([n | some e in trace; n := summand_3(e)]) <= 99500000
}

part_5(e) if {
	_ = decimal(e, "price")
}

part_4 if {
	some e in trace;
	e.effect == "bank.Buy";
	not part_5(e)
}

summand_6(e) := decimal(e, "price") if {
	e.effect == "bank.Buy";
	_ = decimal(e, "price")
}

violated if {
	not part_4;
	sum([n | some e in trace; n := summand_6(e)]) > 99500000
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

part_7 if {
	closed
}

verdict := "pending" if {
	trace;
	not holds;
	violated;
	not doubt;
	not part_7
}

# The events with their positions. Without a list of events nothing is known.
trace := [object.union(e, {"at": i}) | some i, e in input.events] if {
	is_array(input.events)
}

# Whether no event follows.
closed if {
	input.closed == true
}

# A decimal as an integer in units of 10^-6.
decimal(e, name) := scaled(json.marshal(e.fields[name])) if {
	is_number(e.fields[name])
}

scaled(text) := signed(startswith(text, "-"), trim_left(concat("", [parts[0], places]), "0")) if {
	regex.match(`^-?[0-9]+([.][0-9]+)?$`, text);
	parts := split(trim_prefix(text, "-"), ".");
	fraction := trim_right(concat("", array.slice(parts, 1, 2)), "0");
	count(fraction) <= 6;
	places := substring(concat("", [fraction, "000000"]), 0, 6)
}

signed(negative, digits) := to_number(digits) if {
	negative == false;
	digits != ""
}

signed(negative, digits) := 0 - to_number(digits) if {
	negative == true;
	digits != ""
}

signed(_, "") := 0

# Numbers that the module cannot hold; of a trace with one of them, the verdict
# is not to be used.
refused contains sprintf("event %d: %s has no exact form", [i, name]) if {
	some i, e in input.events;
	some name in {"price"};
	is_number(e.fields[name]);
	not has_decimal(e, name)
}

has_decimal(e, name) if {
	_ = decimal(e, name)
}

