package main

night := {"hour": 21, "zones": [{"name": "north", "litres": 5, "bed": "open"}]}

test_deny_night {
	deny_night["zone north lies open and is watered at night"] with input as night
}

test_trial_is_excepted {
	exception[["night"]] with input as {"trial": true}
}

test_deny_limit {
	count(deny) == 1 with input as {"zones": [{"name": "a", "litres": 41}]}
	count(deny) == 0 with input as {"zones": [{"name": "a", "litres": 40}]}
}

test_violation {
	some v
	violation[v] with input as {"zones": [{"name": "A1"}]}
	v.details.zones == ["A1"]
}

test_warn {
	count(warn) == 1 with input as {"zones": [{"name": "a", "litres": 30}, {"name": "b", "litres": 30}]}
}
