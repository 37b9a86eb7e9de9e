package beds

# Beds under glass keep their warmth; the others do not.
is_open(zone) {
	zone.bed == "open"
}

is_open(zone) {
	not zone.bed
}

total := sum([zone.litres | zone := input.zones[_]])
