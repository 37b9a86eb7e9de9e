# METADATA
# title: What the organisation says of actions as they were read
package organisation.shape

# METADATA
# title: Keys are short
# description: Also of actions of unknown types.
# custom:
#   id: organisation.short_key
#   version: 1.0.0
#   severity: deny
#   stage: shape
violation contains {"id": rego.metadata.rule().custom.id, "message": "the key is longer than 20 characters", "path": "/key"} if {
	count(input.action.key) > 20
}

# METADATA
# title: No notes
# custom:
#   id: organisation.no_notes
#   version: 1.0.0
#   severity: observe
#   stage: shape
#   actions: [claim]
violation contains {"id": rego.metadata.rule().custom.id, "message": "the claim has a field that is not known"} if {
	input.action.type == "claim"
	input.action.note
}
