package eval

import (
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
)

// MonitorOptions are what the constraints of a catalog's contracts are compiled
// and lowered against: what the schemas promise of fields, and the state cells.
func MonitorOptions(from *catalog.Catalog) monitor.Options {
	return monitor.Options{Facts: factsOf(from), Cells: cellsOf(from)}
}

// WholeMonitorOptions are MonitorOptions for traces that are known whole: a
// recorded value counts as it is, within the bounds of its field or not.
func WholeMonitorOptions(from *catalog.Catalog) monitor.Options {
	of := MonitorOptions(from)
	of.Facts = kindsOf(of.Facts)
	return of
}

// factsOf tells monitors what the schemas promise of fields.
func factsOf(from *catalog.Catalog) monitor.Facts {
	facts := map[[2]string]monitor.Fact{}
	for _, effect := range from.Effects {
		for _, f := range effect.Fields {
			facts[[2]string{effect.ID, f.Name}] = monitor.Fact{
				Kind: f.Type.Kind, Minimum: bound(f.Minimum), Maximum: bound(f.Maximum), Enum: f.Type.Enum, Values: f.Values,
			}
		}
	}
	return func(effect, field string) monitor.Fact { return facts[[2]string{effect, field}] }
}

// kindsOf are the facts without bounds. Bounds say what later events can do to a
// sum; where none follow, a recorded value counts as it is, within them or not.
func kindsOf(facts monitor.Facts) monitor.Facts {
	return func(effect, field string) monitor.Fact {
		fact := facts(effect, field)
		fact.Minimum, fact.Maximum = nil, nil
		return fact
	}
}

func bound(text string) *value.Number {
	if n, ok := value.ParseNumber(text); ok {
		return &n
	}
	return nil
}

// cellsOf are the state cells of the libraries with all assignments to them.
func cellsOf(from *catalog.Catalog) []monitor.Cell {
	var cells []monitor.Cell
	for _, c := range from.Cells {
		cell := monitor.Cell{Name: c.ID, KeyKind: c.Key.Kind, ValueKind: c.Value.Kind, Initial: c.Initial}
		for _, effect := range from.Effects {
			for _, a := range effect.Assigns {
				if a.Cell == c.ID {
					cell.Assignments = append(cell.Assignments, monitor.Assignment{Effect: effect.ID, Key: a.Key, Value: a.Value})
				}
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// secretsOf names, by mapping, the arguments that become secret fields.
func secretsOf(from *catalog.Catalog) map[*index.Mapping][]string {
	secrets := map[*index.Mapping][]string{}
	for _, m := range from.Mappings {
		for i := range m.Effects {
			mapped := &m.Effects[i]
			for _, f := range mapped.Fields {
				if !secretField(from.Effect(mapped.Effect), f.Name) {
					continue
				}
				for k := range f.Sources {
					if name := argumentOf(mapped, &f.Sources[k]); name != "" && !slices.Contains(secrets[m], name) {
						secrets[m] = append(secrets[m], name)
					}
				}
			}
		}
	}
	return secrets
}

// argumentOf is the argument that an expression names, of which an item is a
// part; empty where it computes one.
func argumentOf(mapped *index.MappedEffect, e *index.Expression) string {
	if e.Item {
		e = mapped.Each
	}
	if len(e.Path) == 0 || e.Tool || e.Function != "" {
		return ""
	}
	return e.Path[0]
}

func secretField(effect *index.Effect, name string) bool {
	return slices.ContainsFunc(effect.Fields, func(f index.Field) bool { return f.Name == name && f.Secret })
}
