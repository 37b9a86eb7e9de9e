package greenhouse.naming_test

import data.greenhouse.naming

test_deny if count(naming.deny) == 1 with input as {"tool": "Open"}

test_violation if count(naming.violation) == 1 with input as {"tool": "a_very_long_name_of_a_tool"}

test_old if {
	naming.warn_old with input as {"tool": "old_pump"}
	not naming.warn_old with input as {"tool": "pump"}
}
