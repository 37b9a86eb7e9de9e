package catalog

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// CheckArgument holds a value of a parameter's type against the patterns, bounds and permissible values of its slot.
func CheckArgument(p *index.Parameter, v schema.Value) error { return checkFacets(p, v) }

// checkFacets holds a value, or each member of a list, against the patterns, bounds and permissible values of a parameter's slot.
func checkFacets(p *index.Parameter, v schema.Value) error {
	if list, ok := v.(*schema.ListValue); ok && p.Type.Kind == value.List {
		for _, item := range list.Items {
			if err := checkFacet(p, item); err != nil {
				return err
			}
		}
		return nil
	}
	return checkFacet(p, v)
}

func checkFacet(p *index.Parameter, v schema.Value) error {
	switch v := v.(type) {
	case *schema.IntegerValue:
		return checkBounds(p, v.Integer)
	case *schema.DecimalValue:
		return checkBounds(p, v.Decimal)
	case *schema.EnumValue:
		if len(p.Values) > 0 && !slices.Contains(p.Values, v.Text) {
			return fmt.Errorf("%q is not one of %s", v.Text, enumerate(p.Values, "and"))
		}
	case *schema.StringValue:
		return checkPatterns(p, v.String)
	case *schema.PathPrefixValue:
		return checkPatterns(p, v.Prefix)
	case *schema.DirectoryValue:
		return checkPatterns(p, v.Directory)
	}
	return nil
}

func checkPatterns(p *index.Parameter, text string) error {
	for _, pattern := range p.Patterns {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return fmt.Errorf("the pattern %q is no regular expression in RE2 syntax", pattern)
		}
		if !re.MatchString(text) {
			return fmt.Errorf("%q does not match %q", text, pattern)
		}
	}
	return nil
}

func checkBounds(p *index.Parameter, digits string) error {
	n, ok := value.ParseNumber(digits)
	if !ok {
		return fmt.Errorf("%q has too many digits", digits)
	}
	if low, ok := value.ParseNumber(p.Minimum); ok && n.Cmp(low) < 0 {
		return fmt.Errorf("%s is less than %s", digits, p.Minimum)
	}
	if high, ok := value.ParseNumber(p.Maximum); ok && n.Cmp(high) > 0 {
		return fmt.Errorf("%s is greater than %s", digits, p.Maximum)
	}
	return nil
}
