package value

import "github.com/contractc/contractc/schema"

// Known reports whether predicates know a value in canonical form: every
// integer in it is within ±(2^53-1), every decimal has a bearable length. Its
// recursion is bounded, as canonical values are.
func Known(v schema.Value) bool {
	switch v := v.(type) {
	case *schema.IntegerValue:
		n, ok := ParseNumber(v.Integer)
		return ok && n.Safe()
	case *schema.DecimalValue:
		_, ok := ParseNumber(v.Decimal)
		return ok
	case *schema.MapValue:
		for _, e := range v.Entries {
			if !Known(e.Key) || !Known(e.Value) {
				return false
			}
		}
	}
	for _, item := range Members(v) {
		if !Known(item) {
			return false
		}
	}
	return true
}
