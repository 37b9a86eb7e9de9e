package claim.beliefs_test

import data.claim.beliefs

same_values := {
	"whole numbers": [3, 3],
	"a whole number and a decimal of its value": [3, 3.0],
	"decimals that differ by less than 1e-9 of them": [1000000.5, 1000000.5004],
	"decimals that differ by 1e-12": [0.000000000001, 0],
	"small decimals": [0.5, 0.5000000000004],
	"true and one": [true, 1],
	"one and true": [1, true],
	"false and zero": [false, 0],
	"zero and false": [0, false],
	"texts": ["a", "a"],
}

test_same[name] if {
	some name, [a, b] in same_values
	beliefs.same(a, b)
}

other_values := {
	"whole numbers": [3, 4],
	"large whole numbers": [9007199254740991, 9007199254740990],
	"decimals": [0.5, 0.6],
	"a number and a text": [3.5, "3.5"],
	"true and two": [true, 2],
	"true and zero": [true, 0],
	"false and one": [false, 1],
	"two and true": [2, true],
	"one less than nothing and false": [-1, false],
	"texts": ["a", "b"],
}

test_not_same[name] if {
	some name, [a, b] in other_values
	not beliefs.same(a, b)
}
