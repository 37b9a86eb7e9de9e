package formula

import "github.com/contractc/contractc/internal/tables"

// Decode reads the options for a rule set, such as "claim@2", from the values
// of the table claim.formula, and checks them.
func Decode(values any, set string) (Options, error) {
	var opt Options
	if err := tables.Section(values, set, &opt); err != nil {
		return Options{}, badOption("%w", err)
	}
	return opt, opt.Check()
}
