package lint

import (
	"context"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/prove"
)

// Subject is what the rules look at.
type Subject struct {
	Catalog    *catalog.Catalog
	Libraries  []*index.Library // those whose files are looked at
	Guarantees []Guarantee

	// Prover is nil where there is none; NoProver then says why.
	Prover   *prove.Prover
	NoProver string
}

// Guarantee is a contract expression that is looked at.
type Guarantee struct {
	*catalog.Guarantee
	File string    // where it stands
	Node *doc.Node // its text in the file; nil where the file is nothing but the expression
}

// Place is where something is.
type Place struct {
	File  string
	Range diag.Range
}

// Finding is one finding of a rule.
type Finding struct {
	Rule    *Rule
	Place   Place
	Message string // one line
	Help    string // what to do
	Witness string // what shows it; may be empty
}

// NotChecked is a place that a rule could not look at.
type NotChecked struct {
	Rule   *Rule
	Place  Place
	Reason string
}

// Result is what the rules found, sorted by place, and what they did not check.
type Result struct {
	Rules      []Rule
	Findings   []Finding
	NotChecked []NotChecked
}

// Pass is one rule looking at a subject.
type Pass struct {
	*Subject
	Context   context.Context
	rule      *Rule
	result    *Result
	documents map[string]*doc.Node
}

// Run lets rules look at a subject.
func Run(ctx context.Context, s *Subject, rules []Rule) *Result {
	result, documents := &Result{Rules: rules}, map[string]*doc.Node{}
	for i := range rules {
		p := &Pass{Subject: s, Context: ctx, rule: &rules[i], result: result, documents: documents}
		rules[i].Check(p)
	}
	result.sort()
	return result
}

// Report adds a finding.
func (p *Pass) Report(f Finding) {
	f.Rule = p.rule
	p.result.Findings = append(p.result.Findings, f)
}

// Skip says that a place cannot be looked at.
func (p *Pass) Skip(at Place, reason string) {
	p.result.NotChecked = append(p.result.NotChecked, NotChecked{p.rule, at, reason})
}

// Document is the tree of a YAML file of a library, nil where it cannot be read:
// what is wrong with it was told when the bundle was loaded.
func (p *Pass) Document(lib *index.Library, file string) *doc.Node {
	name := p.Catalog.Display(lib, file)
	if n, ok := p.documents[name]; ok {
		return n
	}
	text, err := p.Catalog.Text(lib, file)
	var n *doc.Node
	if err == nil {
		n, _ = doc.ReadYAML(name, text, doc.DefaultLimits())
	}
	p.documents[name] = n
	return n
}
