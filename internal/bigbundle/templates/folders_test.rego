package <<.Name>>.folders_test

import data.<<.Name>>.folders

broken(tool, path) := {v.id |
	some v in folders.violation with input as {"action": {"type": "call_tool", "tool": tool, "args": {"path": path}}}
}
<<range .Rego>>
test_<<.Name>> if {
	broken("<<.Tool>>", "<<.Folder>>a") == {"<<.ID>>"}
	broken("<<.Tool>>", "/other/a") == set()
}
<<end>>
