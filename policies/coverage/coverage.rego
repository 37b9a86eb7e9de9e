# METADATA
# title: Coverage
# description: >-
#   A domain is a library whose effects a call would have. A guarantee covers
#   its own library only: a contract of the same name elsewhere covers nothing
#   here, and one that restricts nothing covers nothing anywhere. What is
#   recommended may also follow from a guarantee of any library, where a proof of
#   that is recorded; what is required may not.
package coverage.domains

# The domains that the call uses.
used := {object.get(effect, "library", split(effect.effect, ".")[0]) | some effect in input.effects}

# The contracts in force that say something of a domain.
in_force(name) := {guarantee.symbol |
	some guarantee in input.guarantees
	guarantee.library == name
	not guarantee.unrestricted
}

# The contracts that a domain requires or recommends and that are not in force.
missing_required(name, present) := {symbol | some symbol in input.domains[name].required} - present

missing_recommended(name, present) := {symbol | some symbol in input.domains[name].recommended} - present

# The recommended contracts that a guarantee implies, by a recorded proof, and by
# which contract.
by_proof(absent) := {symbol: {guarantee.symbol | some guarantee in stating(symbol)} |
	some symbol in absent
	count(stating(symbol)) > 0
}

# The guarantees of which it is proved that they imply a contract.
stating(symbol) := {guarantee |
	some entailment in input.entailments
	entailment.implied == symbol
	some guarantee in input.guarantees
	guarantee.contract == entailment.stated
	not guarantee.unrestricted
}

# What is to be said of a domain: the first that applies.
entry(name, present) := {"domain": name, "status": "required_gap", "detail": listed(absent)} if {
	absent := missing_required(name, present)
	count(absent) > 0
} else := {"domain": name, "status": "silent_gap"} if {
	count(present) == 0
	count(by_proof(missing_recommended(name, present))) == 0
} else := {"domain": name, "status": "recommended_gap", "detail": listed(absent)} if {
	missing := missing_recommended(name, present)
	absent := missing - object.keys(by_proof(missing))
	count(absent) > 0
} else := {"domain": name, "status": "entailed", "detail": proved(by_proof(missing))} if {
	missing := missing_recommended(name, present)
	count(missing) > 0
} else := {"domain": name, "status": "covered"}

proved(proofs) := concat("; ", [sprintf("%s by %s", [symbol, listed(symbols)]) | some symbol, symbols in proofs])

listed(symbols) := concat(", ", sort(symbols))

# METADATA
# title: The coverage of each domain that a call uses
# custom:
#   id: coverage.domain
#   version: 1.1.0
#   actions: [call_tool]
coverage contains entry(name, in_force(name)) if {
	input.action.type == "call_tool"
	some name in used
}
