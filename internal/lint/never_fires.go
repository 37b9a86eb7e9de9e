package lint

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common/ast"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/schema"
)

// neverFires finds rules, and branches of rules, whose condition cannot hold: one
// that is false whatever the input is, one whose parts contradict each other, and
// one that demands a name that nothing has. Where the parts of a condition in CEL
// speak of one value, or calculate, a solver is asked too.
func neverFires() Rule {
	return Rule{
		ID: "never-fires", Severity: schema.DiagnosticSeverityError,
		Summary: "A rule, or a branch of one, can never fire.",
		Check: func(p *Pass) {
			p.eachCELRule(func(lib *index.Library, r *index.Rule, src *celpolicy.Source) {
				for _, list := range p.celItems(src) {
					for i := range list {
						p.neverCEL(&list[i], r.Metadata.Actions)
					}
				}
			})
			p.eachRegoRule(p.neverRego)
			p.neverMet()
		},
	}
}

// neverCEL looks at one condition in CEL of a rule for some types of action, for all
// where none are given.
func (p *Pass) neverCEL(item *celItem, actions []string) {
	if item.condition == nil {
		return
	}
	at := item.conditionPlace()
	if celTruth(item.condition.expr) == never {
		p.Report(Finding{Place: at, Message: "the condition is false whatever the input is", Help: "mend the condition, or remove the branch"})
		return
	}
	d := celDemands(item.condition.expr)
	if p.neverDemanded(at, d) {
		return
	}
	if len(actions) > 0 {
		d.of(actionType).only(actions)
	}
	if d.contradiction() == actionType {
		p.Report(Finding{
			Place: at, Message: "the condition demands a type of action that the rule is not for: it is for " + strings.Join(actions, ", "),
			Help: "name the type in actions of its metadata, or take it out of the condition",
		})
	}
}

// actionType is the path of the type of the action that is judged. Loading a bundle
// holds it against the metadata of rules in Rego.
const actionType = "input.action.type"

// neverMet asks solvers about the branches in CEL whose conditions may exclude each
// other.
func (p *Pass) neverMet() {
	found, parse := map[string][]celBranch{}, sharedConditions()
	p.eachCELRule(func(_ *index.Library, r *index.Rule, src *celpolicy.Source) {
		if list := tangledBranches(parse, src.File, src.Rule, nil, nil, map[string]ast.Expr{}); len(list) > 0 {
			found[r.ID] = list
		}
	})
	if len(found) == 0 {
		return
	}
	rules, err := eval.RulePolicies(p.Catalog, p.Libraries, func(r *index.Rule, _ *doc.Node) bool { return len(found[r.ID]) > 0 })
	if err != nil {
		p.Skip(Place{}, err.Error())
		return
	}
	var branches []invariant.Branch
	var places []Place
	for i := range rules {
		for _, b := range found[rules[i].Rule.Metadata.Id] {
			branches, places = append(branches, invariant.Branch{Of: invariant.OfRule(p.Context, rules[i].Rule, rules[i].Env), At: b.at}), append(places, b.place)
		}
	}
	p.askedNever(branches, places)
}

func (p *Pass) askedNever(branches []invariant.Branch, places []Place) {
	if p.Prover == nil {
		for _, at := range places {
			p.Skip(at, p.NoProver)
		}
		return
	}
	answers := invariant.NeverMet(p.Context, branches, invariant.Options{Solvers: p.Prover.Solvers, Timeout: p.Prover.Timeout})
	for i, a := range answers {
		switch a.Result {
		case prove.Proved:
			p.Report(Finding{
				Place: places[i], Message: "no input meets the condition, with those of the branches that it stands in",
				Help: "look for parts that exclude each other, such as bounds on one value: where one of several is meant, write ||, or two branches",
			})
		case prove.Unknown:
			p.Skip(places[i], a.Reason)
		case prove.Refuted:
		}
	}
}

// neverRego looks at the body of one rule in Rego.
func (p *Pass) neverRego(r *regoRule) {
	for _, e := range r.rule.Body {
		if t := regoTruth(e); t == never {
			p.Report(Finding{Place: regoPlace(e.Location), Message: "the statement is false whatever the input is", Help: "mend the statement, or remove the rule"})
			return
		}
	}
	at := p.elementPlace(r.lib, &r.meta.Element)
	at.Range = regoPlace(r.rule.Head.Location).Range
	p.neverDemanded(at, regoDemands(r.rule.Body))
}

// neverDemanded looks at what the parts of a conjunction demand together, and
// reports whether it found something.
func (p *Pass) neverDemanded(at Place, d *demands) bool {
	if path := d.contradiction(); path != "" {
		p.Report(Finding{
			Place: at, Message: fmt.Sprintf("the condition demands of %s what cannot hold at once", path),
			Help: "look for parts that exclude each other: where one of several is meant, write in, or two branches",
		})
		return true
	}
	found := false
	for _, path := range d.paths {
		v := d.values[path]
		if !v.limited || len(v.oneOf) == 0 {
			continue
		}
		if f, ok := p.noneKnown(path, v.oneOf); ok {
			f.Place = at
			p.Report(f)
			found = true
		}
	}
	return found
}

// noneKnown is a finding where nothing has any of the names that are demanded.
func (p *Pass) noneKnown(path string, names []string) (Finding, bool) {
	var f Finding
	for _, name := range names {
		message, help, missing := p.read.known().missing(path, name)
		if !missing {
			return Finding{}, false
		}
		f = Finding{Message: "the rule cannot fire: " + message, Help: help}
	}
	return f, true
}

// regoTruth is the truth of a statement whatever the input is.
func regoTruth(e *rego.Expr) truth {
	t := open
	if term, ok := e.Terms.(*rego.Term); ok {
		if b, ok := term.Value.(rego.Boolean); ok {
			t = truthOf(bool(b))
		}
	} else if e.IsCall() && len(e.Operands()) == 2 && rego.IsConstant(e.Operand(0).Value) && rego.IsConstant(e.Operand(1).Value) {
		t = regoCompared(e)
	}
	if e.Negated {
		return t.not()
	}
	return t
}

// regoCompared is the truth of a comparison of two constants.
func regoCompared(e *rego.Expr) truth {
	c := rego.Compare(e.Operand(0).Value, e.Operand(1).Value)
	switch e.Operator().String() {
	case "equal", "eq":
		return truthOf(c == 0)
	case "neq":
		return truthOf(c != 0)
	case "lt":
		return truthOf(c < 0)
	case "lte":
		return truthOf(c <= 0)
	case "gt":
		return truthOf(c > 0)
	case "gte":
		return truthOf(c >= 0)
	}
	return open
}
