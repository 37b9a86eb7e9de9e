package catalog

import (
	"context"
	"errors"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/doc"
)

// Limits of one expression over args at run time.
const (
	argsCost      = 100_000
	argsInterrupt = 100
)

// argsLanguage is the CEL of mappings: CEL as it comes, with the functions that take texts apart. Its environments are made at their first use.
type argsLanguage struct {
	readers celenv.Functions
	env     func() (*cel.Env, error) // over args and tool
	itemEnv func() (*cel.Env, error) // over item too
}

func newArgsLanguage(tables domain.Tables) *argsLanguage {
	l := &argsLanguage{readers: domain.Readers(tables)}
	l.env = sync.OnceValues(func() (*cel.Env, error) {
		options := []cel.EnvOption{
			cel.StdLib(), cel.Variable("args", cel.MapType(cel.StringType, cel.DynType)), cel.Variable("tool", cel.MapType(cel.StringType, cel.StringType)),
			cel.ParserRecursionLimit(maxSurfaceDepth), cel.ParserExpressionSizeLimit(maxSurfaceChars), cel.ASTValidators(cel.ValidateRegexLiterals()),
		}
		return cel.NewCustomEnv(append(options, l.readers.ReaderOptions()...)...)
	})
	l.itemEnv = sync.OnceValues(func() (*cel.Env, error) {
		env, err := l.env()
		if err != nil {
			return nil, err
		}
		return env.Extend(cel.Variable("item", cel.DynType))
	})
	return l
}

// uncheckedArgs is the language without tables, by which expressions are checked before all tables are read.
var uncheckedArgs = sync.OnceValue(func() *argsLanguage { return newArgsLanguage(nil) })

func uncheckedReaders() celenv.Functions { return uncheckedArgs().readers }

// ArgsEnvironment is what expressions over the arguments of a call are compiled against, those without an item.
func (c *Catalog) ArgsEnvironment() (*cel.Env, error) { return c.language().env() }

// argsProgram is a compiled expression over args.
type argsProgram struct {
	problems []*common.Error
	program  cel.Program
	err      error
}

func (l *argsLanguage) compile(text string, items bool) *argsProgram {
	open := l.env
	if items {
		open = l.itemEnv
	}
	env, err := open()
	if err != nil {
		return &argsProgram{err: err}
	}
	compiled, issues := env.Compile(text)
	if issues.Err() != nil {
		return &argsProgram{problems: issues.Errors(), err: errors.New("the expression does not compile")}
	}
	program, err := env.Program(compiled, cel.CostLimit(argsCost), cel.InterruptCheckFrequency(argsInterrupt))
	return &argsProgram{program: program, err: err}
}

func (p *argsProgram) eval(ctx context.Context, in call) (any, error) {
	if p.err != nil {
		return nil, p.err
	}
	variables := map[string]any{}
	for name, value := range map[string]any{"args": in.Args, "item": in.item, "tool": in.tool()} {
		v, err := toCEL(value, 0)
		if err != nil {
			return nil, err
		}
		variables[name] = v
	}
	out, _, err := p.program.ContextEval(ctx, variables)
	if err != nil {
		return nil, evaluationError(err, out)
	}
	return fromCEL(out, 0)
}

// tableValues gives the values of a table, for the functions that read them.
func (c *Catalog) tableValues(id string) (any, error) {
	t := c.tables[id]
	if t == nil {
		return nil, errors.New("no bundle has the table " + quote(id))
	}
	n, problems := doc.ReadJSON(t.File, []byte(t.Values), doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, problems
	}
	return n.Plain(), nil
}
