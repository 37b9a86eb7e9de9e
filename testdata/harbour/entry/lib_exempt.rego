package lib.exempt

import future.keywords.if

is_exempt(ship) if {
	exempt := object.get(object.get(input, "parameters", {}), "exempt", [])
	startswith(ship.name, trim_suffix(exempt[_], "*"))
}
