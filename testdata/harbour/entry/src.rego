package harbourentry

import future.keywords.contains
import future.keywords.if

import data.lib.exempt.is_exempt

text_or(parameters, otherwise) := otherwise if not parameters.message

text_or(parameters, _) := parameters.message

violation contains {"msg": msg, "details": {"missing": missing}} if {
	not is_exempt(input.review.object)
	has := {paper | input.review.object.papers[paper]}
	wanted := {paper | paper := input.parameters.papers[_]}
	missing := wanted - has
	count(missing) > 0
	msg := text_or(input.parameters, sprintf("papers are missing: %v", [missing]))
}

violation contains ({"msg": msg}) if {
	other := data.inventory.ships[name]
	name != input.review.object.name
	other.berth == input.review.object.berth
	msg := sprintf("berth %v is taken by %s", [other.berth, name])
}
