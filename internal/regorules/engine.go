package regorules

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Options of an engine. The zero value has no rule set in force and the default
// limits.
type Options struct {
	// Sets are the rule sets in force, such as claim@2.
	Sets []string
	// Only are the ids of the violation rules that are asked; all where it is nil.
	Only []string
	// Deadline is how long one evaluation may take; a second where it is zero.
	Deadline time.Duration
	// Grace is how long an evaluation may go on after it was told to stop; a
	// quarter of a second where it is zero. One that goes on longer is given
	// up.
	Grace time.Duration
	// MaxStuck is how many evaluations may have been given up and still run
	// before all further ones fail; 4 where it is zero.
	MaxStuck int
	// Coverage is told what is evaluated; nil for nothing.
	Coverage *Coverage
}

// Engine compiles and evaluates the rules of the bundles that are loaded
// together. Nothing is compiled before it is needed. It may be used by several
// goroutines.
type Engine struct {
	sets     []string
	only     []string // ids of the rules that are asked; nil for all
	sources  map[string]Source
	modules  []Description // by path
	rules    map[string]ruleAtPath
	named    map[string]bool // types of action that a rule names
	watchdog *watchdog
	coverage *Coverage
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
		only:     slices.Clone(opt.Only),
		sources:  map[string]Source{},
		modules:  slices.SortedFunc(slices.Values(modules), func(a, b Description) int { return strings.Compare(a.Path, b.Path) }),
		rules:    map[string]ruleAtPath{},
		named:    map[string]bool{},
		language: sync.OnceValues(readLanguage),
		coverage: opt.Coverage,
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
		e.name(m.Rules[i].Metadata.Actions)
	}
	for i := range m.Coverage {
		e.name(m.Coverage[i].Actions)
	}
	return list
}

func (e *Engine) name(actions []string) {
	for _, a := range actions {
		e.named[a] = true
	}
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
