# METADATA
# title: A context that changes while the reply is judged
# description: >-
#   In conservative mode everything after a change rests on what no longer
#   holds. A reply changes a belief that was shown when it calls again the tool
#   that the belief came from.
package claim.mid_turn

import data.claim.beliefs

# Calls of this reply under the key of a belief that was shown and came from
# the same tool.
renewed[key] := call if {
	some key, call in input.claimed
	call.by == "call_tool"
	beliefs.visible(key)
	tool := input.actions[call.index].tool
	from_tool(input.context.beliefs[key].source, tool)
}

# Whether a source is a tool, with arguments or without.
from_tool(source, tool) if source == sprintf("tool:%s", [tool])

from_tool(source, tool) if startswith(source, sprintf("tool:%s(", [tool]))

# Renewed beliefs whose new value is known and another.
changed contains key if {
	some key, call in renewed
	not beliefs.same(call.value, input.context.beliefs[key].value)
	known_value(call)
}

# Renewed beliefs whose new value is not known yet.
changing contains key if {
	some key, call in renewed
	not known_value(call)
}

known_value(call) if "value" in object.keys(call)

# References to the keys, and to the claims that earlier actions of the reply
# rested on them, in order.
references(keys) := concat(", ", array.concat(
	[reference(key) | some key in sort(keys)],
	[sprintf("%s@1", [claim.key]) | some claim in claims_before(min([renewed[key].index | some key in keys]))],
))

reference(key) := sprintf("%s@%d", [key, object.get(input.context.beliefs[key], "version", 1)])

# The claims accepted before an action, in their order.
claims_before(index) := sort([{"at": earlier.index, "key": key} |
	some key, earlier in input.claimed
	earlier.by == "claim"
	earlier.index < index
])

# METADATA
# title: No conclusion from a context that changed
# description: >-
#   After a call gave a shown belief another value, nothing more is concluded
#   in this turn.
# custom:
#   id: claim.context_changed
#   version: 1.0.0
#   severity: deny
#   order: 80
#   actions: [claim, answer]
#   sets: [claim@1, claim@2]
#   why: In conservative mode a conclusion rests on everything shown, and some of it no longer holds.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("beliefs in this turn's context changed during the turn (%s); derive it again next turn", [references(changed)]),
} if {
	input.action.type in {"claim", "answer"}
	input.context.mode == "conservative"
	count(changed) > 0
}

# METADATA
# title: No conclusion from a context that is about to change
# description: >-
#   After a call that renews a shown belief, nothing more is concluded in this
#   turn, as its result is known only after the reply.
# custom:
#   id: claim.context_changing
#   version: 1.0.0
#   severity: deny
#   order: 81
#   actions: [claim, answer]
#   sets: [claim@2]
#   why: In conservative mode a conclusion rests on everything shown, and some of it may not hold when the result is in.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("this reply calls for new values of beliefs in this turn's context (%s); derive it again next turn", [references(changing)]),
} if {
	input.action.type in {"claim", "answer"}
	input.context.mode == "conservative"
	count(changing) > 0
}
