package catalog

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// readCells reads the state cells of effects.yaml.
func (l *libraryLoad) readCells(d *document) {
	for _, f := range fields(d.node.Get("cells")) {
		key, keyKnown := typeWord(f.Value.Get("key_type"))
		typ, valueKnown := typeWord(f.Value.Get("value_type"))
		l.checkCellType(d, f.Value.Get("key_type"), keyKnown)
		l.checkCellType(d, f.Value.Get("value_type"), valueKnown)
		if !keyKnown || !valueKnown {
			continue
		}
		initial, err := value.FromPlain(f.Value.Get("initial").Plain(), typ)
		if err != nil || initial == nil {
			l.report(d.file.path, f.Value.Get("initial").Range, "cells.initial", "write a value of the cell's type", "the initial value of %s is no %s", quote(f.Key), typ)
			continue
		}
		cell := &index.Cell{Element: element(l.lib.ID+"."+f.Key, l.lib.Version, d.file.path, f.KeyRange), Name: f.Key, Key: key, Value: typ, Initial: initial}
		l.digest(&cell.Element, "cell", map[string]any{"id": cell.ID, "key": key.String(), "value": typ.String(), "initial": initial})
		l.lib.Cells = append(l.lib.Cells, cell)
	}
}

func (l *libraryLoad) checkCellType(d *document, n *doc.Node, known bool) {
	if n != nil && !known {
		l.report(d.file.path, n.Range, "cells.type", "use string, integer, decimal or boolean", "%s is no type of a cell", quote(n.Text))
	}
}

// cell finds a state cell of the library.
func (l *libraryLoad) cell(file string, name *doc.Node) *index.Cell {
	var known []string
	for _, c := range l.lib.Cells {
		if c.Name == name.Text || c.ID == name.Text {
			return c
		}
		known = append(known, c.Name)
	}
	l.report(file, name.Range, "cells.unknown", choice(name.Text, known, "cells are"), "the library has no state cell %s", quote(name.Text))
	return nil
}

func (l *libraryLoad) readAssignments(e *index.Effect, d *document, nodes *doc.Node, written []schema.AssignmentSource) {
	for i := range written {
		cell := l.cell(d.file.path, nodes.Items[i].Get("cell"))
		if cell == nil {
			continue
		}
		key := l.termOf(d.file.path, nodes.Items[i].Get("key"), l.eventScope(e), cell.Key)
		assigned := l.termOf(d.file.path, nodes.Items[i].Get("value"), l.eventScope(e), cell.Value)
		if key != nil && assigned != nil {
			e.Assigns = append(e.Assigns, index.Assignment{Cell: cell.ID, Key: key, Value: assigned})
		}
	}
}

// termOf translates a term that must be of a type; nil where it is not.
func (l *libraryLoad) termOf(file string, n *doc.Node, sc scope, want value.Type) schema.Term {
	term, diags := sc.termAs(l.display(file), n, want)
	l.diags.Add(diags...)
	return term
}
