# METADATA
# title: Folders that are kept
# description: Nothing is put below them.
package <<.Name>>.folders
<<range .Rego>>
# METADATA
# title: Nothing is put below <<.Folder>>
# description: The folder is kept as it was reviewed.
# custom:
#   id: <<.ID>>
#   version: <<.Version>>
#   severity: <<.Severity>>
#   actions: [call_tool]
#   sets: [claim@2]
#   why: <<.Why>>
violation contains {
	"id": rego.metadata.rule().custom.id,
	"message": "<<.Message>>",
	"path": "/args/path",
} if {
	input.action.type == "call_tool"
	input.action.tool == "<<.Tool>>"
	startswith(input.action.args.path, "<<.Folder>>")
}
<<end>>
