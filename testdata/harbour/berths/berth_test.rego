package berth

test_no_quay {
	deny["Alda has no quay"] with input as [{"ship": "Alda"}]
}

test_closed_by_default {
	deny_closed == [] with input as {}
}

test_false_is_there {
	count(deny) == 0 with input as [{"ship": "Alda", "quay": false}]
}

test_quays_of_the_test {
	violation_draught[_] with input as [{"ship": "Alda", "quay": "mole", "draught": 3}] with data.quays as {"mole": {"depth": 2}}
}
