package tables

import (
	"errors"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// Place returns where an error of a rule set's section stands in the values of
// the table: the field that it names, and otherwise the section's name.
func Place(values *doc.Node, set string, err error) diag.Range {
	section := values.Field(set)
	if section == nil {
		return diag.Range{}
	}
	var e *Error
	if !errors.As(err, &e) || len(e.Path) == 0 {
		return section.KeyRange
	}
	for _, in := range []*doc.Node{section.Value, values.Get(Common)} {
		if f := follow(in, e.Path); f != nil {
			return f.KeyRange
		}
	}
	return section.KeyRange
}

// follow goes down the fields of a path. The first one is looked for at every
// depth, in the order of the file; items of lists have no name in a path.
func follow(n *doc.Node, path []string) *doc.Field {
	if n == nil {
		return nil
	}
	if f := n.Field(path[0]); f != nil {
		if len(path) == 1 {
			return f
		}
		return follow(f.Value, path[1:])
	}
	for _, f := range n.Fields {
		if found := follow(f.Value, path); found != nil {
			return found
		}
	}
	for _, item := range n.Items {
		if found := follow(item, path); found != nil {
			return found
		}
	}
	return nil
}

// PlaceIn returns where an error of a table without sections stands in its
// values; their beginning where it is not known.
func PlaceIn(values *doc.Node, err error) diag.Range {
	var e *Error
	if errors.As(err, &e) && len(e.Path) > 0 {
		if f := follow(values, e.Path); f != nil {
			return f.KeyRange
		}
	}
	return diag.At(values.Range.Start)
}
