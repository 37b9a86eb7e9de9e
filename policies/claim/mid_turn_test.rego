package claim.mid_turn_test

import data.claim.mid_turn

beliefs := {
	"q2": {"key": "q2", "value": 4300, "visible": true, "status": "in", "conflicted": false, "source": "tool:get_revenue(quarter='Q2')", "version": 3},
	"now": {"key": "now", "value": 7, "visible": true, "status": "in", "conflicted": false, "source": "tool:get_revenue"},
	"q3": {"key": "q3", "value": 4500, "visible": true, "status": "in", "conflicted": false, "source": "document:10-K"},
}

actions := [
	{"type": "claim", "key": "g"},
	{"type": "call_tool", "tool": "get_revenue", "key": "q2"},
]

claim := {"by": "claim", "index": 0, "key": "g", "value": 1}

broken(mode, claimed) := {sprintf("%s: %s", [v.id, v.message]) |
	some v in mid_turn.violation with input as {
		"action": {"type": "answer"},
		"actions": actions,
		"context": {"mode": mode, "beliefs": beliefs},
		"claimed": claimed,
	}
}

changed := {"claim.context_changed: beliefs in this turn's context changed during the turn (q2@3, g@1); derive it again next turn"}

changing := {"claim.context_changing: this reply calls for new values of beliefs in this turn's context (q2@3, g@1); derive it again next turn"}

cases := {
	"nothing called": {"claimed": {"g": claim}, "want": set()},
	"another value": {"claimed": {"g": claim, "q2": {"by": "call_tool", "index": 1, "value": 4200}}, "want": changed},
	"of a tool without arguments": {
		"claimed": {"now": {"by": "call_tool", "index": 1, "value": 8}},
		"want": {"claim.context_changed: beliefs in this turn's context changed during the turn (now@1); derive it again next turn"},
	},
	"the same value": {"claimed": {"g": claim, "q2": {"by": "call_tool", "index": 1, "value": 4300}}, "want": set()},
	"a value not known yet": {"claimed": {"g": claim, "q2": {"by": "call_tool", "index": 1}}, "want": changing},
	"a belief from elsewhere": {"claimed": {"g": claim, "q3": {"by": "call_tool", "index": 1, "value": 1}}, "want": set()},
	"a new key": {"claimed": {"new": {"by": "call_tool", "index": 1, "value": 1}}, "want": set()},
	"cited": {"claimed": {"q2": {"by": "cite", "index": 1, "value": 1}}, "want": set()},
}

test_conservative[name] if {
	some name, case in cases
	broken("conservative", case.claimed) == case.want
}

test_declared[name] if {
	some name, case in cases
	broken("declared", case.claimed) == set()
}

hidden := {"q2": object.union(beliefs.q2, {"visible": false})}

test_hidden_is_not_renewed if {
	found := mid_turn.renewed with input as {
		"actions": actions, "context": {"beliefs": hidden},
		"claimed": {"q2": {"by": "call_tool", "index": 1, "value": 4200}},
	}
	found == {}
}

test_not_known_is_not_changed if {
	found := mid_turn.changed with input as {
		"actions": actions, "context": {"beliefs": beliefs},
		"claimed": {"q2": {"by": "call_tool", "index": 1}},
	}
	found == set()
}

test_claims_before if {
	found := mid_turn.claims_before(2) with input as {"claimed": {
		"b": {"by": "claim", "index": 1},
		"a": {"by": "claim", "index": 0},
		"c": {"by": "claim", "index": 2},
		"q": {"by": "cite", "index": 0},
	}}
	found == [{"at": 0, "key": "a"}, {"at": 1, "key": "b"}]
}
