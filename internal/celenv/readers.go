package celenv

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types/ref"
)

// The names of the functions that take a text apart.
const (
	shellParse = "shell.parse"
	urlParse   = "url.parse"
)

// maxReading is the size that an answer of these functions is estimated with.
const maxReading = 4000

// readers are the functions that take a text of another language apart.
func (fn Functions) readers() []function {
	dyn := cel.DynType
	parsed := cost.Scale(cost.Arg(0), heavyWork)
	size := cost.Const(maxReading)
	return []function{
		{name: shellParse, args: []*cel.Type{dyn}, result: dyn, work: parsed, size: size, call: fn.shellParse()},
		{name: shellParse, args: []*cel.Type{dyn, dyn}, result: dyn, work: parsed, size: size, call: fn.shellParse()},
		{name: urlParse, args: []*cel.Type{dyn}, result: dyn, work: parsed, size: size, call: fn.urlParse()},
	}
}

// ReaderOptions declares the functions that take texts apart, and no others, for
// an environment that is not one of rules.
func (fn Functions) ReaderOptions() []cel.EnvOption {
	var all []cel.EnvOption
	for _, f := range fn.readers() {
		if f.call != nil {
			all = append(all, f.options()...)
		}
	}
	return all
}

// Reader returns the function of one value with a name that takes a text apart,
// or nil where none has the name.
func (fn Functions) Reader(name string) func(v any) (any, error) {
	switch {
	case name == shellParse && fn.ShellParse != nil:
		return func(v any) (any, error) { return fn.ShellParse(v, nil) }
	case name == urlParse:
		return fn.URLParse
	}
	return nil
}

func (fn Functions) shellParse() func([]ref.Val) (any, error) {
	if fn.ShellParse == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		values := [2]any{}
		for i, arg := range args {
			v, ok := plain(arg)
			if !ok {
				return nil, errNotPlain
			}
			values[i] = v
		}
		return fn.ShellParse(values[0], values[1])
	}
}

func (fn Functions) urlParse() func([]ref.Val) (any, error) {
	if fn.URLParse == nil {
		return nil
	}
	return func(args []ref.Val) (any, error) {
		v, ok := plain(args[0])
		if !ok {
			return nil, errNotPlain
		}
		return fn.URLParse(v)
	}
}
