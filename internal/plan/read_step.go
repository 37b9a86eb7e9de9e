package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// steps reads a list of steps; those with problems are left out.
func (r *reader) steps(nodes *doc.Node, written []schema.PlanStep) []Step {
	if nodes != nil && nodes.Kind == doc.List && len(nodes.Items) == 0 {
		r.refuse(nodes.Range, "plan.steps", "write a step, or leave the list out", "there are no steps")
	}
	var out []Step
	for i := range written {
		if s := r.step(nodes.Items[i], &written[i]); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// slotsOf are the slots that belong to each kind of step.
func slotsOf(kind string) []string {
	switch kind {
	case "call":
		return []string{"fields", "symbolic"}
	case "if":
		return []string{"then", "else"}
	}
	return []string{"in", "do"}
}

func (r *reader) step(n *doc.Node, w *schema.PlanStep) Step {
	var kinds []string
	for _, kind := range []string{"call", "if", "for_each"} {
		if n.Get(kind) != nil {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) != 1 {
		r.refuse(n.Range, "plan.step", "write exactly one of call, if and for_each", "the step has %d of call, if and for_each", len(kinds))
		return nil
	}
	for _, f := range n.Fields {
		if f.Key != kinds[0] && !slices.Contains(slotsOf(kinds[0]), f.Key) {
			r.refuse(f.KeyRange, "plan.step", "leave it out: a step with "+kinds[0]+" has "+strings.Join(slotsOf(kinds[0]), " and "), "%q does not belong to a step with %s", f.Key, kinds[0])
		}
	}
	switch kinds[0] {
	case "call":
		return r.call(n)
	case "if":
		return r.guard(n, w)
	}
	return r.forEach(n, w)
}

func (r *reader) call(n *doc.Node) Step {
	name := n.Get("call")
	effect, err := r.catalog.EffectNear(name.Text, r.library)
	if err != nil {
		r.refuse(name.Range, "plan.call", "name an effect type by its function, its class, or in full as library.Class", "%v", err)
		return nil
	}
	c := &Call{Effect: effect}
	r.literals(c, n.Get("fields"))
	r.computed(c, n.Get("symbolic"))
	slices.SortFunc(c.Fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return c
}

// field finds a field of the effect of a call that has no value yet.
func (r *reader) field(c *Call, f *doc.Field) (index.Field, bool) {
	var names []string
	for _, field := range c.Effect.Fields {
		if field.Name == f.Key {
			twice := slices.ContainsFunc(c.Fields, func(other Field) bool { return other.Name == f.Key })
			if twice {
				r.refuse(f.KeyRange, "plan.field", "give it in fields, or in symbolic", "the field %q is given twice", f.Key)
			}
			return field, !twice
		}
		names = append(names, field.Name)
	}
	r.refuse(f.KeyRange, "plan.field", meant(f.Key, names, "fields are "+strings.Join(names, ", ")), "the effect type %s has no field %q", c.Effect.ID, f.Key)
	return index.Field{}, false
}

// literals reads the fields whose values are known. null is absent.
func (r *reader) literals(c *Call, n *doc.Node) {
	if n == nil || n.Kind == doc.Null {
		return
	}
	if n.Kind != doc.Map {
		r.refuse(n.Range, "plan.field", "write fields by name", "the fields are no map")
		return
	}
	for i := range n.Fields {
		f := &n.Fields[i]
		field, ok := r.field(c, f)
		if !ok {
			continue
		}
		v, err := value.FromPlain(f.Value.Plain(), field.Type)
		if err == nil {
			err = value.CheckPermitted(v, field.Values)
		}
		switch {
		case err != nil:
			r.refuse(f.Value.Range, "plan.field", "write a value of the field's type; what is computed stands in symbolic", "the field %q: %v", f.Key, err)
		case v != nil:
			c.Fields = append(c.Fields, Field{f.Key, &schema.LiteralTerm{Literal: v}})
		}
	}
}

// computed reads the fields that are computed from values and rows.
func (r *reader) computed(c *Call, n *doc.Node) {
	if n == nil || n.Kind != doc.Map {
		return
	}
	for i := range n.Fields {
		f := &n.Fields[i]
		field, ok := r.field(c, f)
		if !ok {
			continue
		}
		expression := f.Value
		if expression.Kind == doc.Map {
			expression = expression.Get("expression")
		}
		term, problems := r.scope.Term(r.file, expression, field.Type)
		r.diags.Add(problems...)
		if term != nil {
			c.Fields = append(c.Fields, Field{f.Key, term})
		}
	}
}

func (r *reader) guard(n *doc.Node, w *schema.PlanStep) Step {
	at := n.Get("if")
	g := &If{ID: fmt.Sprintf("line %d, column %d", at.Range.Start.Line, at.Range.Start.Column)}
	guard, problems := r.scope.Predicate(r.file, at)
	g.Guard = guard
	r.diags.Add(problems...)
	if len(w.Then) == 0 && len(w.Else) == 0 {
		r.refuse(n.Range, "plan.step", "write steps below then or else", "nothing depends on the guard")
	}
	g.Then, g.Else = r.steps(n.Get("then"), w.Then), r.steps(n.Get("else"), w.Else)
	if g.Guard == nil {
		return nil
	}
	var err error
	if g.compiled, err = monitor.CompilePredicate(g.Guard, monitor.Options{}); err != nil {
		r.refuse(at.Range, "plan.guard", "write a guard whose operands are of one type", "%v", err)
		return nil
	}
	return g
}

func (r *reader) forEach(n *doc.Node, w *schema.PlanStep) Step {
	variable, in := n.Field("for_each"), n.Get("in")
	loop := &ForEach{Variable: variable.Value.Text}
	if !isName(loop.Variable) || loop.Variable == valuesRoot {
		r.refuse(variable.Value.Range, "plan.name", "write a letter and then letters, digits and _, such as row", "%q is no name for a row", loop.Variable)
	}
	if slices.ContainsFunc(r.loops, func(around *ForEach) bool { return around.Variable == loop.Variable }) {
		r.refuse(variable.Value.Range, "plan.name", "give the rows of each loop a name of their own", "a loop around it has the name %q", loop.Variable)
	}
	if loop.Rows = r.rowsNamed(n, in); loop.Rows == nil {
		return nil
	}
	if len(w.Do) == 0 {
		r.refuse(n.Range, "plan.step", "write steps below do", "the loop has no steps")
	}
	root := catalog.Root{Name: loop.Variable}
	for _, c := range loop.Rows.Columns {
		root.Slots = append(root.Slots, catalog.Slot{Name: c.Name, Type: c.Type})
	}
	outer := r.scope
	r.scope, r.loops = append(slices.Clone(outer), root), append(r.loops, loop)
	loop.Do = r.steps(n.Get("do"), w.Do)
	r.scope, r.loops = outer, r.loops[:len(r.loops)-1]
	return loop
}

// rowsNamed finds the rows that a loop goes over.
func (r *reader) rowsNamed(step, in *doc.Node) *Rows {
	if in == nil {
		r.refuse(step.Range, "plan.step", "name the rows that it goes over, such as in: users", "the loop does not say which rows it goes over")
		return nil
	}
	var names []string
	for i := range r.plan.Rows {
		if r.plan.Rows[i].Name == in.Text {
			return &r.plan.Rows[i]
		}
		names = append(names, r.plan.Rows[i].Name)
	}
	r.refuse(in.Range, "plan.rows", meant(in.Text, names, "declare them below rows"), "the plan has no rows %q", in.Text)
	return nil
}
