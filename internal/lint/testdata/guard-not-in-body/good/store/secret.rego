# METADATA
# title: What is secret
# description: Rules on what is kept secret.
package store.secret

# METADATA
# title: Nothing is put below /secret/
# description: What lies there was reviewed as it is.
# custom:
#   id: store.secret
#   version: 1.0.0
#   severity: deny
#   actions: [call_tool]
#   why: What lies there was reviewed as it is.
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "what lies below /secret/ is kept as it is",
	"path": "/args/path",
} if {
	input.action.type == "call_tool"
	input.action.tool == "put_object"
	startswith(input.action.args.path, "/secret/")
}
