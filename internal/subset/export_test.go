package subset

import "github.com/contractc/contractc/internal/subset/tree"

// All lists every keyword of a schema with what becomes of it.
func (p *Profile) All(d *tree.Document) []Finding { return p.findings(d, true) }
