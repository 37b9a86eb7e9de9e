package main

import data.beds
import data.ceiling

deny[msg] {
	zone := input.zones[_]
	zone.litres > ceiling.litres
	msg := sprintf("zone %v takes %v litres, and %v is the most", [zone.name, zone.litres, ceiling.litres])
}

deny[msg] {
	count(input.zones) > ceiling.zones
	msg := sprintf("a plan has at most %v zones", [ceiling.zones])
}

# METADATA
# title: Open beds are not watered at night
# custom:
#   version: 1.2.0
deny_night[msg] {
	input.hour >= 20
	zone := input.zones[_]
	beds.is_open(zone)
	msg := sprintf("zone %v lies open and is watered at night", [zone.name])
}

violation[{"msg": msg, "details": {"zones": names}}] {
	names := [zone.name | zone := input.zones[_]; not re_match("^[a-z]+$", zone.name)]
	count(names) > 0
	msg := sprintf("names of zones are lower case, not %v", [concat(", ", names)])
}

warn[msg] {
	beds.total > ceiling.litres
	msg := sprintf("the plan takes %v litres in all", [beds.total])
}

exception[rules] {
	input.trial
	rules := ["night"]
}
