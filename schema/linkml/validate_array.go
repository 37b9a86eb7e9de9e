package linkml

import "github.com/contractc/contractc/internal/doc"

// array checks lists of lists against an array expression. The official JSON Schema accepts anything there, and so does
// the compatible reading.
func (k *checker) array(x value, s *Induced) {
	if k.strict() {
		k.dimension(x, s, 0)
	}
}

// dimensions returns the least and the greatest number of dimensions; -1 is no bound.
func (a *Array) dimensions() (least, most int) {
	least, most = 1, -1
	if a.Minimum != nil {
		least = *a.Minimum
	}
	if a.Maximum != nil {
		most = *a.Maximum
	}
	if len(a.Dimensions) > 0 && a.Minimum == nil && a.Maximum == nil {
		least, most = len(a.Dimensions), len(a.Dimensions)
	}
	if a.Exact != nil {
		least, most = *a.Exact, *a.Exact
	}
	return least, most
}

// dimension checks the value at one depth. Every list opens a dimension; what is no list is an element.
func (k *checker) dimension(x value, s *Induced, depth int) {
	if !k.spend() {
		return
	}
	least, most := s.Expr.Array.dimensions()
	switch {
	case x.n.Kind != doc.List && depth < least:
		k.report(x, CodeType, "Write a list.", "the array has %d dimensions here and needs %d", depth, least)
	case x.n.Kind != doc.List:
		k.one(x, s)
	case most >= 0 && depth == most:
		k.report(x, CodeType, "Write a single value.", "the array has more than %d dimensions", most)
	default:
		k.axis(x, s, depth)
	}
}

func (k *checker) axis(x value, s *Induced, depth int) {
	if dims := s.Expr.Array.Dimensions; depth < len(dims) {
		d := dims[depth]
		k.count(x, &Induced{Slot: Slot{Expr: SlotExpr{MinCardinality: d.Minimum, MaxCardinality: d.Maximum, ExactCardinal: d.Exact}}}, len(x.n.Items))
	}
	for i, item := range x.n.Items {
		k.dimension(value{item, x.at.add(itoa(i))}, s, depth+1)
	}
}
