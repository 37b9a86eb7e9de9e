package lint

import "github.com/contractc/contractc/schema"

// used is what a constraint names.
type used struct {
	fields, parameters, cells []string
	patterns                  []string
}

// constraintUses lists what a constraint names.
func constraintUses(c schema.Constraint) *used {
	u := &used{}
	u.constraint(c)
	return u
}

// predicateFields are the fields that a predicate names.
func predicateFields(p schema.Predicate) []string {
	u := &used{}
	u.predicate(p)
	return u.fields
}

func (u *used) constraint(c schema.Constraint) {
	switch c := c.(type) {
	case *schema.Empty:
		u.predicate(c.Set.Where)
	case *schema.All:
		u.predicates(c.Set.Where, c.Predicate)
	case *schema.Exists:
		u.predicates(c.Set.Where, c.Predicate)
	case *schema.UniqueBy:
		u.predicate(c.Set.Where)
		u.terms(c.Key)
	case *schema.Count:
		u.predicate(c.Set.Where)
		u.terms(c.Bound)
	case *schema.Sum:
		u.predicate(c.Set.Where)
		u.fields = append(u.fields, c.Field)
		u.terms(c.Bound)
	case *schema.ExistsPair:
		u.predicates(c.Left.Where, c.Right.Where)
		u.terms(c.Key)
	case *schema.StateAll:
		u.cells = append(u.cells, c.Cell)
		u.predicate(c.Predicate)
	case *schema.StateAt:
		u.cells = append(u.cells, c.Cell)
		u.terms(c.Key, c.Value)
	case *schema.And:
		u.constraints(c.Operands)
	case *schema.Or:
		u.constraints(c.Operands)
	case *schema.Not:
		u.constraint(c.Operand)
	}
}

func (u *used) constraints(list []schema.Constraint) {
	for _, c := range list {
		u.constraint(c)
	}
}

func (u *used) predicates(list ...schema.Predicate) {
	for _, p := range list {
		u.predicate(p)
	}
}

func (u *used) predicate(p schema.Predicate) {
	switch p := p.(type) {
	case *schema.Compare:
		u.terms(p.Left, p.Right)
	case *schema.In:
		u.terms(p.Element, p.List)
	case *schema.Contains:
		u.terms(p.Of, p.Needle)
	case *schema.StartsWith:
		u.terms(p.Of, p.Prefix)
	case *schema.EndsWith:
		u.terms(p.Of, p.Suffix)
	case *schema.Within:
		u.terms(p.Of, p.Directory)
	case *schema.Matches:
		u.patterns = append(u.patterns, p.Pattern)
		u.terms(p.Of)
	case *schema.ComesFrom:
		u.fields = append(u.fields, p.Field)
		u.terms(p.ClassTerm, p.Column)
	case *schema.PredicateAnd:
		u.predicates(p.Operands...)
	case *schema.PredicateOr:
		u.predicates(p.Operands...)
	case *schema.PredicateNot:
		u.predicate(p.Operand)
	}
}

func (u *used) terms(list ...schema.Term) {
	for _, t := range list {
		switch t := t.(type) {
		case *schema.FieldTerm:
			u.fields = append(u.fields, t.Field)
		case *schema.ParameterTerm:
			u.parameters = append(u.parameters, t.Parameter)
		case *schema.SizeTerm:
			u.terms(t.Of)
		case *schema.AddTerm:
			u.terms(t.Left, t.Right)
		case *schema.SubtractTerm:
			u.terms(t.Left, t.Right)
		}
	}
}
