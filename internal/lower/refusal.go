package lower

import "fmt"

// Target is a language that constraints are lowered to.
type Target string

// The languages.
const (
	TargetCEL  Target = "cel"
	TargetRego Target = "rego"
	TargetSMT  Target = "smt"
)

// Reason says in one word why a target refuses an expression, for counting.
type Reason string

// The reasons.
const (
	ReasonUntyped   Reason = "untyped-field"     // no schema says of which type the field is
	ReasonKind      Reason = "kind"              // the target has no encoding of the type
	ReasonTuple     Reason = "tuple-or-set"      // JSON has neither
	ReasonDecimal   Reason = "decimal-range"     // more digits than the scaled integers hold
	ReasonNested    Reason = "nested-decimal"    // a decimal within a list or a map has several spellings
	ReasonCodePoint Reason = "above-U+2FFFF"     // SMT-LIB has no such characters
	ReasonText      Reason = "not-utf-8"         // the text is not well formed
	ReasonName      Reason = "name"              // the name cannot be written in the target
	ReasonPattern   Reason = "pattern"           // the pattern has no regular language, or none that can be said
	ReasonAnchor    Reason = "inner-anchor"      // ^ or $ within the pattern
	ReasonList      Reason = "list-field"        // membership in a list whose members are not given
	ReasonSize      Reason = "size-of-composite" // the size of a list or a map that is not given
	ReasonParameter Reason = "unbound-parameter" // a parameter without a value
	ReasonLimit     Reason = "limit"             // the expression is too large
)

// Words say what a reason means. A word that is none of ours, such as one of an archive that a later version built, stands for itself.
func (r Reason) Words() string {
	words, ok := map[Reason]string{
		ReasonUntyped: "no schema says of which type a field is", ReasonKind: "a value is of a type that has no encoding there, such as a value of an enumeration within a list",
		ReasonTuple: "JSON has no tuples and no sets", ReasonDecimal: "a decimal has too many digits", ReasonNested: "a decimal stands within a list or a map",
		ReasonCodePoint: "a text has characters above U+2FFFF", ReasonText: "a text is not well formed", ReasonName: "a name cannot be written there",
		ReasonPattern: "a pattern has no regular language, or none that can be said", ReasonAnchor: "^ or $ stands within a pattern",
		ReasonList: "it asks for members of a list that is not given", ReasonSize: "it asks for the size of a list or a map that is not given",
		ReasonParameter: "a parameter has no value", ReasonLimit: "it is too large",
	}[r]
	if !ok {
		return string(r)
	}
	return words
}

// RefusalError says that a reader cannot be faithful for an expression. It is
// not an answer about the constraint.
type RefusalError struct {
	Target Target
	Kind   string // class of the expression, such as Matches
	Path   string // leads to it by the slots of the schema: operands[1].set.where; empty for the whole
	Code   Reason
	Reason string // one line
}

func (e *RefusalError) Error() string {
	where := ""
	if e.Path != "" {
		where = " at " + e.Path
	}
	return fmt.Sprintf("%s cannot say %s%s: %s", e.Target, e.Kind, where, e.Reason)
}

// place is where a lowering stands in an expression.
type place struct {
	target Target
	path   string
}

// slot is the place of a slot of the expression at p.
func (p place) slot(name string) place {
	if p.path != "" {
		name = p.path + "." + name
	}
	return place{p.target, name}
}

// operand is the place of the i-th operand of the expression at p.
func (p place) operand(i int) place { return p.slot(fmt.Sprintf("operands[%d]", i)) }

// refuse returns a RefusalError at a place.
func (p place) refuse(kind string, code Reason, format string, args ...any) error {
	return &RefusalError{Target: p.target, Kind: kind, Path: p.path, Code: code, Reason: fmt.Sprintf(format, args...)}
}
