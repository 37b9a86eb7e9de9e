# METADATA
# title: What a claim or an answer rests on
# description: >-
#   The keys of follows_from, then those of the formula, none twice, are the
#   action's dependencies. Each must be shown, or claimed earlier in the reply.
package claim.dependencies

import data.claim.beliefs

# The dependencies that cannot be used, in order, each with the reason.
unusable := [{"repr": dependency.repr, "reason": reason(dependency.key)} |
	some dependency in input.facts.dependencies
	not usable(dependency.key)
]

# Why a key that is not usable is not: the first that applies.
reason(key) := "call" if {
	beliefs.established(key, "call_tool")
} else := "hidden" if {
	beliefs.known(key)
} else := "unknown"

usable(key) if beliefs.visible(key)

usable(key) if beliefs.established(key, "claim")

call_message(repr) := sprintf("depends on %s, the result of a tool called in this same response; use it next turn", [repr])

hidden_message(repr) := sprintf("depends on %s, which is not in this turn's context (OUT, conflicted or hidden)", [repr])

unknown_message(repr) := sprintf("depends on unknown key %s", [repr])

# METADATA
# title: The first unusable dependency is a result of the same reply
# description: The result of a call is known only after the reply.
# custom:
#   id: claim.first_dependency_on_call
#   version: 1.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@1]
#   why: A conclusion cannot rest on a result that its author has not seen.
violation contains {"id": rego.metadata.rule().custom.id, "message": call_message(unusable[0].repr)} if {
	input.action.type in {"claim", "answer"}
	unusable[0].reason == "call"
}

# METADATA
# title: The first unusable dependency is not in the context
# description: A belief that is out, in conflict or hidden supports nothing.
# custom:
#   id: claim.first_dependency_hidden
#   version: 1.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@1]
#   why: A conclusion cannot rest on what its author was not shown.
violation contains {"id": rego.metadata.rule().custom.id, "message": hidden_message(unusable[0].repr)} if {
	input.action.type in {"claim", "answer"}
	unusable[0].reason == "hidden"
}

# METADATA
# title: The first unusable dependency is unknown
# description: A key that nobody has established supports nothing.
# custom:
#   id: claim.first_dependency_unknown
#   version: 1.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@1]
#   why: A conclusion cannot rest on what does not exist.
violation contains {"id": rego.metadata.rule().custom.id, "message": unknown_message(unusable[0].repr)} if {
	input.action.type in {"claim", "answer"}
	unusable[0].reason == "unknown"
}

# METADATA
# title: No dependency on results of the same reply
# description: Every such dependency is reported, so that one more turn mends all.
# custom:
#   id: claim.dependency_on_call
#   version: 2.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@2]
#   why: A conclusion cannot rest on a result that its author has not seen.
violation contains {"id": rego.metadata.rule().custom.id, "message": call_message(dependency.repr)} if {
	input.action.type in {"claim", "answer"}
	some dependency in unusable
	dependency.reason == "call"
}

# METADATA
# title: No dependency on what is not in the context
# description: Every such dependency is reported, so that one more turn mends all.
# custom:
#   id: claim.dependency_hidden
#   version: 2.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@2]
#   why: A conclusion cannot rest on what its author was not shown.
violation contains {"id": rego.metadata.rule().custom.id, "message": hidden_message(dependency.repr)} if {
	input.action.type in {"claim", "answer"}
	some dependency in unusable
	dependency.reason == "hidden"
}

# METADATA
# title: No dependency on unknown keys
# description: Every such dependency is reported, so that one more turn mends all.
# custom:
#   id: claim.dependency_unknown
#   version: 2.0.0
#   severity: deny
#   order: 30
#   actions: [claim, answer]
#   sets: [claim@2]
#   why: A conclusion cannot rest on what does not exist.
violation contains {"id": rego.metadata.rule().custom.id, "message": unknown_message(dependency.repr)} if {
	input.action.type in {"claim", "answer"}
	some dependency in unusable
	dependency.reason == "unknown"
}
