package lint

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/algebra"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
	rego "github.com/open-policy-agent/opa/v1/ast"
)

// unanchoredPattern finds patterns that look like the name of a host or of a file
// and match more than it: a dot that stands for any character, and no end.
func unanchoredPattern() Rule {
	return Rule{
		ID: "unanchored-pattern", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A pattern that looks like a name matches more than the name.",
		Check: func(p *Pass) {
			p.eachContract(func(lib *index.Library, c *index.Contract) {
				if patterns := algebra.UsesOf(c.Constraint).Patterns; slices.ContainsFunc(patterns, loose) {
					p.looseIn(p.fieldPlace(lib, c, "constraint"), patterns)
				}
			})
			p.eachPrecondition(func(at Place, c *index.Precondition) {
				p.looseIn(at, algebra.UsesOfPredicate(c.Predicate).Patterns)
			})
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.looseCEL(src) })
			p.eachRegoRule(p.looseRego)
		},
	}
}

// eachPrecondition calls f for every precondition.
func (p *Pass) eachPrecondition(f func(at Place, c *index.Precondition)) {
	for _, lib := range p.Libraries {
		for _, e := range lib.Effects {
			for _, c := range e.Preconditions {
				f(p.elementPlace(lib, &c.Element), c)
			}
		}
	}
}

// looseIn reports the patterns of a place that are too loose.
func (p *Pass) looseIn(at Place, patterns []string) {
	for _, pattern := range patterns {
		if !loose(pattern) {
			continue
		}
		p.Report(Finding{
			Place: at, Message: fmt.Sprintf("the pattern %q is found anywhere in a text, and its dot stands for any character", pattern),
			Help:    fmt.Sprintf("write the whole: %q", "^"+strings.ReplaceAll(pattern, ".", `\.`)+"$"),
			Witness: "x" + strings.ReplaceAll(pattern, ".", "-") + "x",
		})
	}
}

// loose reports a pattern that is words with dots between them, and nothing else:
// without a sign of a pattern but the dots, it was written as a text.
func loose(pattern string) bool {
	words := strings.Split(pattern, ".")
	if len(words) < 2 {
		return false
	}
	for _, w := range words {
		if w == "" || strings.ContainsAny(w, `\^$*+?()[]{}|`) {
			return false
		}
	}
	_, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil
}

// looseCEL looks at the literals that matches is called with.
func (p *Pass) looseCEL(src *celpolicy.Source) {
	for _, list := range p.celItems(src) {
		for i := range list {
			if list[i].condition == nil {
				continue
			}
			for _, call := range callsOf(list[i].condition.expr) {
				args := call.Args()
				if call.FunctionName() != "matches" || len(args) == 0 {
					continue
				}
				if text, ok := celText(args[len(args)-1]); ok {
					p.looseIn(list[i].conditionPlace(), []string{text})
				}
			}
		}
	}
}

// looseRego looks at the literals that regex.match is called with.
func (p *Pass) looseRego(r *regoRule) {
	rego.WalkExprs(r.rule, func(e *rego.Expr) bool {
		if e.IsCall() && e.Operator().String() == "regex.match" && len(e.Operands()) == 2 {
			if text, ok := e.Operand(0).Value.(rego.String); ok {
				p.looseIn(regoPlace(e.Location), []string{string(text)})
			}
		}
		return false
	})
}
