package lint

import (
	"context"
	"runtime"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
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
	Fix     *Fix   // a change that would settle it; may be nil
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
	// Fixed is what was found before and was settled by edits.
	Fixed []Finding
}

// Pass is one rule looking at a subject.
type Pass struct {
	*Subject
	Context context.Context
	rule    *Rule
	result  *Result
	read    *reading
}

// Run lets rules look at a subject, as many at once as there are processors.
func Run(ctx context.Context, s *Subject, rules []Rule) *Result {
	read, parts := newReading(s.Catalog), make([]Result, len(rules))
	s, stop := s.keeping(ctx)
	defer stop()
	var workers sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range rules {
		slots <- struct{}{}
		workers.Go(func() {
			defer func() { <-slots }()
			p := &Pass{Subject: s.own(), Context: ctx, rule: &rules[i], result: &parts[i], read: read}
			rules[i].Check(p)
		})
	}
	workers.Wait()
	result := &Result{Rules: rules}
	for i := range parts {
		result.Findings, result.NotChecked = append(result.Findings, parts[i].Findings...), append(result.NotChecked, parts[i].NotChecked...)
	}
	result.sort()
	return result
}

// keeping is the subject with processes of solvers that are kept for all rules.
func (s *Subject) keeping(ctx context.Context) (*Subject, func()) {
	if s.Prover == nil {
		return s, func() {}
	}
	own := s.own()
	own.Prover.Kept = solver.Keep(ctx, solver.FirstEffort(own.Prover.Timeout))
	return own, own.Prover.Kept.Close
}

// own is a subject with a prover of its own, which is for one rule.
func (s *Subject) own() *Subject {
	own := *s
	if s.Prover != nil {
		prover := *s.Prover
		own.Prover = &prover
	}
	return &own
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
