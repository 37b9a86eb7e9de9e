package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// unused finds what is declared and never used: parameters, facts, tables,
// variables, state cells, and effect types that no tool performs.
func unused() Rule {
	return Rule{
		ID: "unused", Severity: schema.DiagnosticSeverityWarning,
		Summary: "Something is declared and nothing uses it.",
		Check: func(p *Pass) {
			p.unusedParameters()
			p.unusedFacts()
			p.unusedTables()
			p.unusedEffects()
			p.unusedCells()
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.unusedVariables(src.File, src.Rule) })
		},
	}
}

// unusedParameters looks for parameters that no constraint names. Where an empty
// constraint is meant to have parameters there is nothing to restrict.
func (p *Pass) unusedParameters() {
	p.eachContract(func(lib *index.Library, c *index.Contract) {
		names := algebra.UsesOf(c.Constraint).Parameters
		for _, parameter := range c.Parameters {
			if !slices.Contains(names, parameter.Name) {
				p.Report(Finding{
					Place: p.elementPlace(lib, &c.Element), Message: fmt.Sprintf("the constraint does not use the parameter %q", parameter.Name),
					Help: "use it in the constraint, or remove it from the class and from text: a reader takes it for a restriction",
				})
			}
		}
	})
}

// unusedFacts looks for facts that no rule and no other fact reads.
func (p *Pass) unusedFacts() {
	var texts []string
	for _, m := range p.read.rego() {
		if !m.test {
			texts = append(texts, m.text)
		}
	}
	for _, r := range p.Catalog.Rules {
		texts = append(texts, r.Document)
	}
	for _, f := range p.Catalog.Facts {
		texts = append(texts, f.Expression)
	}
	all := strings.Join(texts, "\n")
	for _, lib := range p.Libraries {
		for _, f := range lib.Facts {
			if !readsFact(all, f.ID) {
				p.Report(Finding{Place: p.elementPlace(lib, &f.Element), Message: fmt.Sprintf("no rule reads the fact %q", f.ID), Help: "remove it, or read it as input.facts." + f.ID})
			}
		}
	}
}

// readsFact reports whether a text reads input.facts.NAME in one of its forms.
func readsFact(text, name string) bool {
	for rest := text; ; {
		i := strings.Index(rest, "facts")
		if i < 0 {
			return false
		}
		rest = rest[i+len("facts"):]
		after := strings.TrimLeft(rest, `.?[\"'`)
		if strings.HasPrefix(after, name) && !isWordAt(after, len(name)) {
			return true
		}
	}
}

func isWordAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c := s[i]
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// meantTable asks for a near table that contractc reads, or says who reads tables: no rule does.
func meantTable(id string) string {
	if near, ok := spelling.Nearest(id, eval.TablesRead()); ok {
		return "did you mean " + near + "?"
	}
	return "remove it: contractc reads its own tables only, such as claim.limits; a rule or fact writes its values itself"
}

// unusedTables looks for tables that contractc does not read and nothing names.
func (p *Pass) unusedTables() {
	for _, lib := range p.Libraries {
		for _, t := range lib.Tables {
			if eval.ReadsTable(t.ID) || p.namedElsewhere(t.ID, t.File) {
				continue
			}
			p.Report(Finding{Place: p.elementPlace(lib, &t.Element), Message: fmt.Sprintf("nothing reads the table %q", t.ID), Help: meantTable(t.ID)})
		}
	}
}

// namedElsewhere reports whether another file of a bundle holds a name.
func (p *Pass) namedElsewhere(name, own string) bool {
	for _, lib := range p.Catalog.Libraries {
		for _, file := range p.Catalog.Files(lib) {
			if text, err := p.Catalog.Text(lib, file); err == nil && file != own && strings.Contains(string(text), name) {
				return true
			}
		}
	}
	return false
}

// unusedEffects looks for effect types that no mapping performs, in libraries with
// mappings: one without any is for traces that others record.
func (p *Pass) unusedEffects() {
	performed := map[string]bool{}
	for _, m := range p.Catalog.Mappings {
		for i := range m.Effects {
			performed[m.Effects[i].Effect] = true
		}
	}
	for _, lib := range p.Libraries {
		if len(lib.Mappings) == 0 {
			continue
		}
		for _, e := range lib.Effects {
			if !performed[e.ID] {
				p.Report(Finding{
					Place: p.elementPlace(lib, &e.Element), Message: fmt.Sprintf("no mapping performs the effect type %q", e.Name),
					Help: "map the tools that perform it; contracts on it restrict no call until then",
				})
			}
		}
	}
}

// unusedCells looks for state cells that no contract reads, and for those that
// contracts read and no effect assigns.
func (p *Pass) unusedCells() {
	read, assigned := map[string]bool{}, map[string]bool{}
	for _, c := range p.Catalog.Contracts {
		for _, cell := range algebra.UsesOf(c.Constraint).Cells {
			read[cell] = true
		}
	}
	for _, e := range p.Catalog.Effects {
		for i := range e.Assigns {
			assigned[e.Assigns[i].Cell] = true
		}
	}
	for _, lib := range p.Libraries {
		for _, cell := range lib.Cells {
			switch {
			case !read[cell.ID]:
				p.Report(Finding{Place: p.elementPlace(lib, &cell.Element), Message: fmt.Sprintf("no contract reads the cell %q", cell.Name), Help: "remove it, or state a contract on it"})
			case !assigned[cell.ID]:
				p.Report(Finding{Place: p.elementPlace(lib, &cell.Element), Message: fmt.Sprintf("no effect assigns the cell %q, so that it keeps its initial value", cell.Name), Help: "add assigns to the effects that change it"})
			}
		}
	}
}

// unusedVariables looks for variables of a rule in CEL that nothing in it names.
func (p *Pass) unusedVariables(file string, r *celpolicy.Rule) {
	text := expressionsOf(r)
	for _, v := range r.Variables {
		if !names(text, "variables."+v.Name) {
			p.Report(Finding{Place: Place{file, v.NameRange}, Message: fmt.Sprintf("nothing uses the variable %q", v.Name), Help: "remove it, or read it as variables." + v.Name})
		}
	}
	for i := range r.Items {
		if r.Items[i].Rule != nil {
			p.unusedVariables(file, r.Items[i].Rule)
		}
	}
}

// expressionsOf are all expressions of a rule and of those in it, as one text.
func expressionsOf(r *celpolicy.Rule) string {
	var b strings.Builder
	eachText(r, func(t celpolicy.Text) { b.WriteString(t.Source + "\n") })
	return b.String()
}

// names reports whether a text has a name that does not go on.
func names(text, name string) bool {
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		if text = text[i+len(name):]; !isWordAt(text, 0) {
			return true
		}
	}
}
