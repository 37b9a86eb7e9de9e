package formula

import "github.com/contractc/contractc/internal/pyvalue"

// Options are the limits of a formula, from the bundle's table claim.formula.
type Options struct {
	// Placeholders is how placeholders are read.
	Placeholders Reading `json:"placeholders"`
	// Length is the greatest length in code points.
	Length int `json:"length"`
	// Depth is how deep an operator or call may stand below the outermost one.
	Depth int `json:"depth"`
	// Parentheses is how many brackets may stand inside each other.
	Parentheses int `json:"parentheses"`
	// Exponent is the greatest magnitude of an exponent.
	Exponent float64 `json:"exponent"`
	// Functions are the names that may be called, of those that exist.
	Functions []string `json:"functions"`
	// Tolerance is how far a stated value may be from the computed one.
	Tolerance pyvalue.Tolerance `json:"tolerance"`
}

// Reading is how placeholders are read.
type Reading string

// The readings of placeholders.
const (
	// Tokens reads a placeholder as one operand: what touches it is an error.
	Tokens Reading = "tokens"
	// Textual replaces a placeholder by a generated name before parsing, as
	// the first version of the claim contract does. A digit behind it then
	// makes another name, which may be that of another placeholder.
	Textual Reading = "textual"
)

// Check reports what is wrong with the options, in words for the author of the table.
func (o Options) Check() error {
	switch {
	case o.Placeholders != Tokens && o.Placeholders != Textual:
		return badOption("placeholders must be %q or %q, not %q", Tokens, Textual, o.Placeholders)
	case o.Length < 1 || o.Length > maxLength:
		return badOption("length must be between 1 and %d, not %d", maxLength, o.Length)
	case o.Depth < 1 || o.Depth > maxDepth:
		return badOption("depth must be between 1 and %d, not %d", maxDepth, o.Depth)
	case o.Parentheses < 1 || o.Parentheses > maxDepth:
		return badOption("parentheses must be between 1 and %d, not %d", maxDepth, o.Parentheses)
	case !(o.Exponent >= 0 && o.Exponent <= maxExponent):
		return badOption("exponent must be between 0 and %d, not %v", maxExponent, o.Exponent)
	case !(o.Tolerance.Relative >= 0 && o.Tolerance.Absolute >= 0):
		return badOption("tolerances must not be negative")
	}
	for _, name := range o.Functions {
		if _, ok := functionNamed(name); !ok {
			return badOption("there is no function %q", name)
		}
	}
	return nil
}

// The bounds of what a table may choose.
const (
	maxLength   = 1 << 16
	maxDepth    = 1000
	maxExponent = 1 << 10
)
