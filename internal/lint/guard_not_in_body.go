package lint

import (
	"fmt"
	"strings"

	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/schema"
)

// guardNotInBody finds rules in Rego whose demand on the tool or on the type of
// action stands where OPA's rule index does not see it: in a rule that they call,
// or on a variable that some binds. Such a rule is evaluated for every action.
func guardNotInBody() Rule {
	return Rule{
		ID: "guard-not-in-body", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule in Rego demands its tool or type of action where the rule index does not see it.",
		Check: func(p *Pass) {
			p.eachRegoRule(func(r *regoRule) {
				own := regoDemands(r.rule.Body)
				for _, path := range []string{"input.action.tool", "input.action.type"} {
					if own.values[path] == nil || !own.values[path].limited {
						p.hiddenGuard(r, path)
					}
				}
			})
		},
	}
}

// hiddenGuard looks for a demand on a path outside the rule's own body.
func (p *Pass) hiddenGuard(r *regoRule, path string) {
	for _, e := range r.rule.Body {
		if e.Negated {
			continue
		}
		texts, where := p.called(r, e, path)
		if texts == nil {
			texts, where = bound(r.rule.Body, e, path)
		}
		if texts == nil {
			continue
		}
		guard := demandText(path, texts)
		p.Report(Finding{
			Place: regoPlace(e.Location), Message: fmt.Sprintf("the demand on %s stands %s, so that the rule is evaluated for every action", path, where),
			Help: "put this statement into the rule's own body: " + guard,
			Fix:  before(r.module, e, guard),
		})
		return
	}
}

// called finds the demand in a rule without arguments, or a function, of the same
// module, that a statement calls.
func (p *Pass) called(r *regoRule, e *rego.Expr, path string) ([]string, string) {
	name := calledName(e)
	if name == "" {
		return nil, ""
	}
	var texts []string
	for _, rule := range r.module.module.Rules {
		if rule.Head.Name.String() != name {
			continue
		}
		v := regoDemands(rule.Body).values[path]
		if v == nil || !v.limited || rule.Default {
			return nil, ""
		}
		texts = append(texts, v.oneOf...)
	}
	return texts, "in " + name
}

// calledName is the name of the rule or function of the module that a statement
// is.
func calledName(e *rego.Expr) string {
	if e.IsCall() {
		return e.Operator().String()
	}
	if t, ok := e.Terms.(*rego.Term); ok {
		switch v := t.Value.(type) {
		case rego.Var:
			return string(v)
		case rego.Call:
			return v[0].String()
		}
	}
	return ""
}

// bound finds path == x where some x in {…} binds x.
func bound(body rego.Body, e *rego.Expr, path string) ([]string, string) {
	if !e.IsEquality() && !(e.IsCall() && e.Operator().String() == "equal") {
		return nil, ""
	}
	left, right := e.Operand(0), e.Operand(1)
	if got, ok := regoPath(left); !ok || got != path {
		left, right = right, left
	}
	got, ok := regoPath(left)
	name, isVar := right.Value.(rego.Var)
	if !ok || got != path || !isVar {
		return nil, ""
	}
	for _, other := range body {
		some, ok := other.Terms.(*rego.SomeDecl)
		if !ok || len(some.Symbols) != 1 {
			continue
		}
		in, ok := some.Symbols[0].Value.(rego.Call)
		if !ok || len(in) != 3 || in[1].Value.Compare(name) != 0 {
			continue
		}
		if texts, _, constant := regoTexts(in[2]); constant {
			return texts, "on a variable of some"
		}
	}
	return nil, ""
}

func demandText(path string, texts []string) string {
	var list []string
	for _, t := range texts {
		list = append(list, rego.String(t).String())
	}
	if len(list) == 1 {
		return path + " == " + list[0]
	}
	return path + " in {" + strings.Join(list, ", ") + "}"
}

// before is a fix that puts a statement on a line of its own before another one.
func before(m *regoModule, e *rego.Expr, statement string) *Fix {
	lines := strings.Split(m.text, "\n")
	if e.Location.Row > len(lines) {
		return nil
	}
	line := lines[e.Location.Row-1]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if len(indent) != e.Location.Col-1 {
		return nil // it does not stand first on its line
	}
	at := regoPlace(e.Location)
	at.Range.End = at.Range.Start
	return replace("demand it in the rule's own body: "+statement, true, at, statement+"\n"+indent)
}
