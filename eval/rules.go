package eval

import (
	"slices"
	"sync"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// stageType is what the rules for an action are chosen by.
type stageType struct {
	stage schema.RuleStage
	kind  string
}

// ruleSet holds the CEL rules and facts in force. Each is made ready when the
// first action needs it.
type ruleSet struct {
	env     *celenv.Env
	all     []*index.Rule // in CEL, in force
	fact    []*index.Fact
	catalog *catalog.Catalog

	types map[string]bool // of action; all others are one
	mu    sync.Mutex
	rules map[stageType]*actionRules
	facts map[string][]*celenv.Fact
	made  map[*index.Rule]*celenv.Rule
}

// inForce reports whether something that belongs to sets is in force.
func inForce(own, sets []string) bool {
	return len(own) == 0 || slices.ContainsFunc(own, func(s string) bool { return slices.Contains(sets, s) })
}

func forType(actions []string, kind string) bool {
	return len(actions) == 0 || slices.Contains(actions, kind)
}

func stageOf(m *schema.RuleMetadata) schema.RuleStage {
	if m.Stage == nil {
		return schema.RuleStageJudge
	}
	return *m.Stage
}

// kept is the type of action that rules are kept under: a reply may hold any
// number of types that no rule knows.
func (r *ruleSet) kept(kind string) string {
	if r.types[kind] {
		return kind
	}
	return ""
}

// forAction returns the CEL rules for a type of action in a stage.
func (r *ruleSet) forAction(at stageType) (*actionRules, error) {
	at.kind = r.kept(at.kind)
	r.mu.Lock()
	defer r.mu.Unlock()
	if ready, ok := r.rules[at]; ok {
		return ready, nil
	}
	var all []*celenv.Rule
	for _, source := range r.all {
		if stageOf(&source.Metadata) != at.stage || !forType(source.Metadata.Actions, at.kind) {
			continue
		}
		rule, err := r.prepare(source)
		if err != nil {
			return nil, err
		}
		all = append(all, rule)
	}
	ready := newActionRules(at, all)
	r.rules[at] = ready
	return ready, nil
}

func (r *ruleSet) prepare(source *index.Rule) (*celenv.Rule, error) {
	if rule, ok := r.made[source]; ok {
		return rule, nil
	}
	n, problems := r.catalog.RuleDocument(source)
	if problems.HasErrors() {
		return nil, problems
	}
	rule, problems := r.env.RestoreRule(source.File, n, source.Metadata, celpolicy.Stored(source.Checked))
	if problems.HasErrors() {
		return nil, problems
	}
	r.made[source] = rule
	return rule, nil
}

// factsFor returns the facts for a type of action.
func (r *ruleSet) factsFor(kind string) ([]*celenv.Fact, error) {
	kind = r.kept(kind)
	r.mu.Lock()
	defer r.mu.Unlock()
	if ready, ok := r.facts[kind]; ok {
		return ready, nil
	}
	ready := []*celenv.Fact{}
	for _, source := range r.fact {
		if !forType(source.Actions, kind) {
			continue
		}
		n, stored := r.factSource(source)
		fact, err := r.env.RestoreFact(source.File, source.ID, source.Actions, n, stored)
		if err != nil {
			return nil, err
		}
		ready = append(ready, fact)
	}
	r.facts[kind] = ready
	return ready, nil
}

// RulesInForce returns the rules in force, in both languages, in the order of
// the catalog.
func (e *Engine) RulesInForce() []*catalog.Rule {
	var list []*catalog.Rule
	for _, r := range e.catalog.Rules {
		if inForce(r.Metadata.Sets, e.sets) {
			list = append(list, r)
		}
	}
	return list
}

// fired is a rule that fired, in either language.
type fired struct {
	rule, version string
	severity      schema.Severity
	message, path string
}

// runRules evaluates the CEL rules and the Rego rules of a stage on one action,
// which for a typed call names its tool.
// What rules in Rego read of it is asked for where there are any.
func (j *judge) runRules(stage schema.RuleStage, kind, tool string, in *celenv.Input, own func() object) ([]fired, []schema.CoverageEntry, error) {
	rules, err := j.engine.rules.forAction(stageType{stage, kind})
	if err != nil {
		return nil, nil, err
	}
	var list []fired
	for _, rule := range rules.ofTool(tool) {
		found, err := rule.Eval(in)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range found {
			list = append(list, fired{f.Rule, f.Version, f.Severity, f.Message, f.Path})
		}
	}
	if !j.context.shared.Needs(stage, kind) {
		return list, nil, nil
	}
	fields := own()
	if fields["actions"], err = j.allActions(); err != nil {
		return nil, nil, err
	}
	result, err := j.context.shared.Eval(j.ctx, regorules.Query{Stage: stage, Type: kind, Fields: fields})
	if err != nil {
		return nil, nil, err
	}
	for _, f := range result.Fired {
		list = append(list, fired{f.Rule, f.Version, f.Severity, f.Message, f.Path})
	}
	return list, result.Coverage, nil
}

// allActions are the actions of the turn as rules in Rego read them, converted
// once.
func (j *judge) allActions() (any, error) {
	if j.converted == nil {
		v, err := regorules.Convert(plainAnys(j.actions))
		if err != nil {
			return nil, err
		}
		j.converted = v
	}
	return j.converted, nil
}

// PlanRules compiles the CEL rules in force, which otherwise happens when the
// first action needs them, so that an observer knows of all of them.
func (e *Engine) PlanRules() error {
	e.rules.mu.Lock()
	defer e.rules.mu.Unlock()
	for _, source := range e.rules.all {
		rule, err := e.rules.prepare(source)
		if err != nil {
			return err
		}
		rule.Policy.Plan()
	}
	return nil
}

// factSource is the expression of a fact with its checked form. Where an observer
// asks for places it is read from the library's file again.
func (r *ruleSet) factSource(source *index.Fact) (*doc.Node, celpolicy.Stored) {
	if r.env.Observed() {
		text, err := r.catalog.Text(r.catalog.Library(source.Library), source.File)
		if err == nil {
			n, _ := doc.ReadYAML(source.File, text, doc.DefaultLimits())
			if e := n.Get("facts").Get(source.ID).Get("expression"); e != nil {
				return e, nil
			}
		}
	}
	return doc.FromPlain(source.Expression), celpolicy.Stored(source.Checked)
}
