package invariant

import "cel.dev/cel-go/common/ast"

// comprehension unrolls a loop over a list whose items are known, one after the
// other. That a loop ends early changes no result of CEL's macros.
func (l *lowering) comprehension(s *scope, e ast.Expr) *value {
	c := e.AsComprehension()
	over := l.expr(s, c.IterRange())
	if over.sort != listSort || c.HasIterVar2() {
		return l.opaque(s, e)
	}
	accu := l.expr(s, c.AccuInit())
	for _, i := range over.items {
		inner := s.with(c.IterVar(), i.value).with2(c.AccuVar(), accu)
		step := l.expr(inner, c.LoopStep())
		next := choose(i.when, step, accu)
		if next == nil {
			return l.opaque(s, e)
		}
		accu = l.named(next)
	}
	return l.expr(s.with(c.AccuVar(), accu), c.Result()).under(over.ok)
}

// with2 adds a variable to a scope that is not used elsewhere.
func (s *scope) with2(name string, v *value) *scope {
	s.bound[name] = v
	return s
}
