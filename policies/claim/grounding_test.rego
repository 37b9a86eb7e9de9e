package claim.grounding_test

import data.claim.grounding

belief := {"key": "a", "value": 1, "visible": true, "status": "in", "conflicted": false}

broken(type, mode, beliefs, claimed, dependencies) := {v.id |
	some v in grounding.violation with input as {
		"action": {"type": type},
		"context": {"mode": mode, "beliefs": beliefs},
		"claimed": claimed,
		"facts": {"dependencies": [{"key": key, "repr": key} | some key in dependencies]},
	}
}

test_declared if {
	broken("answer", "declared", {"a": belief}, {}, []) == {"claim.answer_support"}
	broken("claim", "declared", {"a": belief}, {}, []) == {"claim.claim_support"}
	broken("answer", "declared", {"a": belief}, {}, ["a"]) == set()
	broken("claim", "declared", {"a": belief}, {}, ["a"]) == set()
	broken("cite", "declared", {}, {}, []) == set()
}

test_conservative if {
	hidden := {"a": object.union(belief, {"visible": false})}
	every type in ["claim", "answer"] {
		broken(type, "conservative", {"a": belief}, {}, []) == set()
		broken(type, "conservative", {}, {}, ["a"]) == {"claim.context_support"}
		broken(type, "conservative", hidden, {}, []) == {"claim.context_support"}
		broken(type, "conservative", {}, {"g": {"by": "claim"}}, []) == set()
		broken(type, "conservative", {}, {"g": {"by": "cite"}}, []) == {"claim.context_support"}
	}
}

test_pointer if {
	every type in ["claim", "answer"] {
		paths := {v.path |
			some v in grounding.violation with input as {
				"action": {"type": type},
				"context": {"mode": "declared", "beliefs": {}},
				"claimed": {},
				"facts": {"dependencies": []},
			}
		}
		paths == {"/follows_from"}
	}
}

test_unknown_keys_are_dependencies if {
	broken("answer", "declared", {}, {}, ["x"]) == set()
}
