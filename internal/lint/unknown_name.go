package lint

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// unknownName finds names that nothing has where loading a bundle does not look:
// in tests, in the guarantees of their contexts, among the texts that rules compare
// values of the input with, and among the facts, the fields and the parts of data that
// they read.
func unknownName() Rule {
	return Rule{
		ID: "unknown-name", Severity: schema.DiagnosticSeverityError,
		Summary: "A name is used that nothing has.",
		Check: func(p *Pass) {
			p.unknownInTests()
			p.eachTests("guarantees", p.unknownGuarantees)
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) {
				p.unknownCEL(src)
				p.unknownReads(src)
			})
			p.unknownData()
			p.eachRegoRule(func(r *regoRule) {
				p.unknownRego(r)
				p.unknownRegoFields(r)
			})
		},
	}
}

// unknownInTests looks at rules and rule sets.
func (p *Pass) unknownInTests() {
	for _, d := range p.read.tests().problems {
		if d.Code != unknownRule && d.Code != unknownSet {
			continue
		}
		at := Place{d.File, d.Range}
		f := Finding{Place: at, Message: d.Summary, Help: orElse(d.Detail, "correct the name")}
		written, names := lastQuoted(d.Summary), policytest.RuleIDs(p.Catalog)
		if d.Code == unknownSet {
			names = ruleSets(p)
		}
		if near, ok := spelling.Nearest(written, names); ok {
			f.Help = "did you mean " + near + "?"
			f.Fix = p.renamed(at, written, near)
		}
		p.Report(f)
	}
}

// renamed is a fix that writes another name; tests decide nothing, so that it is
// safe where the place holds the name and nothing else, but for quotes around it.
func (p *Pass) renamed(at Place, written, near string) *Fix {
	if at.Range.Start.Line != at.Range.End.Line {
		return nil
	}
	switch at.Range.End.Column - at.Range.Start.Column - len(written) {
	case 0:
	case len("''"):
		at.Range.Start.Column++
		at.Range.End.Column--
	default:
		return nil
	}
	return replace(fmt.Sprintf("write %s for %s", near, written), true, at, near)
}

// lastQuoted is the last quoted text of a message.
func lastQuoted(message string) string {
	parts := strings.Split(message, `"`)
	if len(parts) < 3 {
		return ""
	}
	return parts[len(parts)-2]
}

func ruleSets(p *Pass) []string {
	var sets []string
	for _, r := range p.Catalog.Rules {
		sets = append(sets, r.Metadata.Sets...)
	}
	slices.Sort(sets)
	return slices.Compact(sets)
}

// eachTests calls f for every file of tests that holds a word.
func (p *Pass) eachTests(word string, f func(file string, tests *doc.Node)) {
	for _, lib := range p.Libraries {
		for _, file := range p.Catalog.TestFiles(lib) {
			if text, err := p.Catalog.Text(lib, file); err != nil || !strings.Contains(string(text), word) {
				continue
			}
			if n := p.Document(lib, file); n != nil {
				f(p.Catalog.Display(lib, file), n)
			}
		}
	}
}

// unknownGuarantees binds the guarantees of the contexts in a file of tests.
func (p *Pass) unknownGuarantees(file string, tests *doc.Node) {
	contexts := []*doc.Node{tests.Get("context")}
	if cases := tests.Get("cases"); cases != nil {
		for _, c := range cases.Items {
			contexts = append(contexts, c.Get("context"))
		}
	}
	for _, c := range contexts {
		list := c.Get("guarantees")
		if list == nil {
			continue
		}
		for _, n := range list.Items {
			_, problems := p.Catalog.Bind(n.Text, importsOf(c))
			for _, d := range problems {
				p.Report(Finding{
					Place: Place{file, rangeIn(n, d.Range)}, Message: "the guarantee does not bind: " + d.Summary,
					Help: orElse(d.Detail, "correct it: the cases of this context fail"),
				})
			}
		}
	}
}

// importsOf are the imports of a context.
func importsOf(c *doc.Node) map[string]string {
	imports := map[string]string{}
	if list := c.Get("imports"); list != nil {
		for _, item := range list.Items {
			if alias, module := item.Get("alias"), item.Get("module"); alias != nil && module != nil {
				imports[alias.Text] = module.Text
			}
		}
	}
	return imports
}

// rangeIn places a range of the text of a node, on one line, in its file.
func rangeIn(n *doc.Node, in diag.Range) diag.Range {
	if !in.Known() || in.Start.Line > 1 {
		return n.Range
	}
	end := max(in.End.Column, in.Start.Column)
	return diag.Range{Start: n.At(in.Start.Column - 1), End: n.At(end - 1)}
}

// unknownCEL looks at every comparison in the conditions of a rule.
func (p *Pass) unknownCEL(src *celpolicy.Source) {
	for _, list := range p.celItems(src) {
		for i := range list {
			c := list[i].condition
			if c == nil {
				continue
			}
			said := p.saidNever(celDemands(c.expr))
			for _, call := range callsOf(c.expr) {
				p.unknownCompared(list[i].conditionPlace(), call, said)
			}
		}
	}
}

// unknownCompared looks at path == text and path in [texts].
func (p *Pass) unknownCompared(at Place, call ast.CallExpr, said map[string]bool) {
	args, operator := call.Args(), call.FunctionName()
	if len(args) != 2 || operator != operators.Equals && operator != operators.NotEquals && operator != operators.In {
		return
	}
	path, texts := comparison(call)
	p.unknownTexts(at, path, texts, said)
}

// unknownTexts reports the texts that the value at a path cannot be.
func (p *Pass) unknownTexts(at Place, path string, texts []string, said map[string]bool) {
	for _, text := range texts {
		if message, help, ok := p.read.known().missing(path, text); ok && !said[path] {
			p.Report(Finding{Place: at, Message: message, Help: help})
		}
	}
}

// saidNever are the paths of which never-fires says that none of the names that
// are demanded is known.
func (p *Pass) saidNever(d *demands) map[string]bool {
	said := map[string]bool{}
	for _, path := range d.paths {
		if v := d.values[path]; v.limited && len(v.oneOf) > 0 {
			_, said[path] = p.noneKnown(path, v.oneOf)
		}
	}
	return said
}

// unknownRego looks at every comparison in a rule.
func (p *Pass) unknownRego(r *regoRule) {
	said := p.saidNever(regoDemands(r.rule.Body))
	rego.WalkExprs(r.rule, func(e *rego.Expr) bool {
		if !e.IsCall() || len(e.Operands()) != 2 || !slices.Contains([]string{"equal", "eq", "neq", "internal.member_2"}, e.Operator().String()) {
			return false
		}
		left, right := e.Operand(0), e.Operand(1)
		if _, isText := left.Value.(rego.String); isText {
			left, right = right, left
		}
		if path, ok := regoPath(left); ok {
			texts, _, _ := regoTexts(right)
			p.unknownTexts(regoPlace(e.Location), path, texts, said)
		}
		return false
	})
}
