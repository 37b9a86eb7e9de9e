# METADATA
# title: What the action may build on
# description: >-
#   Which beliefs were shown and still hold, and what earlier accepted actions
#   of the same reply established. Other modules of this library read it.
package claim.beliefs

# A belief that the model was shown, holds and has one value.
visible(key) if {
	belief := input.context.beliefs[key]
	belief.visible
	belief.status == "in"
	not belief.conflicted
}

# A key that the rules have heard of, whatever its state.
known(key) if input.context.beliefs[key]

known(key) if input.claimed[key]

# A key that an earlier accepted action of the named type established.
established(key, by) if input.claimed[key].by == by

# Whether two values are the same: texts, lists and objects exactly; whole
# numbers exactly and other numbers within 1e-9 of the larger, or 1e-12; true
# and false also equal 1 and 0.
same(a, b) if a == b

same(a, b) if {
	is_number(a)
	is_number(b)
	not whole(a, b)
	abs(a - b) <= max([1e-12, 1e-9 * max([abs(a), abs(b)])])
}

same(true, 1)

same(1, true)

same(false, 0)

same(0, false)

whole(a, b) if {
	floor(a) == a
	floor(b) == b
}
