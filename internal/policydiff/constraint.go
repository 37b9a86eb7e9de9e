package policydiff

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// twoConstraints are both versions of a constraint, with what its parameters
// are.
type twoConstraints struct {
	old, new schema.Constraint

	// shared are parameters with one value in both, any of the type.
	shared map[string]lower.Symbolic

	// oldValues and newValues are the values of all others.
	oldValues, newValues map[string]schema.Value

	// fits says why values cannot be arguments of both; nil: any can.
	fits func(map[string]schema.Value) error

	// case_ says which arguments it is about; empty where it is about any.
	case_ string
}

// constraint compares both versions by solvers, later.
func (d *differ) constraint(c *change, two twoConstraints) {
	if why := d.groundsDiffer(two.old, two.new); why != "" {
		c.note(Unknown, "%s", why)
		return
	}
	d.later(c, func(ctx context.Context) {
		looser := d.direction(ctx, c, two, Loosened)
		tighter := d.direction(ctx, c, two, Tightened)
		if looser == Unchanged && tighter == Unchanged {
			c.note(Unchanged, "%sit is written otherwise and has the same verdicts on every trace", two.case_)
		}
	})
}

// direction asks whether the new version is somewhere looser, or tighter, notes
// what is found and returns it: the class itself, Unchanged or Unknown.
func (d *differ) direction(ctx context.Context, c *change, two twoConstraints, class Class) Class {
	q := d.notLooser(two, class)
	kinds := []prove.Kind{prove.NotLooser}
	if !prove.Lasting(q.Constraints[0]) {
		kinds = append(kinds, prove.NotLooserOpen)
	}
	for _, kind := range kinds {
		q.Kind = kind
		a, env, err := d.ask(ctx, q, two)
		switch {
		case err != nil:
			c.note(Unknown, "%swhether it is %s is not known: %v", two.case_, class, err)
			return Unknown
		case a.Result == prove.Unknown:
			c.note(Unknown, "%swhether it is %s is not known: %s", two.case_, class, a.Reason)
			return Unknown
		case a.Result == prove.Refuted:
			return d.witness(c, two, class, kind, a, env)
		}
	}
	return Unchanged
}

// notLooser is whether the new version is not looser, or the old one not looser
// than the new one.
func (d *differ) notLooser(two twoConstraints, class Class) prove.Question {
	old := catalog.RenameParameters(renameCells(two.old, d.cellNames(two.old)), renamed(two.oldValues, oldPrefix))
	new := catalog.RenameParameters(two.new, renamed(two.newValues, newPrefix))
	q := prove.Question{Constraints: []schema.Constraint{new, old}, Symbolic: two.shared, AnyEnv: true}
	if class == Tightened {
		slices.Reverse(q.Constraints)
	}
	return q
}

// What parameters and state cells are called that only one version has, so that
// no name is one of both.
const (
	oldPrefix = "old "
	newPrefix = "new "
)

func renamed(values map[string]schema.Value, prefix string) map[string]string {
	names := map[string]string{}
	for name := range values {
		names[name] = prefix + name
	}
	return names
}

// ask asks in the environments in which a trace may decide.
func (d *differ) ask(ctx context.Context, q prove.Question, two twoConstraints) (prove.Answer, monitor.Env, error) {
	if len(d.opt.Solvers) == 0 {
		return prove.Answer{}, monitor.Env{}, d.noSolver()
	}
	var first prove.Answer
	for i, env := range environments(q.Constraints) {
		d.asked.Add(1)
		p := &prove.Prover{Solvers: d.opt.Solvers, Timeout: d.opt.Timeout, Options: d.lowerOptions(two, env)}
		a, err := p.Answer(ctx, q)
		if err != nil {
			return a, env, err
		}
		if a.Result == prove.Refuted && two.fits != nil {
			if why := two.fits(a.Parameters); why != nil {
				a = prove.Answer{Result: prove.Unknown, Reason: fmt.Sprintf("a trace that decides has arguments that do not fit: %v", why)}
			}
		}
		if a.Result != prove.Unknown {
			return a, env, nil
		}
		if i == 0 {
			first = a
		}
	}
	return first, monitor.Env{}, nil
}

func (d *differ) noSolver() error {
	if d.opt.NoSolver != nil {
		return d.opt.NoSolver
	}
	return fmt.Errorf("no solver is asked")
}

// environments are those in which traces are looked for: one in which little is
// known, and where it matters one in which all is.
func environments(constraints []schema.Constraint) []monitor.Env {
	list := []monitor.Env{{}}
	for _, c := range constraints {
		if text, err := marshal(c); err != nil || strings.Contains(text, `"ComesFrom"`) || strings.Contains(text, `"Within"`) {
			return append(list, monitor.Env{WorkingDirectory: "/work", ProvenanceComplete: true})
		}
	}
	return list
}

// lowerOptions are what both versions are lowered against.
func (d *differ) lowerOptions(two twoConstraints, env monitor.Env) lower.Options {
	values := map[string]schema.Value{}
	for name, v := range two.oldValues {
		values[oldPrefix+name] = v
	}
	for name, v := range two.newValues {
		values[newPrefix+name] = v
	}
	return lower.Options{Parameters: values, Facts: d.facts, Cells: d.cells(), Env: env}
}

// facts are what the schemas promise of a field: the new one where it has the
// field, else the old one. That they agree where it matters was checked.
func (d *differ) facts(effect, field string) monitor.Fact {
	if f := d.new.options.Facts(effect, field); f.Kind != 0 {
		return f
	}
	return d.old.options.Facts(effect, field)
}

// cells are the state cells of both versions. Where one differs, the old one
// has a name of its own.
func (d *differ) cells() []monitor.Cell {
	list := slices.Clone(d.new.options.Cells)
	for _, cell := range d.old.options.Cells {
		if d.cellDiffers(cell.Name) {
			cell.Name = oldPrefix + cell.Name
			list = append(list, cell)
		}
	}
	return list
}

func cellNamed(cells []monitor.Cell, name string) (monitor.Cell, bool) {
	i := slices.IndexFunc(cells, func(c monitor.Cell) bool { return c.Name == name })
	if i < 0 {
		return monitor.Cell{}, false
	}
	return cells[i], true
}

// cellDiffers reports whether a state cell of the old version is another one in
// the new version: in its types, its initial value or what assigns it.
func (d *differ) cellDiffers(name string) bool {
	old, _ := cellNamed(d.old.options.Cells, name)
	new, found := cellNamed(d.new.options.Cells, name)
	return !found || !sameJSON(old, new)
}

// cellNames are the names of the old version's cells that are not those of the
// new one.
func (d *differ) cellNames(c schema.Constraint) map[string]string {
	names := map[string]string{}
	for _, name := range algebra.UsesOf(c).Cells {
		if d.cellDiffers(name) {
			names[name] = oldPrefix + name
		}
	}
	return names
}

func renameCells(c schema.Constraint, names map[string]string) schema.Constraint {
	if len(names) == 0 {
		return c
	}
	switch c := c.(type) {
	case *schema.StateAll:
		return &schema.StateAll{Cell: orSame(names, c.Cell), Predicate: c.Predicate}
	case *schema.StateAt:
		return &schema.StateAt{Cell: orSame(names, c.Cell), Key: c.Key, Op: c.Op, Value: c.Value}
	case *schema.And:
		return &schema.And{Operands: renameAll(c.Operands, names)}
	case *schema.Or:
		return &schema.Or{Operands: renameAll(c.Operands, names)}
	case *schema.Not:
		return &schema.Not{Operand: renameCells(c.Operand, names)}
	}
	return c
}

func renameAll(list []schema.Constraint, names map[string]string) []schema.Constraint {
	out := make([]schema.Constraint, len(list))
	for i, c := range list {
		out[i] = renameCells(c, names)
	}
	return out
}

func orSame(names map[string]string, name string) string {
	if other, ok := names[name]; ok {
		return other
	}
	return name
}

// groundsDiffer says which field the two versions of a constraint speak of is
// not of one type, within the same bounds and among the same permissible values in both versions of the schema.
func (d *differ) groundsDiffer(old, new schema.Constraint) string {
	a, b := algebra.UsesOf(old), algebra.UsesOf(new)
	for _, id := range union(a.Effects, b.Effects) {
		before, after := d.old.Catalog.Effect(id), d.new.Catalog.Effect(id)
		if before == nil || after == nil {
			continue
		}
		for _, field := range union(a.Fields, b.Fields) {
			if !sameFact(d.old.options.Facts(id, field), d.new.options.Facts(id, field)) {
				return fmt.Sprintf("the field %q of %s has another type, other bounds or other permissible values than before", field, id)
			}
		}
	}
	return ""
}

func sameFact(a, b monitor.Fact) bool {
	return a.Kind == b.Kind && a.Enum == b.Enum && sameValues(a.Values, b.Values) && sameNumber(a.Minimum, b.Minimum) && sameNumber(a.Maximum, b.Maximum)
}

// sameValues reports whether two enumerations permit the same, in whatever order.
func sameValues(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameNumber(a, b *value.Number) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Cmp(*b) == 0
}

func union(a, b []string) []string {
	return slices.Sorted(maps.Keys(asSet(append(slices.Clone(a), b...))))
}

func asSet(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}
