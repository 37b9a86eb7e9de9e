package greenhouse.naming

# METADATA
# title: Tools have plain names
# description: A name with capitals is easily taken for another one.
# custom:
#   id: greenhouse.plain_names
#   version: 2.0.0
deny contains msg if {
	lower(input.tool) != input.tool
	msg := sprintf("the tool %s has capitals in its name", [input.tool])
}

violation contains {"msg": msg} if {
	count(input.tool) > 24
	msg := "a tool's name has at most 24 letters"
}

warn_old if startswith(input.tool, "old_")
