# METADATA
# title: One key, one value
package claim.conflicts

import data.claim.beliefs

# The key of the action has incompatible values that are believed at once.
conflicted if {
	belief := input.context.beliefs[input.action.key]
	belief.status == "in"
	belief.conflicted
}

# A citation of this reply gave the key another value than the one it held.
conflicted if {
	belief := input.context.beliefs[input.action.key]
	belief.status == "in"
	earlier := input.claimed[input.action.key]
	earlier.by == "cite"
	not beliefs.same(earlier.value, belief.value)
}

# METADATA
# title: No claim on a key in conflict
# description: A key with incompatible believed values takes no further claim.
# custom:
#   id: claim.key_in_conflict
#   version: 1.0.0
#   severity: deny
#   order: 55
#   actions: [claim]
#   sets: [claim@1, claim@2]
#   why: A third value does not settle which of two is right.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("%s has 2 incompatible believed values; resolve the conflict first", [input.facts.key_repr]),
	"path": "/key",
} if {
	input.action.type == "claim"
	conflicted
}

# METADATA
# title: No citation on a key that holds another value
# description: >-
#   A citation may repeat the value of its key, and may not contradict it,
#   whether a belief that was shown holds it or an earlier action of the reply
#   established it.
# custom:
#   id: claim.cite_holds_other_value
#   version: 1.0.0
#   severity: deny
#   order: 60
#   actions: [cite]
#   sets: [claim@2]
#   why: A citation that contradicts a belief made a conflict that nobody was told of.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("%s already holds another value; use a new key for a different value", [input.facts.key_repr]),
	"path": "/key",
} if {
	input.action.type == "cite"
	some held in held_values
	not beliefs.same(held, input.action.value)
}

held_values contains input.context.beliefs[input.action.key].value if beliefs.visible(input.action.key)

held_values contains input.claimed[input.action.key].value

# METADATA
# title: No citation on a key in conflict
# description: A key with incompatible believed values takes no further citation.
# custom:
#   id: claim.cite_in_conflict
#   version: 1.0.0
#   severity: deny
#   order: 55
#   actions: [cite]
#   sets: [claim@2]
#   why: A further citation settles no conflict, and which values are in conflict is not for a guess to find out.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("%s has 2 incompatible believed values; resolve the conflict first", [input.facts.key_repr]),
	"path": "/key",
} if {
	input.action.type == "cite"
	belief := input.context.beliefs[input.action.key]
	belief.status == "in"
	belief.conflicted
}

# METADATA
# title: No citation on a key whose value was not shown
# description: A key that is held and was not shown takes no citation, whatever its value.
# custom:
#   id: claim.cite_holds_secret
#   version: 1.0.0
#   severity: deny
#   order: 60
#   actions: [cite]
#   sets: [claim@2]
#   why: A model could guess what was hidden from it.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("%s already holds a value that was not shown; use a new key", [input.facts.key_repr]),
	"path": "/key",
} if {
	input.action.type == "cite"
	belief := input.context.beliefs[input.action.key]
	belief.status == "in"
	not belief.conflicted
	not belief.visible
}
