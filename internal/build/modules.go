package build

import (
	"errors"
	"slices"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/archive"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lower"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Modules are the generated Rego modules of a bundle, and the contracts that Rego cannot say: a dispatcher of its rules, a module for each contract,
// which reads the parameters from its input, and the decision.
func Modules(from *catalog.Catalog, b *index.Bundle) ([]archive.File, []schema.RefusedContract, error) {
	lowered, refused, err := contracts(from, b)
	if err != nil {
		return nil, nil, err
	}
	var modules []regorules.Description
	var files []archive.File
	for _, lib := range b.Libraries {
		for _, m := range lib.Rego {
			modules = append(modules, m.Description)
		}
	}
	var ids []string
	for _, c := range lowered {
		ids = append(ids, c.id)
		files = append(files, archive.File{Path: catalog.Generated + "/contracts/" + c.id + ".rego", Data: []byte(c.module.Text())})
	}
	files = append(files,
		archive.File{Path: catalog.Generated + "/dispatch.rego", Data: []byte(regorules.Dispatcher(modules, RuleSets(b)))},
		archive.File{Path: catalog.Generated + "/decision.rego", Data: []byte(decisionModule(b, ids))},
	)
	return files, refused, nil
}

// loweredContract is a contract as a module.
type loweredContract struct {
	id     string
	module *lower.RegoModule
}

// contractPackage is the package of a contract's module.
func contractPackage(id string) string { return catalog.Generated + ".contracts." + id }

// contracts lowers the contracts of a bundle. What a reader refuses is listed with the reason in one word.
func contracts(from *catalog.Catalog, b *index.Bundle) ([]loweredContract, []schema.RefusedContract, error) {
	of := eval.MonitorOptions(from)
	lowered, refused := []loweredContract{}, []schema.RefusedContract{}
	for _, lib := range b.Libraries {
		for _, c := range lib.Contracts {
			opt := lower.Options{Facts: of.Facts, Cells: of.Cells, AnyInput: true, Symbolic: map[string]lower.Symbolic{}}
			for _, p := range c.Parameters {
				opt.Symbolic[p.Name] = lower.Symbolic{Type: p.Type, Values: p.Values}
			}
			m, err := lower.Rego(contractPackage(c.ID), c.Constraint, opt)
			var no *lower.RefusalError
			switch {
			case errors.As(err, &no):
				refused = append(refused, schema.RefusedContract{Contract: c.ID, Reason: string(no.Code)})
			case err != nil:
				return nil, nil, err
			default:
				lowered = append(lowered, loweredContract{c.ID, m})
			}
		}
	}
	slices.SortFunc(refused, func(a, b schema.RefusedContract) int { return compare(a.Contract, b.Contract) })
	return lowered, refused, nil
}
