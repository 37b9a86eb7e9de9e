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

// missingCase finds rules, preconditions and facts that no test is about, and
// mappings whose tool no case calls: no case of a file of tests, and no test in
// Rego.
func missingCase() Rule {
	return Rule{
		ID: "missing-case", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule, precondition, fact or mapping has no test that names it.",
		Check: func(p *Pass) {
			t := p.tested()
			p.eachRule(func(lib *index.Library, r *index.Rule) {
				if !t.rules[r.ID] && !strings.Contains(t.rego, r.ID) && !p.testedInFolder(lib, r) {
					p.reportUntested(lib, &r.Element, fmt.Sprintf("no test names the rule %q", r.ID), "with rule: "+r.ID+" that it lets pass, and one that breaks it")
				}
			})
			for _, lib := range p.Libraries {
				p.untestedEffects(lib, t)
				for _, f := range lib.Facts {
					if !t.fact(p, f.ID) {
						p.reportUntested(lib, &f.Element, fmt.Sprintf("no test is about a rule that reads the fact %q", f.ID), "about a rule that reads it, for each value that it can have")
					}
				}
			}
		},
	}
}

func (p *Pass) reportUntested(lib *index.Library, e *index.Element, message, what string) {
	p.Report(Finding{Place: p.elementPlace(lib, e), Message: message, Help: "add to a file below tests/ a case " + what})
}

// calledAs says how an action of a reply names the tool of a mapping.
func calledAs(m *index.Mapping) string {
	if m.Namespace == "" {
		return m.Tool
	}
	return m.Tool + " with namespace: " + m.Namespace
}

// untestedEffects looks at the mappings and preconditions of a library. A mapping
// of many tools stands beside that of each.
func (p *Pass) untestedEffects(lib *index.Library, t *tested) {
	for _, m := range lib.Mappings {
		if !m.Beside && !t.calls[m.Tool] {
			p.reportUntested(lib, &m.Element, fmt.Sprintf("no case calls the tool %q of the mapping %q", m.Tool, m.ID), "whose reply calls "+calledAs(m)+", with the text that its card must hold")
		}
	}
	for _, e := range lib.Effects {
		for _, c := range e.Preconditions {
			if !t.rules[c.ID] {
				p.reportUntested(lib, &c.Element, fmt.Sprintf("no case names the precondition %q", c.ID), "with rule: "+c.ID+" whose call breaks it")
			}
		}
	}
}

// tested is what the tests of all libraries are about.
type tested struct {
	rules map[string]bool // that a case is about or expects
	calls map[string]bool // tools
	rego  string          // the text of all tests in Rego
}

func (p *Pass) tested() *tested {
	t := &tested{rules: map[string]bool{}, calls: map[string]bool{}, rego: p.regoTests()}
	for _, c := range p.read.tests().cases {
		if c.Rule != nil {
			t.rules[*c.Rule] = true
		}
		for _, a := range c.Expect.Actions {
			for _, id := range slices.Concat(a.Rules, a.Observed, a.Asks, a.Allows) {
				t.rules[id] = true
			}
		}
		for _, tool := range c.Calls() {
			t.calls[tool] = true
		}
	}
	return t
}

// fact reports whether a case is about a rule that reads a fact. Tests in Rego
// are given facts and compute none. A fact that only other facts or nothing reads
// is the matter of unused.
func (t *tested) fact(p *Pass, name string) bool {
	read := false
	for _, r := range p.Catalog.Rules {
		if p.ruleReads(r, name) {
			if read = true; t.rules[r.ID] {
				return true
			}
		}
	}
	return !read
}

// ruleReads reports whether the text of a rule, in Rego that of its module, reads
// a fact.
func (p *Pass) ruleReads(r *index.Rule, fact string) bool {
	if r.Language == index.CEL {
		return readsFact(r.Document, fact)
	}
	return readsFact(p.moduleText(r), fact)
}

// moduleText is the text of the module of a rule in Rego.
func (p *Pass) moduleText(r *index.Rule) string {
	lib := p.Catalog.Library(r.Library)
	if lib == nil {
		return ""
	}
	text, err := p.Catalog.Text(lib, r.File)
	if err != nil {
		return ""
	}
	return string(text)
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
	if lib.Folder == nil {
		return false
	}
	src, _ := p.Catalog.FolderSource(lib)
	name := r.ID[strings.LastIndexByte(r.ID, '.')+1:]
	return slices.ContainsFunc(src.Modules, func(m regorules.Source) bool {
		return m.IsTest() && slices.Contains(strings.FieldsFunc(m.Text, notInName), name)
	})
}

func notInName(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
