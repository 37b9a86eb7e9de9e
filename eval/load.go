package eval

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval/output"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/outputcontract"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema/linkml"
)

// Load reads bundles and checks them whole, rules in CEL and Rego included. It
// returns every problem at once; the catalog is nil where the list has errors.
// Problems of our own are in the list too: nothing that was not checked is used.
func Load(sources []catalog.Source) (*catalog.Catalog, diag.List) {
	options, err := CheckOptions()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "contractc.internal", "the check of bundles cannot be made ready: %v", err)}
	}
	c, problems := catalog.Load(sources, options)
	if c == nil {
		return nil, problems
	}
	problems.Add(output.CheckExamples(c)...)
	if problems.Sort(); problems.HasErrors() {
		return nil, problems
	}
	return c, problems
}

// Edit is Load, and keeps what is needed to make variants of the catalog.
func Edit(sources []catalog.Source) (*catalog.Editor, diag.List) {
	options, err := CheckOptions()
	if err != nil {
		return nil, diag.List{diag.Errorf("", diag.Range{}, "contractc.internal", "the check of bundles cannot be made ready: %v", err)}
	}
	e, problems := catalog.Edit(sources, options)
	if e == nil {
		return nil, problems
	}
	problems.Add(output.CheckExamples(e.Catalog())...)
	if problems.Sort(); problems.HasErrors() {
		return nil, problems
	}
	return e, problems
}

// checked is the stored form of checked expressions; empty where they have none,
// so that they are checked again when they are used.
func checked(form celpolicy.Stored, err error) string {
	if err != nil {
		return ""
	}
	return string(form)
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
		CheckRule: func(rule *index.Rule, file string, document *doc.Node) diag.List {
			compiled, problems := env.CompileRuleAs(file, document, rule.Metadata)
			if compiled != nil {
				rule.Checked = checked(compiled.Store())
			}
			return problems
		},
		CheckFact: func(fact *index.Fact, file string, expression *doc.Node) diag.List {
			compiled, problems := env.CompileFact(file, fact.ID, fact.Actions, expression)
			if compiled != nil {
				fact.Checked = checked(compiled.Store())
			}
			return problems
		},
		CheckTable: checkTable,
		CheckOutput: func(_ *index.Output, file string, document *doc.Node, classes func(string) (*linkml.View, string, error)) diag.List {
			_, problems := outputcontract.Compile(file, document, classes)
			return problems
		},
		CheckRego: func(modules []regorules.Source, facts map[string][]string) ([]regorules.Description, diag.List) {
			return regorules.Check(modules, regorules.CheckOptions{Input: input, Facts: facts})
		},
	}, nil
}
