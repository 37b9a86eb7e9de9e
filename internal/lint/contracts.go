package lint

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
)

// eachContract calls f for every contract.
func (p *Pass) eachContract(f func(lib *index.Library, c *index.Contract)) {
	for _, lib := range p.Libraries {
		for _, c := range lib.Contracts {
			f(lib, c)
		}
	}
}

// elementPlace is the place of an element's id.
func (p *Pass) elementPlace(lib *index.Library, e *index.Element) Place {
	at := diag.Position{Line: e.Line, Column: e.Column}
	return Place{File: p.Catalog.Display(lib, e.File), Range: diag.Range{Start: at, End: at}}
}

// fieldPlace is the place of a field of a contract's file, and that of its id
// where the file has no such field.
func (p *Pass) fieldPlace(lib *index.Library, c *index.Contract, name string) Place {
	field := p.Document(lib, c.File).Get(name)
	if field == nil {
		return p.elementPlace(lib, &c.Element)
	}
	return Place{File: p.Catalog.Display(lib, c.File), Range: field.Range}
}
