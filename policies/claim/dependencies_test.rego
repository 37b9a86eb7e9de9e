package claim.dependencies_test

import data.claim.dependencies

# What was shown: a is usable, the others are not.
beliefs := {
	"a": {"key": "a", "value": 1, "visible": true, "status": "in", "conflicted": false},
	"gone": {"key": "gone", "value": 1, "visible": true, "status": "out", "conflicted": false},
	"torn": {"key": "torn", "value": 1, "visible": true, "status": "in", "conflicted": true},
	"unseen": {"key": "unseen", "value": 1, "visible": false, "status": "in", "conflicted": false},
}

claimed := {
	"earlier": {"key": "earlier", "by": "claim", "index": 0, "value": 2},
	"called": {"key": "called", "by": "call_tool", "index": 1},
	"cited": {"key": "cited", "by": "cite", "index": 2, "value": 3},
	"unseen": {"key": "unseen", "by": "call_tool", "index": 3},
}

# The ids and messages that an action of a type with these dependencies breaks.
broken(type, keys) := {sprintf("%s: %s", [v.id, v.message]) |
	some v in dependencies.violation with input as {
		"action": {"type": type},
		"context": {"mode": "declared", "beliefs": beliefs},
		"claimed": claimed,
		"facts": {"dependencies": [{"key": key, "repr": sprintf("'%s'", [key])} | some key in keys]},
	}
}

cases := {
	"nothing": {"keys": [], "want": set()},
	"a shown belief": {"keys": ["a"], "want": set()},
	"an earlier claim": {"keys": ["earlier", "a"], "want": set()},
	"unknown": {"keys": ["zzz"], "want": {
		"claim.first_dependency_unknown: depends on unknown key 'zzz'",
		"claim.dependency_unknown: depends on unknown key 'zzz'",
	}},
	"a call": {"keys": ["called"], "want": {
		"claim.first_dependency_on_call: depends on 'called', the result of a tool called in this same response; use it next turn",
		"claim.dependency_on_call: depends on 'called', the result of a tool called in this same response; use it next turn",
	}},
	"out": {"keys": ["gone"], "want": {
		"claim.first_dependency_hidden: depends on 'gone', which is not in this turn's context (OUT, conflicted or hidden)",
		"claim.dependency_hidden: depends on 'gone', which is not in this turn's context (OUT, conflicted or hidden)",
	}},
	"in conflict": {"keys": ["torn"], "want": {
		"claim.first_dependency_hidden: depends on 'torn', which is not in this turn's context (OUT, conflicted or hidden)",
		"claim.dependency_hidden: depends on 'torn', which is not in this turn's context (OUT, conflicted or hidden)",
	}},
	"hidden, and called": {"keys": ["unseen"], "want": {
		"claim.first_dependency_on_call: depends on 'unseen', the result of a tool called in this same response; use it next turn",
		"claim.dependency_on_call: depends on 'unseen', the result of a tool called in this same response; use it next turn",
	}},
	"cited in this reply": {"keys": ["cited"], "want": {
		"claim.first_dependency_hidden: depends on 'cited', which is not in this turn's context (OUT, conflicted or hidden)",
		"claim.dependency_hidden: depends on 'cited', which is not in this turn's context (OUT, conflicted or hidden)",
	}},
	"the first only, or all": {"keys": ["a", "gone", "zzz", "called"], "want": {
		"claim.first_dependency_hidden: depends on 'gone', which is not in this turn's context (OUT, conflicted or hidden)",
		"claim.dependency_hidden: depends on 'gone', which is not in this turn's context (OUT, conflicted or hidden)",
		"claim.dependency_unknown: depends on unknown key 'zzz'",
		"claim.dependency_on_call: depends on 'called', the result of a tool called in this same response; use it next turn",
	}},
}

test_claim[name] if {
	some name, case in cases
	broken("claim", case.keys) == case.want
}

test_answer[name] if {
	some name, case in cases
	broken("answer", case.keys) == case.want
}

test_a_key_called_and_shown_is_usable if {
	keys := {"dependencies": [{"key": "a", "repr": "'a'"}]}
	found := dependencies.violation with input as {
		"action": {"type": "claim"},
		"context": {"mode": "declared", "beliefs": beliefs},
		"claimed": {"a": {"key": "a", "by": "call_tool", "index": 0}},
		"facts": keys,
	}
	found == set()
}

test_no_other_type_of_action if {
	every type in ["cite", "call_tool"] {
		broken(type, ["zzz"]) == set()
	}
}
