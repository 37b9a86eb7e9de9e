package store.secret_test

import data.store.secret

broken(path) := {v.id |
	some v in secret.violation with input as {"action": {"type": "call_tool", "tool": "put_object", "args": {"path": path}}}
}

test_secret if {
	broken("/secret/x") == {"store.secret"}
	broken("/other/x") == set()
}
