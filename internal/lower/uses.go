package lower

import (
	"slices"
	"strings"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// minScale is the least number of decimal places that decimals are scaled by
// where they are integers.
const minScale = 6

// uses is what a program reads.
type uses struct {
	fields     []string // names of fields of events, in order
	typed      []field  // the same with their types
	placed     []field  // those that paths are read from
	traced     []string // those whose provenance is read, in order
	effects    []string // effect types, in order
	sums       []*summed
	composites []schema.Value // lists and maps that values are compared with
	parameters []parameter    // of which only the type is known
	located    []string       // those of them that lead somewhere
	asked      []memberOf     // what is looked for in those of them that are lists
	decimals   bool
	scale      int // decimal places that its constants need, at least minScale
}

// usesOf walks a program.
func usesOf(p *program) uses {
	u := uses{scale: minScale}
	for _, d := range p.definitions {
		u.formula(d.body)
	}
	slices.Sort(u.fields)
	u.fields = slices.Compact(u.fields)
	slices.Sort(u.effects)
	u.effects = slices.Compact(u.effects)
	return u
}

func (u *uses) formula(f formula) {
	switch f := f.(type) {
	case and:
		u.formulas(f)
	case or:
		u.formulas(f)
	case not:
		u.formula(f.of)
	case every:
		u.formula(f.body)
	case some:
		u.formula(f.body)
	case effectIs:
		u.effects = append(u.effects, f.effects...)
	case present:
		u.term(f.field)
	case inRange:
		u.term(f.of)
	case relation:
		u.term(f.left)
		u.term(f.right)
	case textTest:
		u.term(f.of)
		u.term(f.part)
	case match:
		u.term(f.of)
	case among:
		u.term(f.element)
		for _, m := range f.members {
			u.term(constant{value: m})
		}
	default:
		u.other(f)
	}
}

func (u *uses) formulas(list []formula) {
	for _, f := range list {
		u.formula(f)
	}
}

func (u *uses) other(f formula) {
	switch f := f.(type) {
	case memberOf:
		u.term(f.list)
		u.term(f.element)
		u.asked = append(u.asked, f)
	case holds:
		u.term(f.list)
		u.term(f.element)
	case allOfKind:
		u.term(f.list)
	case located:
		u.place(f.path)
	case inside:
		u.place(f.path)
		u.place(f.directory)
	case recorded:
		u.fields, u.traced = append(u.fields, f.field), append(u.traced, f.field)
	case taken:
		u.fields, u.traced = append(u.fields, f.field), append(u.traced, f.field)
		u.term(f.class)
		u.term(f.column)
	case countIs:
		u.formula(f.body)
		u.term(f.bound)
	case sumEnd:
		u.sums = append(u.sums, f.of)
		u.formula(f.exact())
	case sumIs:
		u.term(f.bound)
		for _, c := range f.cases {
			u.formula(c.when)
			u.term(c.amount)
		}
	}
}

func (u *uses) place(t term) {
	u.term(t)
	switch t := t.(type) {
	case field:
		u.placed = append(u.placed, t)
	case parameter:
		u.located = append(u.located, t.name)
	}
}

func (u *uses) term(t term) {
	u.decimals = u.decimals || t.kindOf() == value.Decimal
	switch t := t.(type) {
	case field:
		u.fields, u.typed = append(u.fields, t.name), append(u.typed, t)
	case parameter:
		u.parameters = append(u.parameters, t)
	case constant:
		if t.kindOf().Composite() {
			u.composites = append(u.composites, t.value)
		}
		if d, ok := t.value.(*schema.DecimalValue); ok {
			_, fraction, _ := strings.Cut(d.Decimal, ".")
			u.scale = max(u.scale, len(fraction))
		}
	case sizeOf:
		u.term(t.of)
	case sum:
		u.term(t.left)
		u.term(t.right)
	}
}
