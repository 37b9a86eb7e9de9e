package shop.guard

# METADATA
# title: No large orders
# custom:
#   id: shop.large
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
violation contains v if {
	input.action.type == "call_tool"
	input.action.tol == "order"
	v := {"id": rego.metadata.rule().custom.id, "message": "too large"}
}
