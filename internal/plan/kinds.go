package plan

import (
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Facts are what schemas promise of fields, and beyond that, of a field of any
// type, the one type of the literals that all calls of the plan give it.
func (p *Plan) Facts(promised monitor.Facts) monitor.Facts {
	kinds := map[[2]string]value.Kind{}
	p.literalKinds(p.Steps, kinds)
	return func(effect, field string) monitor.Fact {
		fact := monitor.Fact{}
		if promised != nil {
			fact = promised(effect, field)
		}
		if fact.Kind == value.Invalid {
			fact.Kind = kinds[[2]string{effect, field}]
		}
		return fact
	}
}

// literalKinds collects the types of literals; Invalid where they differ, or a
// call computes the field.
func (p *Plan) literalKinds(steps []Step, kinds map[[2]string]value.Kind) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			for _, f := range s.Fields {
				key, kind := [2]string{s.Effect.ID, f.Name}, value.Invalid
				if literal, ok := f.Term.(*schema.LiteralTerm); ok {
					kind = value.KindOf(literal.Literal)
				}
				if before, seen := kinds[key]; seen && before != kind {
					kind = value.Invalid
				}
				kinds[key] = kind
			}
		case *If:
			p.literalKinds(s.Then, kinds)
			p.literalKinds(s.Else, kinds)
		case *ForEach:
			p.literalKinds(s.Do, kinds)
		}
	}
}
