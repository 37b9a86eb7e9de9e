package prove

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Side is a contract of a question whether one implies another: with arguments
// or, where Contract is set, with any.
type Side struct {
	Constraint schema.Constraint // its arguments bound
	Contract   *index.Contract   // in place of the constraint
}

// Parameter is a parameter that a question about contracts leaves open.
type Parameter struct {
	lower.Symbolic
	Symbol string // its name in the constraints
	Name   string
	Of     schema.ParameterSide
}

// Implication is the question whether a contract implies another, with the
// parameters that it leaves open. One of the same name and type in both
// contracts has one value in both, any that the first takes; any other has values
// of its own. What is proved is proved for all values, and in any environment
// where both sides are open.
func Implication(first, second Side) (Question, []Parameter) {
	q := Question{Kind: Implies, AnyEnv: first.Contract != nil && second.Contract != nil}
	var open []Parameter
	for _, side := range []struct {
		of    Side
		other *index.Contract
		word  schema.ParameterSide
	}{{first, second.Contract, schema.ParameterSideFirst}, {second, first.Contract, schema.ParameterSideSecond}} {
		if side.of.Contract == nil {
			q.Constraints = append(q.Constraints, side.of.Constraint)
			continue
		}
		names := map[string]string{}
		for _, p := range side.of.Contract.Parameters {
			parameter := Parameter{Symbolic: AnyValue(p), Name: p.Name, Of: side.word, Symbol: string(side.word) + "." + p.Name}
			if shares(side.other, p) {
				parameter.Of, parameter.Symbol = schema.ParameterSideBoth, p.Name
			}
			names[p.Name] = parameter.Symbol
			open = append(open, parameter)
		}
		q.Constraints = append(q.Constraints, catalog.RenameParameters(side.of.Contract.Constraint, names))
	}
	slices.SortStableFunc(open, func(a, b Parameter) int { return strings.Compare(a.Symbol, b.Symbol) })
	open = slices.CompactFunc(open, func(a, b Parameter) bool { return a.Symbol == b.Symbol })
	if len(open) > 0 {
		q.Symbolic = map[string]lower.Symbolic{}
	}
	for _, p := range open {
		q.Symbolic[p.Symbol] = p.Symbolic
	}
	return q, open
}

// AnyValue is a parameter with any value that can be bound to it: its bounds and
// permissible values are kept, and its patterns are not.
func AnyValue(p index.Parameter) lower.Symbolic {
	out := lower.Symbolic{Type: p.Type, Values: p.Values}
	if n, ok := value.ParseNumber(p.Minimum); ok {
		out.Minimum = &n
	}
	if n, ok := value.ParseNumber(p.Maximum); ok {
		out.Maximum = &n
	}
	return out
}

// shares reports whether a contract has a parameter of the same name and type.
func shares(c *index.Contract, p index.Parameter) bool {
	return c != nil && slices.ContainsFunc(c.Parameters, func(other index.Parameter) bool {
		return other.Name == p.Name && SameType(other.Type, p.Type)
	})
}

// SameType reports whether two types are one.
func SameType(a, b value.Type) bool {
	if a.Kind != b.Kind || a.Enum != b.Enum || (a.Items == nil) != (b.Items == nil) {
		return false
	}
	return a.Items == nil || SameType(*a.Items, *b.Items)
}
