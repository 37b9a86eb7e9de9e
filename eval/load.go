package eval

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
)

// Load reads bundles and checks them whole, rules in CEL and Rego included. It
// returns every problem at once; the catalog is nil where the list has errors.
// Problems of our own are in the list too: nothing that was not checked is used.
func Load(sources []catalog.Source) (*catalog.Catalog, diag.List) {
	options, err := CheckOptions()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "contractc.internal", "the check of bundles cannot be made ready: %v", err)}
	}
	return catalog.Load(sources, options)
}

// CheckOptions are what a bundle is checked against: the rules' environments in
// both languages.
func CheckOptions() (catalog.Options, error) {
	env, err := celenv.New(celenv.Options{Functions: domain.Functions(nil, "")})
	if err != nil {
		return catalog.Options{}, err
	}
	input, err := inputType()
	if err != nil {
		return catalog.Options{}, err
	}
	return catalog.Options{
		Contractc: Version,
		CheckRule: func(_ *index.Rule, file string, document *doc.Node) diag.List {
			_, problems := env.CompileRule(file, document)
			return problems
		},
		CheckFact: func(fact *index.Fact, file string, expression *doc.Node) diag.List {
			_, problems := env.CompileFact(file, fact.ID, fact.Actions, expression)
			return problems
		},
		CheckRego: func(modules []regorules.Source, facts map[string][]string) ([]regorules.Description, diag.List) {
			return regorules.Check(modules, regorules.CheckOptions{Input: input, Facts: facts})
		},
	}, nil
}
