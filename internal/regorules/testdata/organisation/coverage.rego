# METADATA
# title: The organisation's own coverage
package organisation.coverage

# METADATA
# title: Network coverage
# custom:
#   id: organisation.coverage_network
#   version: 1.0.0
#   actions: [call_tool]
coverage contains {"domain": "network", "status": "silent_gap", "detail": "nothing speaks of the network"} if {
	input.action.type == "call_tool"
	input.action.tool == "fetch"
}
