package celenv

import (
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"

	"github.com/contractc/contractc/internal/celpolicy"
)

// Options configure an environment. Zero values mean the defaults.
type Options struct {
	Functions Functions
	// CostLimit stops an evaluation.
	CostLimit uint64
	// CostEstimate refuses a rule whose cost on an input of all the declared
	// sizes at once is estimated above it.
	CostEstimate uint64
	Sizes        Sizes
	// Observer is told what conditions are while they are evaluated; nil for none.
	Observer *celpolicy.Observer
}

// The default limits. A unit is about a tenth of a microsecond's work. The
// estimate takes every size at its largest and every branch, and so is far
// above what an evaluation spends.
const (
	DefaultCostLimit    = 2_000_000
	DefaultCostEstimate = 10 * DefaultCostLimit
)

// Env is the environment of rules and facts for one rule set. It may be used
// by several goroutines at once.
type Env struct {
	functions Functions
	classes   *classes
	program   []cel.ProgramOption
	limit     uint64
	observer  *celpolicy.Observer
	sizes     Sizes
	estimate  uint64
	base      *cel.Env
	// planning is for expressions that were checked before: their plans need no
	// variable declared, and all share one environment.
	planning *celpolicy.Environment

	mutex  sync.Mutex
	scopes map[scopeKey]*celpolicy.Environment
}

// New makes an environment. The error is one of the environment's own making,
// such as a function of ours that cannot be declared.
func New(opt Options) (*Env, error) {
	if opt.CostLimit == 0 {
		opt.CostLimit = DefaultCostLimit
	}
	if opt.CostEstimate == 0 {
		opt.CostEstimate = DefaultCostEstimate
	}
	if opt.Sizes.Named == nil {
		opt.Sizes = DefaultSizes()
	}
	e := &Env{
		functions: opt.Functions, classes: newClasses(), sizes: opt.Sizes, limit: opt.CostLimit, observer: opt.Observer, estimate: opt.CostEstimate,
		scopes: map[scopeKey]*celpolicy.Environment{},
		program: []cel.ProgramOption{
			sortLiterals(), cel.EvalOptions(cel.OptOptimize), cel.InterruptCheckFrequency(100),
		},
	}
	registry, err := types.NewRegistry(types.OptionalType, ext.IPType, ext.CIDRType)
	if err != nil {
		return nil, err
	}
	e.base, err = cel.NewCustomEnv(append(languageOptions(&provider{registry, e.classes}), opt.Functions.options(e.classes)...)...)
	if err != nil {
		return nil, err
	}
	e.planning = e.environmentOf(e.base)
	return e, nil
}

// Observed reports whether an observer is told what conditions are.
func (e *Env) Observed() bool { return e.observer != nil }

// environmentOf is the environment of policies that an environment of cel-go
// declares things for.
func (e *Env) environmentOf(declared *cel.Env) *celpolicy.Environment {
	return &celpolicy.Environment{CEL: declared, Program: e.program, CostLimit: e.limit, Sizes: e.sizes, Fields: e.classes.fieldNames, MaxCost: e.estimate, Observer: e.observer}
}

// Limits of one expression.
const (
	maxExpression = 20_000 // code points
	maxNodes      = 5000
	maxNesting    = 100
	maxLoops      = 3 // comprehensions inside each other
	maxRegexp     = 2000
)

// languageOptions is CEL without clocks and zones.
func languageOptions(p *provider) []cel.EnvOption {
	return []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(&env.LibrarySubset{ExcludeFunctions: zoneFunctions()})),
		cel.OptionalTypes(), ext.Strings(), ext.Lists(), ext.Bindings(), ext.Math(), ext.Sets(), ext.Encoders(), ext.TwoVarComprehensions(), ext.Network(),
		// Libraries register types with a provider of cel-go's own, so ours comes after them.
		cel.CustomTypeProvider(p), cel.CustomTypeAdapter(adapter{}),
		cel.ParserExpressionSizeLimit(maxExpression), cel.ParserRecursionLimit(maxNesting), cel.ExpressionNodeLimit(maxNodes),
		cel.RegexProgramSizeLimit(maxRegexp),
	}
}

// checkOptions are the checks of rules that are not known to compile.
func checkOptions() []cel.EnvOption {
	return []cel.EnvOption{
		cel.HomogeneousAggregateLiterals(),
		cel.ASTValidators(
			patternValidator{}, objectValidator{},
			cel.ValidateComprehensionNestingLimit(maxLoops), cel.ValidateRegexProgramSizeLimit(maxRegexp),
		),
	}
}

// zoneFunctions are the functions that read the machine's table of zones, each
// with the overload that does; without a zone they answer in UTC.
func zoneFunctions() []*env.Function {
	var all []*env.Function
	for _, f := range [][2]string{
		{overloads.TimeGetDate, overloads.TimestampToDayOfMonthOneBasedWithTz},
		{overloads.TimeGetDayOfMonth, overloads.TimestampToDayOfMonthZeroBasedWithTz},
		{overloads.TimeGetDayOfWeek, overloads.TimestampToDayOfWeekWithTz},
		{overloads.TimeGetDayOfYear, overloads.TimestampToDayOfYearWithTz},
		{overloads.TimeGetFullYear, overloads.TimestampToYearWithTz},
		{overloads.TimeGetHours, overloads.TimestampToHoursWithTz},
		{overloads.TimeGetMilliseconds, overloads.TimestampToMillisecondsWithTz},
		{overloads.TimeGetMinutes, overloads.TimestampToMinutesWithTz},
		{overloads.TimeGetMonth, overloads.TimestampToMonthWithTz},
		{overloads.TimeGetSeconds, overloads.TimestampToSecondsWithTz},
	} {
		all = append(all, env.NewFunction(f[0], &env.Overload{ID: f[1]}))
	}
	return all
}

// scope is the environment of rules of one stage for actions of some types,
// with the input under a name. Without check it is for rules that are known to
// compile.
func (e *Env) scope(shape bool, actions []string, input string, check bool) (*celpolicy.Environment, error) {
	actions = canonicalActions(actions)
	if shape {
		actions = []string{"shape"}
	}
	return e.with(scopeKey{input, strings.Join(actions, ","), check}, func() *cel.Type { return e.inputType(shape, actions) })
}

// inputType is the type of input in a scope, which it makes at first.
func (e *Env) inputType(shape bool, actions []string) *cel.Type {
	if shape {
		return e.classes.shape.celTyp
	}
	return e.classes.inputClass(actions).celTyp
}

// plans is the environment of checked expressions of a scope.
func (e *Env) plans(shape bool, actions []string) *celpolicy.Environment {
	e.inputType(shape, canonicalActions(actions))
	return e.planning
}

// scopeKey tells environments apart: the variable, what it holds, and whether
// expressions are checked.
type scopeKey struct {
	variable, content string
	check             bool
}

func (e *Env) with(key scopeKey, typ func() *cel.Type) (*celpolicy.Environment, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if known, ok := e.scopes[key]; ok {
		return known, nil
	}
	options := []cel.EnvOption{cel.Variable(key.variable, typ())}
	if key.check {
		options = append(options, checkOptions()...)
	}
	extended, err := e.base.Extend(options...)
	if err != nil {
		return nil, err
	}
	made := e.environmentOf(extended)
	e.scopes[key] = made
	return made, nil
}

// canonicalActions puts types of action in the order of the schema; none means
// all.
func canonicalActions(names []string) []string {
	if len(names) == 0 {
		return ActionTypes()
	}
	var out []string
	for _, name := range ActionTypes() {
		if slices.Contains(names, name) {
			out = append(out, name)
		}
	}
	return out
}
