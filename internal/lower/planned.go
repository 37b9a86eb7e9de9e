package lower

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Planned is the trace of a plan, its loops written out: events that are
// performed on conditions, with values that are not known yet.
type Planned struct {
	Symbols []PlannedSymbol
	Rows    []PlannedRows
	Choices []PlannedChoice
	Events  []PlannedEvent
}

// PlannedSymbol is a value that is not known yet: a Boolean, an integer, a
// decimal or a string.
type PlannedSymbol struct {
	Name             string
	Kind             value.Kind
	Minimum, Maximum *value.Number // nil: none
}

// PlannedRows is a number of rows that is not known yet.
type PlannedRows struct {
	Name string
	Most int
}

// PlannedChoice is a guard. Where it is not known, a run may go either way.
type PlannedChoice struct {
	Guard schema.Predicate
	Names map[string]string // symbols by the FieldTerms that name them
}

// PlannedEvent is an event that is performed where all conditions are met.
type PlannedEvent struct {
	Effect     string
	When       []PlannedCondition
	Fields     map[string]schema.Term // a LiteralTerm is a value that is known
	Names      map[string]string      // symbols by the FieldTerms that name them
	Provenance map[string]monitor.Origin
}

// PlannedCondition is Taken or Reached.
type PlannedCondition interface{ isPlannedCondition() }

// Taken is met where a choice, by its position, goes this way.
type Taken struct {
	Choice int
	Way    bool
}

// Reached is met where there are more than Row rows.
type Reached struct {
	Rows string
	Row  int
}

func (Taken) isPlannedCondition()   {}
func (Reached) isPlannedCondition() {}

// planVariable stands for the run of a plan, whose symbols FieldTerms name.
const planVariable variable = "plan"

// planEffect is what the facts of a plan's symbols are asked under. No effect
// type has a name without a point.
const planEffect = "plan"

// planBuilder is the builder of a plan's guards and arguments.
func planBuilder(opt Options, symbols []PlannedSymbol) *builder {
	kinds := make(map[string]value.Kind, len(symbols))
	for _, s := range symbols {
		kinds[s.Name] = s.Kind
	}
	facts := opt.factOf
	opt.Facts = func(effect, field string) monitor.Fact {
		if effect == planEffect {
			return monitor.Fact{Kind: kinds[field]}
		}
		return facts(effect, field)
	}
	return &builder{opt: opt, target: TargetSMT}
}

// planScope is the scope of an expression of a plan.
func planScope(names map[string]string) scope {
	return scope{event: planVariable, effects: []string{planEffect}, symbols: names}
}
