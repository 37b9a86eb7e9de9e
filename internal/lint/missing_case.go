package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// missingCase finds rules that no test names: no case of a file of tests, and no
// test in Rego.
func missingCase() Rule {
	return Rule{
		ID: "missing-case", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule has no test that names it.",
		Check: func(p *Pass) {
			named := p.testedRules()
			tests := p.regoTests()
			p.eachRule(func(lib *index.Library, r *index.Rule) {
				if named[r.ID] || strings.Contains(tests, r.ID) || lib.Folder != nil && p.testedInFolder(lib, r) {
					return
				}
				p.Report(Finding{
					Place: p.elementPlace(lib, &r.Element), Message: fmt.Sprintf("no test names the rule %q", r.ID),
					Help: "add to a file below tests/ a case with rule: " + r.ID + " that it lets pass, and one that breaks it",
				})
			})
		},
	}
}

// testedRules are the rules that a case is about or expects to be broken.
func (p *Pass) testedRules() map[string]bool {
	named := map[string]bool{}
	for _, c := range p.read.cases() {
		if c.Rule != nil {
			named[*c.Rule] = true
		}
		for _, a := range c.Expect.Actions {
			for _, id := range append(a.Rules, a.Observed...) {
				named[id] = true
			}
		}
	}
	return named
}

// regoTests is the text of all tests in Rego.
func (p *Pass) regoTests() string {
	var b strings.Builder
	for _, src := range p.Catalog.RegoSources() {
		if src.IsTest() {
			b.WriteString(src.Text)
		}
	}
	return b.String()
}

// testedInFolder reports whether a test of a rule folder reads a rule, which it
// knows by its own name.
func (p *Pass) testedInFolder(lib *index.Library, r *index.Rule) bool {
	src, _ := p.Catalog.FolderSource(lib)
	name := r.ID[strings.LastIndexByte(r.ID, '.')+1:]
	return slices.ContainsFunc(src.Modules, func(m regorules.Source) bool {
		return m.IsTest() && slices.Contains(strings.FieldsFunc(m.Text, notInName), name)
	})
}

func notInName(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
