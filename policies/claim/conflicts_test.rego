package claim.conflicts_test

import data.claim.conflicts

held(value) := {"key": "k", "value": value, "visible": true, "status": "in", "conflicted": false}

broken(action, beliefs, claimed) := {sprintf("%s: %s", [v.id, v.message]) |
	some v in conflicts.violation with input as {
		"action": object.union({"key": "k"}, action),
		"context": {"beliefs": beliefs},
		"claimed": claimed,
		"facts": {"key_repr": "'k'"},
	}
}

conflict := {"claim.key_in_conflict: 'k' has 2 incompatible believed values; resolve the conflict first"}

other := {"claim.cite_holds_other_value: 'k' already holds another value; use a new key for a different value"}

claims := {
	"a new key": {"beliefs": {}, "claimed": {}, "want": set()},
	"a held key": {"beliefs": {"k": held(1)}, "claimed": {}, "want": set()},
	"a key in conflict": {"beliefs": {"k": object.union(held(1), {"conflicted": true})}, "claimed": {}, "want": conflict},
	"a key in conflict that is out": {"beliefs": {"k": object.union(held(1), {"conflicted": true, "status": "out"})}, "claimed": {}, "want": set()},
	"cited with another value": {"beliefs": {"k": held(1)}, "claimed": {"k": {"by": "cite", "value": 2}}, "want": conflict},
	"cited with the same value": {"beliefs": {"k": held(1)}, "claimed": {"k": {"by": "cite", "value": 1.0}}, "want": set()},
	"claimed with another value": {"beliefs": {"k": held(1)}, "claimed": {"k": {"by": "claim", "value": 2}}, "want": set()},
	"called": {"beliefs": {"k": held(1)}, "claimed": {"k": {"by": "call_tool", "index": 0}}, "want": set()},
}

test_claim[name] if {
	some name, case in claims
	broken({"type": "claim", "value": 3}, case.beliefs, case.claimed) == case.want
}

# Pairs of a held and a cited value.
values := {
	"equal texts": {"held": "a", "cited": "a", "want": set()},
	"other texts": {"held": "a", "cited": "A", "want": other},
	"equal within a billionth": {"held": 1000000000.5, "cited": 1000000000.6, "want": set()},
	"whole numbers are exact": {"held": 1000000000000, "cited": 1000000000001, "want": other},
	"other numbers": {"held": 4.3, "cited": 4.4, "want": other},
	"near zero": {"held": 0, "cited": 0.0000000000001, "want": set()},
	"true and one": {"held": true, "cited": 1, "want": set()},
	"false and one": {"held": false, "cited": 1, "want": other},
	"null and zero": {"held": null, "cited": 0, "want": other},
	"lists": {"held": [1, 2], "cited": [1, 2], "want": set()},
}

test_cite_against_belief[name] if {
	some name, case in values
	broken({"type": "cite", "value": case.cited}, {"k": held(case.held)}, {}) == case.want
}

test_cite_against_earlier_action[name] if {
	some name, case in values
	some by in ["cite", "claim"]
	broken({"type": "cite", "value": case.cited}, {}, {"k": {"by": by, "value": case.held}}) == case.want
}

test_cite_of_what_is_out if {
	broken({"type": "cite", "value": 2}, {"k": object.union(held(1), {"status": "out"})}, {}) == set()
}

test_cite_after_a_call_without_a_result if {
	broken({"type": "cite", "value": 2}, {}, {"k": {"by": "call_tool", "index": 0}}) == set()
}

test_cite_in_conflict if {
	want := {"claim.cite_in_conflict: 'k' has 2 incompatible believed values; resolve the conflict first"}
	broken({"type": "cite", "value": 1}, {"k": object.union(held(1), {"conflicted": true})}, {}) == want
	broken({"type": "cite", "value": 2}, {"k": object.union(held(1), {"conflicted": true, "visible": false})}, {}) == want
	broken({"type": "cite", "value": 2}, {"k": object.union(held(1), {"conflicted": true, "status": "out"})}, {}) == set()
}

test_cite_of_what_was_not_shown if {
	want := {"claim.cite_holds_secret: 'k' already holds a value that was not shown; use a new key"}
	some value in [1, 2]
	broken({"type": "cite", "value": value}, {"k": object.union(held(1), {"visible": false})}, {}) == want
}

test_cite_of_what_was_not_shown_and_is_out if {
	broken({"type": "cite", "value": 2}, {"k": object.union(held(1), {"visible": false, "status": "out"})}, {}) == set()
}

pointers := {
	"a claim on a key in conflict": {"type": "claim", "belief": {"conflicted": true}},
	"a citation of another value": {"type": "cite", "belief": {"value": 2}},
	"a citation on a key in conflict": {"type": "cite", "belief": {"conflicted": true}},
	"a citation on a hidden key": {"type": "cite", "belief": {"visible": false}},
}

test_pointer[name] if {
	some name, case in pointers
	paths := {v.path |
		some v in conflicts.violation with input as {
			"action": {"type": case.type, "key": "k", "value": 1},
			"context": {"beliefs": {"k": object.union(held(1), case.belief)}},
			"claimed": {},
			"facts": {"key_repr": "'k'"},
		}
	}
	paths == {"/key"}
}
