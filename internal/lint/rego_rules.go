package lint

import (
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
)

// regoRule is a rule in Rego as it was parsed.
type regoRule struct {
	lib    *index.Library
	meta   *index.Rule
	module *regoModule
	rule   *ast.Rule
}

// eachRegoRule calls f for every rule in Rego that decides or is shown.
func (p *Pass) eachRegoRule(f func(r *regoRule)) {
	modules := map[string]*regoModule{}
	for _, m := range p.read.rego() {
		modules[m.path] = m
	}
	p.eachRule(func(lib *index.Library, meta *index.Rule) {
		m := modules[p.Catalog.Display(lib, meta.File)]
		if meta.Language != index.Rego || m == nil {
			return
		}
		for _, rule := range m.module.Rules {
			if rule.Head.Location.Row == meta.Line {
				f(&regoRule{lib, meta, m, rule})
			}
		}
	})
}

// regoPlace is where a part of a file of Rego stands.
func regoPlace(at *ast.Location) Place {
	if at == nil {
		return Place{}
	}
	text := string(at.Text)
	start := diag.Position{Line: at.Row, Column: at.Col}
	end := diag.PositionAt(text, len(text))
	if end.Line == 1 {
		end.Column += start.Column - 1
	}
	end.Line += start.Line - 1
	return Place{File: at.File, Range: diag.Range{Start: start, End: end}}
}

// regoConditions are the statements of a rule's own body as texts, in their
// order.
func regoConditions(r *ast.Rule) []string {
	var list []string
	for _, e := range r.Body {
		list = append(list, e.String())
	}
	return list
}

// regoDemandPath is the path that a statement alone demands something of; empty
// where it is no such demand.
func regoDemandPath(e *ast.Expr) string {
	d := regoDemands(ast.NewBody(e))
	if len(d.paths) != 1 {
		return ""
	}
	return d.paths[0]
}
