package owlform

import (
	"fmt"
	"slices"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Label says how far the OWL form of a constraint goes.
type Label string

// The labels.
const (
	// Faithful: the class holds exactly the executions that meet the constraint.
	Faithful Label = "faithful"
	// Explanation: the class has the constraint's shape, but parts of it are names without a definition, so that a reasoner
	// concludes too little.
	Explanation Label = "explanation only"
	// Inexpressible: OWL has no class for it.
	Inexpressible Label = "not expressible"
)

// Form is the label of a constraint with the reasons why it is no better one.
type Form struct {
	Label Label
	Why   []string
	// Undefined are the classes of the form that have a name and no definition.
	Undefined []Undefined
}

// Undefined is a class of events that has a name, which is that of its predicate's digest, and no definition.
type Undefined struct {
	Name rdf.IRI
	Text string // the predicate, as JSON
}

// Field is how a field of an effect type stands in a graph.
type Field struct {
	Property rdf.IRI
	Datatype rdf.IRI // of its literals
	Type     value.Type
}

// Fields finds a field of an effect type by the qualified name of the effect type; false where there is none.
type Fields func(effect, field string) (Field, bool)

// The terms that executions are described with.
const (
	Execution  = linkml.Export + "Execution"
	HasEvent   = linkml.Export + "hasEvent"
	EffectType = linkml.Export + "effectType"
)

// Of labels the constraint of a contract type. Parameters count as literals of any value: the label is that of every
// invocation, unless an argument holds a character that XML does not have.
func Of(c schema.Constraint, fields Fields) Form {
	_, form := Executions(c, fields)
	return form
}

// Executions returns the class of the executions that meet a constraint; nil where the label is Inexpressible. A
// parameter without a value stands in it as a literal that names it.
func Executions(c schema.Constraint, fields Fields) (rdf.Term, Form) {
	t := &translator{fields: fields}
	class := t.constraint(c)
	switch {
	case len(t.impossible) > 0:
		return nil, Form{Label: Inexpressible, Why: distinct(t.impossible)}
	case len(t.opaque) > 0:
		return class, Form{Explanation, distinct(t.opaque), t.undefinedClasses}
	}
	return class, Form{Label: Faithful}
}

func distinct(reasons []string) []string {
	slices.Sort(reasons)
	return slices.Compact(reasons)
}

// translator writes one constraint; impossible and opaque are why it is not faithful.
type translator struct {
	fields     Fields
	impossible []string
	opaque     []string

	undefinedClasses []Undefined
}

const (
	thing   = rdf.OWL + "Thing"
	nothing = rdf.OWL + "Nothing"
)

func (t *translator) no(format string, args ...any) rdf.Term {
	t.impossible = append(t.impossible, fmt.Sprintf(format, args...))
	return nothing
}

// constraint is the class of the executions that meet c.
func (t *translator) constraint(c schema.Constraint) rdf.Term {
	switch c := c.(type) {
	case *schema.Unrestricted:
		return thing
	case *schema.Empty:
		return only(not(t.members(c.Set)))
	case *schema.All:
		return only(t.each(c.Set, func(effect string) rdf.Term {
			return union(not(t.member(c.Set, effect)), t.predicate(effect, c.Predicate))
		}, intersection))
	case *schema.Exists:
		return some(HasEvent, t.each(c.Set, func(effect string) rdf.Term {
			return intersection(t.member(c.Set, effect), t.predicate(effect, c.Predicate))
		}, union))
	case *schema.Count:
		return t.count(c)
	case *schema.And:
		return t.operands(c.Operands, intersection)
	case *schema.Or:
		return t.operands(c.Operands, union)
	case *schema.Not:
		return not(t.constraint(c.Operand))
	case *schema.UniqueBy:
		return t.no("UniqueBy compares values of two events, and owl:hasKey would make events with equal keys one")
	case *schema.ExistsPair:
		return t.no("ExistsPair compares values of two events, which no class expression does")
	case *schema.Sum:
		return t.no("Sum adds values of events, and OWL does not compute")
	case *schema.StateAll, *schema.StateAt:
		return t.no("%s asks for the last assignment in the order of events, and OWL knows no order", c.ConstraintClass())
	}
	if c == nil {
		return t.no("there is no constraint")
	}
	return t.no("%s has no translation", c.ConstraintClass())
}

func (t *translator) operands(list []schema.Constraint, join func(...rdf.Term) rdf.Term) rdf.Term {
	terms := make([]rdf.Term, len(list))
	for i, c := range list {
		terms[i] = t.constraint(c)
	}
	return join(terms...)
}

// count restricts how many events of the set an execution has.
func (t *translator) count(c *schema.Count) rdf.Term {
	members := t.members(c.Set)
	bound, known := t.constant(c.Bound)
	switch n, ok := wholeNumber(bound); {
	case !known:
		return t.no("the bound of Count is no constant")
	case bound == nil: // a parameter
		return qualified("maxQualifiedCardinality", "0", members)
	case !ok:
		return t.no("the bound of Count is no whole number")
	default:
		return counted(c.Op, n, members)
	}
}

// members is the class of the events in a set.
func (t *translator) members(set schema.EffectSet) rdf.Term {
	return t.each(set, func(effect string) rdf.Term { return t.member(set, effect) }, union)
}

// member is the class of the events of one effect type in a set: by the name that the event carries, so that no effect
// type joins it by being below another one.
func (t *translator) member(set schema.EffectSet, effect string) rdf.Term {
	is := has(EffectType, rdf.Text(effect))
	if set.Where == nil {
		return is
	}
	return intersection(is, t.predicate(effect, set.Where))
}

// each joins what is said of each effect type of a set, since fields of the same name are other properties in others.
func (t *translator) each(set schema.EffectSet, say func(effect string) rdf.Term, join func(...rdf.Term) rdf.Term) rdf.Term {
	terms := make([]rdf.Term, len(set.Effects))
	for i, effect := range set.Effects {
		terms[i] = say(effect)
	}
	return join(terms...)
}
