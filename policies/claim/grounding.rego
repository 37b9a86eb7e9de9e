# METADATA
# title: Nothing rests on nothing
# description: >-
#   In declared mode an action rests on its dependencies, in conservative mode
#   on everything that was shown and on the claims accepted before it.
package claim.grounding

import data.claim.beliefs

# The action rests on nothing.
baseless if {
	input.context.mode == "declared"
	count(input.facts.dependencies) == 0
}

baseless if {
	input.context.mode == "conservative"
	not anything_shown
	not anything_claimed
}

anything_shown if {
	some key, _ in input.context.beliefs
	beliefs.visible(key)
}

anything_claimed if {
	some earlier in input.claimed
	earlier.by == "claim"
}

# METADATA
# title: An answer says what it rests on
# description: In declared mode the list of follows_from may not be empty.
# custom:
#   id: claim.answer_support
#   version: 1.0.0
#   severity: deny
#   order: 70
#   actions: [answer]
#   sets: [claim@1, claim@2]
#   why: An answer without support cannot be withdrawn when its support is.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "an answer must list the beliefs it rests on in follows_from",
	"path": "/follows_from",
} if {
	input.action.type == "answer"
	input.context.mode == "declared"
	baseless
}

# METADATA
# title: A claim says what it rests on
# description: >-
#   A claim without dependencies, also one with a formula over literals only,
#   is no conclusion.
# custom:
#   id: claim.claim_support
#   version: 1.0.0
#   severity: deny
#   order: 70
#   actions: [claim]
#   sets: [claim@2]
#   why: A formula over nothing was certain, and a restated belief outlived its evidence.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "a claim must list the beliefs it rests on in follows_from",
	"path": "/follows_from",
} if {
	input.action.type == "claim"
	input.context.mode == "declared"
	baseless
}

# METADATA
# title: Nothing is concluded from an empty context
# description: >-
#   In conservative mode, when nothing was shown and nothing claimed, there is
#   nothing that a claim or an answer could rest on.
# custom:
#   id: claim.context_support
#   version: 1.0.0
#   severity: deny
#   order: 70
#   actions: [claim, answer]
#   sets: [claim@2]
#   why: A conclusion from an empty context has no support to lose.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "there is nothing to rest on: this turn's context shows no belief",
} if {
	input.action.type in {"claim", "answer"}
	input.context.mode == "conservative"
	baseless
}
