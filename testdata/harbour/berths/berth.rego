package berth

import data.lib.fields
import data.quays

# A list of calls, as a checker hands over several files at once.
deny[msg] {
	call := input[_]
	not fields.has(call, "quay")
	trace(sprintf("no quay: %v", [call.ship]))
	msg := sprintf("%s has no quay", [call.ship])
}

deny[sprintf("%s is longer than its berth", [call.ship])] {
	call := input[_]
	call.length > call.berth
}

default deny_closed = []

deny_closed = ships {
	ships := [msg | call := input[_]; quays[call.quay].closed; msg := sprintf("%s goes to a closed quay", [call.ship])]
}

violation_draught[{"msg": msg, "details": {"ship": call.ship, "depth": depth}}] {
	call := input[_]
	depth := quays[call.quay].depth
	call.draught > depth
	msg := sprintf("%s draws %v m, and the quay has %v m", [call.ship, call.draught, depth])
}

warn_tug {
	input[_].length > 200
}

# Asks for what the call does not have, so it finds nothing.
warn_flag[msg] {
	msg := input[_].flag.warning
}

_light(call) {
	call.ballast == true
}

exception[rules] {
	_light(input[_])
	rules := {"draught"}
}
