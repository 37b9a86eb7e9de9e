package build

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Modules are the generated Rego modules of a bundle, and the contracts that Rego cannot say.
func Modules(from *catalog.Catalog, b *index.Bundle) ([]archive.File, []schema.RefusedContract, error) {
	var modules []regorules.Description
	for _, lib := range b.Libraries {
		for _, m := range lib.Rego {
			modules = append(modules, m.Description)
		}
	}
	dispatcher := regorules.Dispatcher(modules, RuleSets(b))
	return []archive.File{{Path: catalog.Generated + "/dispatch.rego", Data: []byte(dispatcher)}}, []schema.RefusedContract{}, nil
}
