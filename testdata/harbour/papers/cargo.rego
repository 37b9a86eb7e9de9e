# METADATA
# title: Cargo
# scope: package
# schemas:
#   - input: schema["manifest"]
# custom:
#   severity: HIGH
package papers.cargo

import rego.v1

import data.lib.results

# METADATA
# title: Dangerous goods are declared
# description: Goods of a class have a number under which they are known.
# custom:
#   short_name: declared
#   failure_msg: "%s has a class and no number"
deny contains result if {
	some goods in input.goods
	goods.class
	not goods.number
	result := results.of(rego.metadata.chain(), [goods.name])
}

# METADATA
# custom:
#   id: cargo.weight
#   version: 2.1.0
#   severity: ask
deny_weight contains {"msg": msg, "term": goods.name} if {
	some goods in input.goods
	goods.tonnes > 40
	msg := sprintf("%s weighs %v t", [goods.name, goods.tonnes])
}

warn contains "never" if {
	false
}
