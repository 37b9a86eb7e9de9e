# METADATA
# title: What the organisation says of calls
package organisation.calls

# METADATA
# title: No shell
# custom:
#   id: organisation.no_shell
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
#   why: A shell does more than any description of its call says.
violation contains {"id": rego.metadata.rule().custom.id, "message": sprintf("%s is a shell", [input.action.tool])} if {
	input.action.type == "call_tool"
	input.action.tool in {"bash", "sh"}
}

# METADATA
# title: Large payments are asked about
# custom:
#   id: organisation.large_payment
#   version: 1.0.0
#   severity: ask
#   actions: [call_tool]
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": sprintf("a payment of %v needs a person", [amount]),
	"path": "/args/amount",
} if {
	input.action.type == "call_tool"
	input.action.tool == "pay"
	amount := to_number(input.action.args.amount)
	amount > 1000
}

# METADATA
# title: Reading is allowed
# custom:
#   id: organisation.read_allowed
#   version: 1.0.0
#   severity: allow
#   actions: [call_tool]
violation contains {"id": rego.metadata.rule().custom.id, "message": "reading below docs/ is allowed"} if {
	input.action.type == "call_tool"
	input.action.tool == "read_file"
	startswith(input.action.args.path, "docs/")
	not contains(input.action.args.path, "..")
}

# METADATA
# title: Few calls in one reply
# custom:
#   id: organisation.few_calls
#   version: 1.0.0
#   severity: warn
#   actions: [call_tool]
violation contains {"id": rego.metadata.rule().custom.id, "message": sprintf("%d calls in one reply", [calls])} if {
	input.action.type == "call_tool"
	calls := count([1 | some action in input.actions; action.type == "call_tool"])
	calls > 3
}
