package regorules

import (
	"slices"
	"strings"
	"sync"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// program is what judges actions of some types in one stage.
type program struct {
	stage schema.RuleStage
	types []string
	empty bool // no rule is for these actions

	done     chan struct{} // closed when the rest is known
	err      error
	compiler *ast.Compiler
	query    ast.Body
	found    ast.Var // bound to the set of violations, "" when there is none
	coverage ast.Var // bound to the set of coverage entries, "" when there is none
}

// compile makes the program for its types of action: the modules that have
// rules for them, those that these read, and the dispatcher. Rules of the
// modules that are not needed are dropped before OPA compiles the rest.
func (p *program) compile(e *Engine) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = compileErrorf("", "rego.internal", "the compiler panicked: %v", v)
		}
	}()
	lang, err := e.language()
	if err != nil {
		return compileErrorf("builtins.txt", "rego.internal", "%v", err)
	}
	needed := e.needed(p.stage, p.types)
	modules, list := e.load(needed, lang)
	if list.HasErrors() {
		return &CompileError{Diagnostics: list}
	}
	return p.link(needed, modules, lang)
}

func compileErrorf(file, code, format string, args ...any) *CompileError {
	d := diag.Errorf(file, diag.Range{}, code, format, args...)
	d.Summary = diag.Neutralise(d.Summary)
	return &CompileError{Diagnostics: diag.List{d}}
}

// needed describes the modules that a program needs, reduced to the rules that
// it needs of them.
func (e *Engine) needed(stage schema.RuleStage, types []string) []Description {
	reduced := make([]Description, len(e.modules))
	wanted := make([]bool, len(e.modules))
	for i, m := range e.modules {
		reduced[i] = e.reduce(m, stage, types)
		wanted[i] = len(reduced[i].Rules)+len(reduced[i].Coverage) > 0
	}
	for changed := true; changed; {
		changed = false
		for i, m := range e.modules {
			if wanted[i] {
				changed = e.addUsed(m.Uses, wanted) || changed
			}
		}
	}
	var found []Description
	for i := range reduced {
		if wanted[i] {
			found = append(found, reduced[i])
		}
	}
	return found
}

// addUsed marks the modules that dotted paths below data lead into.
func (e *Engine) addUsed(paths []string, wanted []bool) bool {
	changed := false
	for i, m := range e.modules {
		if wanted[i] {
			continue
		}
		for _, path := range paths {
			if below(path, m.Package) || below(m.Package, path) {
				wanted[i], changed = true, true
			}
		}
	}
	return changed
}

// below reports whether the dotted path is the package or stands below it.
func below(path, pkg string) bool {
	return path == pkg || strings.HasPrefix(path, pkg+".")
}

// reduce leaves the rules that are in force in the stage for one of the types.
func (e *Engine) reduce(m Description, stage schema.RuleStage, types []string) Description {
	keep := Description{Path: m.Path, Package: m.Package, Uses: m.Uses}
	for _, r := range m.Rules {
		if r.inForce(e.sets) && e.asks(r.Metadata.Id) && r.stage() == stage && concerns(r.Metadata.Actions, types) {
			keep.Rules = append(keep.Rules, r)
		}
	}
	for _, r := range m.Coverage {
		if e.only == nil && stage == schema.RuleStageJudge && concerns(r.Actions, types) {
			keep.Coverage = append(keep.Coverage, r)
		}
	}
	return keep
}

// asks reports whether a rule is among those that are asked.
func (e *Engine) asks(id string) bool { return e.only == nil || slices.Contains(e.only, id) }

// concerns reports whether a rule for some types (all where none is named) is
// for one of the wanted.
func concerns(actions, wanted []string) bool {
	return len(actions) == 0 ||
		slices.ContainsFunc(actions, func(a string) bool { return slices.Contains(wanted, a) })
}

// load parses modules, all at once, and drops the rules that their descriptions
// do not hold.
func (e *Engine) load(needed []Description, lang language) (map[string]*ast.Module, diag.List) {
	parsed, problems := make([]*module, len(needed)), make([]diag.List, len(needed))
	var all sync.WaitGroup
	for i := range needed {
		all.Go(func() { parsed[i], problems[i] = e.loadOne(&needed[i], lang) })
	}
	all.Wait()
	modules := make(map[string]*ast.Module, len(needed)+1)
	for _, m := range parsed {
		if m != nil {
			modules[m.Path] = m.ast
		}
	}
	return modules, slices.Concat(problems...)
}

func (e *Engine) loadOne(d *Description, lang language) (m *module, list diag.List) {
	defer func() {
		if v := recover(); v != nil {
			m, list = nil, compileErrorf(d.Path, "rego.internal", "the parser panicked: %v", v).Diagnostics
		}
	}()
	m, list = parse(e.sources[d.Path], lang.caps, lang.no)
	if m == nil {
		return nil, list
	}
	if !e.asDescribed(m) {
		list.Errorf(d.Path, diag.Range{}, "rego.index", "the rules of the module are not those of its index")
	}
	m.keep(d)
	return m, list
}

// asDescribed reports whether a parsed module has the rules of its description.
func (e *Engine) asDescribed(m *module) bool {
	i, ok := slices.BinarySearchFunc(e.modules, m.Path, func(d Description, path string) int { return strings.Compare(d.Path, path) })
	if !ok || m.Package != e.modules[i].Package {
		return false
	}
	return slices.EqualFunc(m.Rules, e.modules[i].Rules, func(a, b Rule) bool { return a.Metadata.Id == b.Metadata.Id }) &&
		slices.EqualFunc(m.Coverage, e.modules[i].Coverage, func(a, b CoverageRule) bool { return a.ID == b.ID })
}

// keep drops the violation and coverage rules that are not in the description.
func (m *module) keep(d *Description) {
	rules := make([]*ast.Rule, 0, len(m.ast.Rules))
	for _, r := range m.ast.Rules {
		if v := m.rules[r]; v != nil && !slices.ContainsFunc(d.Rules, func(x Rule) bool { return x.Metadata.Id == v.Metadata.Id }) {
			continue
		}
		if c := m.cover[r]; c != nil && !slices.ContainsFunc(d.Coverage, func(x CoverageRule) bool { return x.ID == c.ID }) {
			continue
		}
		rules = append(rules, r)
	}
	m.ast.Rules = rules
}

// link compiles the modules with the dispatcher and the query that reads it.
func (p *program) link(needed []Description, modules map[string]*ast.Module, lang language) error {
	packages := packagesOf(needed, func(*Rule) bool { return true })
	dispatch, err := ast.ParseModuleWithOpts(dispatchPath, dispatcher(packages), ast.ParserOptions{
		Capabilities: lang.caps, RegoVersion: ast.RegoV1,
	})
	if err != nil {
		return &CompileError{Diagnostics: fromOPA(err, lang.no)}
	}
	modules[dispatchPath] = dispatch
	p.compiler = newCompiler(lang.caps)
	p.compiler.Compile(modules)
	if p.compiler.Failed() {
		return &CompileError{Diagnostics: fromOPA(p.compiler.Errors, lang.no)}
	}
	return p.makeQuery(packages, lang)
}

// makeQuery compiles the statements that bind what the dispatcher collects.
func (p *program) makeQuery(packages []packageRules, lang language) error {
	var statements []string
	if slices.ContainsFunc(packages, func(x packageRules) bool { return len(x.judge)+len(x.shape) > 0 }) {
		p.found = "violations"
		statements = append(statements, "violations = data."+DispatchPackage+"."+string(p.stage))
	}
	if slices.ContainsFunc(packages, func(x packageRules) bool { return len(x.coverage) > 0 }) {
		p.coverage = "entries"
		statements = append(statements, "entries = data."+DispatchPackage+".coverage")
	}
	query, err := ast.ParseBodyWithOpts(strings.Join(statements, "; "), ast.ParserOptions{Capabilities: lang.caps, RegoVersion: ast.RegoV1})
	if err == nil {
		query, err = p.compiler.QueryCompiler().Compile(query)
	}
	if err != nil {
		return &CompileError{Diagnostics: fromOPA(err, lang.no)}
	}
	p.query = query
	return nil
}
