package regorules

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Options of an engine. The zero value has no rule set in force and the default
// limits.
type Options struct {
	// Sets are the rule sets in force, such as claim@2.
	Sets []string
	// Deadline is how long one evaluation may take; a second where it is zero.
	Deadline time.Duration
	// Grace is how long an evaluation may go on after it was told to stop; a
	// quarter of a second where it is zero. One that goes on longer is given
	// up.
	Grace time.Duration
	// MaxStuck is how many evaluations may have been given up and still run
	// before all further ones fail; 4 where it is zero.
	MaxStuck int
}

// Engine compiles and evaluates the rules of the bundles that are loaded
// together. Nothing is compiled before it is needed. It may be used by several
// goroutines.
type Engine struct {
	sets     []string
	sources  map[string]Source
	modules  []Description // by path
	rules    map[string]ruleAtPath
	watchdog *watchdog
	language func() (language, error)

	mu       sync.Mutex
	programs []*program
}

// ruleAtPath is a rule with the place of its module in the order of paths.
type ruleAtPath struct {
	*Rule
	pkg   string
	order int
}

// language is what the compiler may use.
type language struct {
	caps *ast.Capabilities
	no   map[string]string
}

func readLanguage() (language, error) {
	judged, err := Builtins()
	if err != nil {
		return language{}, err
	}
	return language{caps: capabilities(judged), no: denied(judged)}, nil
}

// New makes an engine for modules that [Check] found to be in order, or that
// were checked when the bundle was built. The descriptions are those that Check
// returned; an error of type [CompileError] says that they and the sources do
// not belong together.
func New(sources []Source, modules []Description, opt Options) (*Engine, error) {
	e := &Engine{
		sets:     slices.Clone(opt.Sets),
		sources:  map[string]Source{},
		modules:  slices.SortedFunc(slices.Values(modules), func(a, b Description) int { return strings.Compare(a.Path, b.Path) }),
		rules:    map[string]ruleAtPath{},
		language: sync.OnceValues(readLanguage),
	}
	e.watchdog = &watchdog{
		deadline: positive(opt.Deadline, time.Second),
		grace:    positive(opt.Grace, time.Second/4),
		maxStuck: int32(positive(opt.MaxStuck, 4)),
	}
	runtime.AddCleanup(e, func(d *watchdog) { d.workers.close() }, e.watchdog)
	for _, s := range sources {
		e.sources[s.Path] = s
	}
	var list diag.List
	for i := range e.modules {
		list.Add(e.remember(i)...)
	}
	if list.HasErrors() {
		return nil, &CompileError{Diagnostics: list}
	}
	return e, nil
}

func positive[T time.Duration | int](given, otherwise T) T {
	if given > 0 {
		return given
	}
	return otherwise
}

// remember indexes the rules of a described module.
func (e *Engine) remember(order int) diag.List {
	var list diag.List
	m := &e.modules[order]
	if _, ok := e.sources[m.Path]; !ok {
		list.Errorf(m.Path, diag.Range{}, "rego.index", "the index names a module that is not there")
	}
	for i := range m.Rules {
		id := m.Rules[i].Metadata.Id
		if _, taken := e.rules[id]; taken {
			list.Errorf(m.Path, diag.At(m.Rules[i].Position), "rego.id", "the id %q is taken", id)
		}
		e.rules[id] = ruleAtPath{Rule: &m.Rules[i], pkg: m.Package, order: order}
	}
	return list
}

// Rules returns all rules that are in force, in the order of their modules'
// paths and their places.
func (e *Engine) Rules() []Rule {
	var found []Rule
	for _, m := range e.modules {
		for _, r := range m.Rules {
			if r.inForce(e.sets) {
				found = append(found, r)
			}
		}
	}
	return found
}

// Dispatcher returns the dispatcher's source for all modules of the engine and
// the rule sets in force: see the function of this name.
func (e *Engine) Dispatcher() string { return Dispatcher(e.modules, e.sets) }

// Prepare compiles what the types of action need in a stage. A turn that
// prepares the types of all its actions first compiles no module twice; types
// that share no module are compiled at the same time. Errors are of type
// [CompileError].
func (e *Engine) Prepare(stage schema.RuleStage, types []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var missing []string
	for _, t := range sorted(types) {
		if e.find(stage, t) == nil {
			missing = append(missing, t)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	made, err := e.compileAll(stage, e.groups(stage, missing))
	e.programs = append(e.programs, made...)
	return err
}

// groups divides types into those that need modules of the same packages.
func (e *Engine) groups(stage schema.RuleStage, types []string) [][]string {
	var groups [][]string
	var paths []map[string]bool
	for _, t := range types {
		group, needs := []string{t}, map[string]bool{}
		for _, d := range e.needed(stage, []string{t}) {
			needs[d.Path] = true
		}
		for i := len(groups) - 1; i >= 0; i-- {
			if !overlap(paths[i], needs) {
				continue
			}
			group = append(groups[i], group...)
			maps.Copy(needs, paths[i])
			groups, paths = slices.Delete(groups, i, i+1), slices.Delete(paths, i, i+1)
		}
		groups, paths = append(groups, sorted(group)), append(paths, needs)
	}
	return groups
}

func overlap(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

// compileAll makes a program for each group. What compiles is kept, also when
// something else does not; the errors are those of the first group that has
// some.
func (e *Engine) compileAll(stage schema.RuleStage, groups [][]string) ([]*program, error) {
	programs, errs := make([]*program, len(groups)), make([]error, len(groups))
	var all sync.WaitGroup
	for i, types := range groups {
		all.Go(func() { programs[i], errs[i] = e.compile(stage, types) })
	}
	all.Wait()
	var made []*program
	for i, p := range programs {
		if errs[i] == nil {
			made = append(made, p)
		}
	}
	return made, cmp.Or(errs...)
}

// find returns the program for a type of action, if there is one.
func (e *Engine) find(stage schema.RuleStage, actionType string) *program {
	for _, p := range e.programs {
		if p.stage == stage && slices.Contains(p.types, actionType) {
			return p
		}
	}
	return nil
}

// program returns the program for a type of action, compiling it if need be.
func (e *Engine) program(stage schema.RuleStage, actionType string) (*program, error) {
	e.mu.Lock()
	p := e.find(stage, actionType)
	e.mu.Unlock()
	if p != nil {
		return p, nil
	}
	if err := e.Prepare(stage, []string{actionType}); err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.find(stage, actionType), nil
}
