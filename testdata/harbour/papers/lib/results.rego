package lib.results

import rego.v1

# The first of a chain is the rule that asks.
of(chain, words) := {
	"code": concat(".", chain[0].path),
	"msg": sprintf(chain[0].annotations.custom.failure_msg, words),
	"effective_on": "2022-01-01T00:00:00Z",
}
