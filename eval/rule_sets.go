package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
)

// CheckRuleSets reports whether the rule sets, such as claim@1, can be chosen
// in place of the bundles' own. The error names one to which no rule belongs,
// that is chosen in two versions, or that a bundle pins otherwise; New refuses
// it with the same words.
func CheckRuleSets(from *catalog.Catalog, chosen []string) error {
	_, err := chooseSets(from, chosen)
	return err
}

// RuleSets returns the rule sets that are in force where no flag chooses, sorted.
// The error says that the bundles name two versions of one.
func RuleSets(from *catalog.Catalog) ([]string, error) { return chooseSets(from, nil) }

// setName is the name of a rule set without its version.
func setName(set string) string {
	name, _, _ := strings.Cut(set, "@")
	return name
}

// chooseSets returns the rule sets in force: those of the bundles, with the
// chosen ones in place of those of the same name. What one bundle pins no other
// and no choice can replace, and where bundles differ somebody must choose.
func chooseSets(from *catalog.Catalog, chosen []string) ([]string, error) {
	pinned, err := setsByName(from.Bundles, func(b *index.Bundle) []string { return b.PinnedRuleSets }, nil)
	if err != nil {
		return nil, err
	}
	byName, err := chosenSets(from, chosen, pinned)
	if err != nil {
		return nil, err
	}
	own, err := setsByName(from.Bundles, func(b *index.Bundle) []string { return b.RuleSets }, byName)
	if err != nil {
		return nil, err
	}
	maps.Copy(byName, own)
	sets := make([]string, 0, len(byName))
	for _, set := range byName {
		sets = append(sets, set)
	}
	slices.Sort(sets)
	return sets, nil
}

// setsByName collects the rule sets that bundles name, without those whose name
// is settled. Two versions of one set are an error.
func setsByName(bundles []*index.Bundle, of func(*index.Bundle) []string, settled map[string]string) (map[string]string, error) {
	byName := map[string]string{}
	for _, b := range bundles {
		for _, set := range of(b) {
			name := setName(set)
			if _, ok := settled[name]; ok {
				continue
			}
			if other, ok := byName[name]; ok && other != set {
				return nil, fmt.Errorf("the bundles name two versions of a rule set, %s and %s; choose one", other, set)
			}
			byName[name] = set
		}
	}
	return byName, nil
}

// chosenSets are the chosen rule sets and the pinned ones, by name.
func chosenSets(from *catalog.Catalog, chosen []string, pinned map[string]string) (map[string]string, error) {
	known, byName := knownSets(from), map[string]string{}
	for _, set := range chosen {
		name := setName(set)
		if !slices.Contains(known, set) {
			return nil, fmt.Errorf("no rule belongs to the rule set %q; there are %s", set, strings.Join(known, ", "))
		}
		if pin, ok := pinned[name]; ok && pin != set {
			return nil, fmt.Errorf("the bundle pins the rule set %s, so %q cannot be chosen", pin, set)
		}
		if other, ok := byName[name]; ok && other != set {
			return nil, fmt.Errorf("two versions of a rule set are chosen, %s and %s", other, set)
		}
		byName[name] = set
	}
	maps.Copy(byName, pinned)
	return byName, nil
}

// knownSets are the rule sets that rules belong to, sorted.
func knownSets(from *catalog.Catalog) []string {
	var sets []string
	for _, r := range from.Rules {
		sets = append(sets, r.Metadata.Sets...)
	}
	slices.Sort(sets)
	return slices.Compact(sets)
}
