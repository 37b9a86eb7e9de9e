package papers.cargo_test

import data.papers.cargo.deny
import rego.v1

test_code if {
	results := deny with input as {"goods": [{"name": "paint", "class": 3}]}
	some result in results
	result.code == "papers.cargo.deny"
}
