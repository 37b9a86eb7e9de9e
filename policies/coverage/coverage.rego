# METADATA
# title: Coverage
# description: >-
#   A domain is a library whose effects a call would have. A guarantee covers
#   its own library only: a contract of the same name elsewhere covers nothing
#   here, and one that restricts nothing covers nothing anywhere.
package coverage.domains

# The domains that the call uses.
used contains domain(effect) if some effect in input.effects

domain(effect) := effect.library

domain(effect) := split(effect.effect, ".")[0] if not effect.library

# The contracts in force that say something of a domain.
in_force(name) := {guarantee.symbol |
	some guarantee in input.guarantees
	guarantee.library == name
	not guarantee.unrestricted
}

# The required and the recommended contracts of a domain that are not in force.
missing_required(name) := {symbol | some symbol in input.domains[name].required} - in_force(name)

missing_recommended(name) := {symbol | some symbol in input.domains[name].recommended} - in_force(name)

# What is to be said of a domain: the first that applies.
entry(name) := {"domain": name, "status": "required_gap", "detail": listed(missing_required(name))} if {
	count(missing_required(name)) > 0
} else := {"domain": name, "status": "silent_gap"} if {
	count(in_force(name)) == 0
} else := {"domain": name, "status": "recommended_gap", "detail": listed(missing_recommended(name))} if {
	count(missing_recommended(name)) > 0
} else := {"domain": name, "status": "covered"}

listed(symbols) := concat(", ", sort(symbols))

# METADATA
# title: The coverage of each domain that a call uses
# custom:
#   id: coverage.domain
#   version: 1.0.0
#   actions: [call_tool]
coverage contains entry(name) if {
	input.action.type == "call_tool"
	some name in used
}
