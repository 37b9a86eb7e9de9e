# METADATA
# title: What the organisation asks
package t.org

import data.t.lists

# METADATA
# title: Payments are asked about
# custom:
#   id: t.payments
#   version: 1.0.0
#   severity: ask
#   actions: [call_tool]
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "a payment",
	"path": "/args",
} if {
	input.action.type == "call_tool"
	input.action.tool == "pay"
	large
}

# METADATA
# title: Some are never paid
# custom:
#   id: t.never
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "never paid",
	"path": "/args/to",
} if {
	input.action.type == "call_tool"
	input.action.tool == "pay"
	lists.blocked(input.action.args.to)
}

large if input.action.args.amount > 100
