package celenv

import (
	"errors"
	"fmt"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Functions are the domain functions behind the environment, for one rule
// set. Values are plain (nil, bool, string, json.Number, []any and
// map[string]any). A function that is nil is not declared, so that a rule that
// calls it does not compile. An error of a function is an error of the
// evaluation; a panic stops it.
type Functions struct {
	// FormulaKeys returns the keys that a formula needs, each once, in order. Of
	// a formula that it cannot read it is a [*FormulaError].
	FormulaKeys func(formula string) ([]string, error)
	// FormulaEval computes a formula on values by key. What is wrong with the
	// formula or the values is a [*FormulaError].
	FormulaEval func(formula string, values map[string]any) (float64, error)
	// FormulaSame reports whether a stated value is the computed one.
	FormulaSame func(stated any, computed float64) (bool, error)
	// NewDocument makes a document ready for looking quotes up in it.
	NewDocument func(text string) (Document, error)
	// QuoteProblems says why a quote does not state a value, in words such as
	// sign or absent; nothing where the value passes.
	QuoteProblems func(quote string, value any) ([]string, error)
	// Same reports whether two values of beliefs are the same.
	Same func(a, b any) (bool, error)
	// Format writes a value for a message.
	Format func(v any) string
	// Repr writes a value as Python's repr does.
	Repr func(v any) string
	// Arguments prepares the schema of a tool's arguments.
	Arguments func(schema any) (Arguments, error)
	// PathWithin reports whether a path, made canonical, is the directory or
	// lies in it. Relative paths start from the working directory; with an empty
	// one, and for other paths that cannot be resolved, the answer is an error.
	PathWithin func(path, directory, workingDirectory string) (bool, error)
	// Confusable reports whether a text can be taken for another one.
	Confusable func(s string) bool
	// ShellParse reads shell text, or a list of words that are a program with its
	// arguments, run in a directory, which is nil where it is the working
	// directory. The answer is an object of lists.
	ShellParse func(command, directory any) (any, error)
	// URLParse takes a URL apart: an object, its members null where they are not
	// known.
	URLParse func(text any) (any, error)
}

// Document is a text in which quotes are looked up.
type Document interface {
	// Find reports whether the document has the quote, after normalisation.
	Find(quote string) bool
}

// Arguments checks arguments against the schema of a tool.
type Arguments interface {
	// Problems says what is wrong with the arguments, nothing when all is well.
	Problems(args any) []string
}

// function declares one of them.
type function struct {
	name   string
	args   []*cel.Type
	result *cel.Type
	// work is the cost beyond that of the call.
	work cost.QuantityExpr
	// size is the size of the result, nil for a scalar.
	size cost.QuantityExpr
	call func(args []ref.Val) (any, error)
}

func (f function) options() []cel.EnvOption {
	id := fmt.Sprintf("%s_%d", strings.ReplaceAll(f.name, ".", "_"), len(f.args))
	model := []cost.OverloadModelOption{cost.EvalCost(cost.Sum(cost.Const(cost.CallCost), f.work))}
	if f.size != nil {
		model = append(model, cost.ResultSize(f.size))
	}
	bound := cel.FunctionBinding(func(args ...ref.Val) ref.Val {
		v, err := f.call(args)
		if err != nil {
			return types.WrapErr(err)
		}
		return adapter{}.NativeToValue(v)
	})
	return []cel.EnvOption{
		cel.Function(f.name, cel.Overload(id, f.args, f.result, bound)),
		cel.CostModel(cost.Overload(id, model...)),
	}
}

// The costs of going through a text, in units a character.
const (
	lightWork = 0.1 // looking at it once, as CEL's own functions do
	heavyWork = 1.0 // parsing or normalising it
)

// The sizes that the answer of quote.problems is estimated with.
const (
	maxQuoteProblems = 8
	maxQuoteProblem  = 16
)

// documentWork is the cost of looking for a quote in a document.
const documentWork = 1000

func (fn Functions) options(classes *classes) []cel.EnvOption {
	var all []cel.EnvOption
	for _, f := range append(append(fn.text(), fn.readers()...), fn.domain(classes)...) {
		if f.call != nil {
			all = append(all, f.options()...)
		}
	}
	return all
}

// text are the functions on texts and values.
func (fn Functions) text() []function {
	str, dyn := cel.StringType, cel.DynType
	read := cost.StringScan(cost.Arg(0))
	both := cost.StringScan(cost.Sum(cost.Arg(0), cost.Arg(1)))
	// Repr writes up to ten characters for one of the source, and nested values more.
	written := cost.Sum(cost.Const(64), cost.Scale(cost.Arg(0), 10))
	return []function{
		{name: "text.repr", args: []*cel.Type{dyn}, result: str, work: read, size: written, call: unary(fn.Repr)},
		{name: "value.format", args: []*cel.Type{dyn}, result: str, work: read, size: written, call: unary(fn.Format)},
		{name: "value.same", args: []*cel.Type{dyn, dyn}, result: cel.BoolType, work: both, call: binary(fn.Same)},
		{name: "text.confusable", args: []*cel.Type{str}, result: cel.BoolType, work: read, call: ofText(fn.Confusable)},
		{name: "path.within", args: []*cel.Type{str, str}, result: cel.BoolType, work: both, call: fn.pathWithin()},
		{name: "path.within", args: []*cel.Type{str, str, str}, result: cel.BoolType, work: both, call: fn.pathWithin()},
	}
}

// domain are the functions on formulas, quotes and arguments.
func (fn Functions) domain(classes *classes) []function {
	str, dyn := cel.StringType, cel.DynType
	parsed := cost.Scale(cost.Arg(0), heavyWork)
	keys := cost.List(cost.Scale(cost.Arg(0), 0.34), cost.Arg(0)) // a key and its braces are at least three characters
	compared := cost.Scale(cost.Sum(cost.Arg(0), cost.Arg(1)), heavyWork)
	message := cost.Sum(cost.Const(256), cost.Scale(cost.Arg(0), 10))
	document, tool := classes.byName[typePrefix+"Document"], classes.byName[typePrefix+"Tool"]
	return []function{
		{name: "formula.keys", args: []*cel.Type{str}, result: cel.ListType(str), work: parsed, size: keys, call: fn.formulaKeys()},
		{name: "formula.eval", args: []*cel.Type{str, cel.ListType(dyn)}, result: cel.DoubleType, work: parsed, call: fn.formulaEval()},
		{name: "formula.error", args: []*cel.Type{str, cel.ListType(dyn)}, result: str, work: parsed, size: message, call: fn.formulaError()},
		{name: "formula.same", args: []*cel.Type{dyn, cel.DoubleType}, result: cel.BoolType, work: cost.Const(1), call: fn.formulaSame()},
		{
			name: "quote.found", args: []*cel.Type{document.celTyp, str}, result: cel.BoolType,
			work: cost.Sum(cost.Const(documentWork), cost.Scale(cost.Arg(1), heavyWork)), call: fn.quoteFound(),
		},
		{name: "quote.states", args: []*cel.Type{str, dyn}, result: cel.BoolType, work: compared, call: fn.quoteStates()},
		{
			name: "quote.problems", args: []*cel.Type{str, dyn}, result: cel.ListType(str), work: compared,
			size: cost.List(cost.Const(maxQuoteProblems), cost.Const(maxQuoteProblem)), call: fn.quoteProblems(),
		},
		{
			name: "args.problems", args: []*cel.Type{tool.celTyp, dyn}, result: cel.ListType(str),
			work: cost.Sum(cost.Const(documentWork), cost.Scale(cost.Arg(1), heavyWork)),
			size: cost.List(cost.Const(maxArgumentProblems), cost.Const(maxProblemLength)), call: fn.argsProblems(),
		},
	}
}

var (
	errNotPlain  = errors.New("the value is an object, or nested too deeply")
	errNotString = errors.New("the value is not a string")
)

func unary(f func(any) string) func([]ref.Val) (any, error) {
	if f == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		v, ok := plain(args[0])
		if !ok {
			return nil, errNotPlain
		}
		return f(v), nil
	}
}

func binary(f func(a, b any) (bool, error)) func([]ref.Val) (any, error) {
	if f == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		a, okA := plain(args[0])
		b, okB := plain(args[1])
		if !okA || !okB {
			return nil, errNotPlain
		}
		return f(a, b)
	}
}

func ofText(f func(string) bool) func([]ref.Val) (any, error) {
	if f == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		s, ok := args[0].(types.String)
		if !ok {
			return nil, errNotString
		}
		return f(string(s)), nil
	}
}

func (fn Functions) pathWithin() func([]ref.Val) (any, error) {
	if fn.PathWithin == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		texts := [3]string{}
		for i, arg := range args {
			s, ok := arg.(types.String)
			if !ok {
				return nil, errNotString
			}
			texts[i] = string(s)
		}
		return fn.PathWithin(texts[0], texts[1], texts[2])
	}
}

func (fn Functions) quoteStates() func([]ref.Val) (any, error) {
	problems := fn.quoteProblems()
	if problems == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		found, err := problems(args)
		if err != nil {
			return nil, err
		}
		list, ok := found.([]string)
		return ok && len(list) == 0, nil
	}
}

func (fn Functions) quoteProblems() func([]ref.Val) (any, error) {
	if fn.QuoteProblems == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		quote, ok := args[0].(types.String)
		if !ok {
			return nil, errNotString
		}
		value, ok := plain(args[1])
		if !ok {
			return nil, errNotPlain
		}
		problems, err := fn.QuoteProblems(string(quote), value)
		return append([]string{}, problems...), err
	}
}

func (fn Functions) quoteFound() func([]ref.Val) (any, error) {
	if fn.NewDocument == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		o, isObject := args[0].(*object)
		quote, isString := args[1].(types.String)
		if !isObject || !isString {
			return nil, errNotString
		}
		return o.turn.found(o, string(quote))
	}
}

func (fn Functions) argsProblems() func([]ref.Val) (any, error) {
	if fn.Arguments == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		o, ok := args[0].(*object)
		if !ok {
			return nil, fmt.Errorf("the value is not a tool")
		}
		v, ok := plain(args[1])
		if !ok {
			return nil, errNotPlain
		}
		return o.turn.problems(o, v)
	}
}
