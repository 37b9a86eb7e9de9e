package eval

import "github.com/contractc/contractc/catalog"

// CheckRuleSets reports whether the rule sets, such as claim@1, can be chosen
// in place of the bundles' own. The error names one to which no rule belongs,
// or that a bundle pins otherwise; New refuses it with the same words.
func CheckRuleSets(from *catalog.Catalog, chosen []string) error {
	_, err := chooseSets(from, chosen)
	return err
}
