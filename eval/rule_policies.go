package eval

import (
	"fmt"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
)

// RulePolicy is a rule in CEL with the environment that it was compiled in.
type RulePolicy struct {
	File    string         // as diagnostics name it
	Library *index.Library // nil for a file of its own
	Rule    *celenv.Rule
	Env     *celenv.Env
}

// RulePolicies compiles the rules in CEL of libraries that are wanted; the
// functions read the tables of the catalog. The catalog was loaded from files. The
// error says what cannot be read.
func RulePolicies(from *catalog.Catalog, libraries []*index.Library, wanted func(*index.Rule, *doc.Node) bool) ([]RulePolicy, error) {
	engine := sync.OnceValues(func() (*Engine, error) { return withCEL(from) })
	var list []RulePolicy
	for _, lib := range libraries {
		for _, r := range lib.Rules {
			if r.Language != index.CEL {
				continue
			}
			p, err := rulePolicy(engine, from, lib, r, wanted)
			if err != nil {
				return nil, err
			}
			if p != nil {
				list = append(list, *p)
			}
		}
	}
	return list, nil
}

func rulePolicy(engine func() (*Engine, error), from *catalog.Catalog, lib *index.Library, r *index.Rule, wanted func(*index.Rule, *doc.Node) bool) (*RulePolicy, error) {
	text, err := from.Text(lib, r.File)
	if err != nil {
		return nil, err
	}
	n, problems := doc.ReadYAML(r.File, text, doc.DefaultLimits())
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if !wanted(r, n) {
		return nil, nil
	}
	e, err := engine()
	if err != nil {
		return nil, err
	}
	compiled, problems := e.rules.env.CompileRuleAs(from.Display(lib, r.File), n, r.Metadata)
	if compiled == nil {
		return nil, fmt.Errorf("%s: %w", r.ID, problems.Err())
	}
	return &RulePolicy{File: from.Display(lib, r.File), Library: lib, Rule: compiled, Env: e.rules.env}, nil
}

// withCEL is an engine that only evaluates rules in CEL: it needs none of the
// tables by which replies are read.
func withCEL(from *catalog.Catalog) (*Engine, error) {
	e := &Engine{catalog: from, rules: &ruleSet{catalog: from}}
	var err error
	if e.sets, err = chooseSets(from, nil); err != nil {
		return nil, err
	}
	if err := e.prepareTables(Options{}); err != nil {
		return nil, err
	}
	return e, e.makeCEL(Options{})
}

// RuleEnvironment is what rules and facts in CEL of a catalog are compiled in and
// evaluated; the functions read its tables.
func RuleEnvironment(from *catalog.Catalog) (*celenv.Env, error) {
	engine, err := withCEL(from)
	if err != nil {
		return nil, err
	}
	return engine.rules.env, nil
}

// PolicyOf compiles a rule that stands in a file of its own.
func PolicyOf(from *catalog.Catalog, file string, n *doc.Node) (*RulePolicy, diag.List) {
	engine, err := withCEL(from)
	if err != nil {
		return nil, diag.List{diag.Errorf(file, diag.Range{}, "rule.engine", "%v", err)}
	}
	compiled, problems := engine.rules.env.CompileRule(file, n)
	if compiled == nil {
		return nil, problems
	}
	return &RulePolicy{File: file, Rule: compiled, Env: engine.rules.env}, problems
}
