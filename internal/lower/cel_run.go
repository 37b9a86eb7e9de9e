package lower

import (
	"context"
	"fmt"
	"math/big"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// CELRunner evaluates CEL policies that constraints were lowered to. It may be
// used by several goroutines at once.
type CELRunner struct{ env *celpolicy.Environment }

// NewCELRunner makes the environment of lowered constraints: CEL's standard
// library and three functions, each of which is total where it is called.
//
//	path_known(path, working_directory)              whether it is known where a path leads
//	path_within(path, directory, working_directory)  whether it is the directory or lies in it
//	sum_sign(numbers, bound)                         the sign of the exact sum less the bound
func NewCELRunner() (*CELRunner, error) {
	text := cel.StringType
	env, err := cel.NewCustomEnv(
		cel.StdLib(), cel.Variable("events", cel.ListType(cel.DynType)), cel.Variable("closed", cel.BoolType),
		cel.Function("path_known", cel.Overload("path_known_string_string", []*cel.Type{text, text}, cel.BoolType,
			cel.BinaryBinding(pathKnown))),
		cel.Function("path_within", cel.Overload("path_within_string_string_string", []*cel.Type{text, text, text}, cel.BoolType,
			cel.FunctionBinding(pathWithin))),
		cel.Function("sum_sign", cel.Overload("sum_sign_list_int", []*cel.Type{cel.ListType(cel.IntType), cel.IntType}, cel.IntType,
			cel.BinaryBinding(sumSign))),
	)
	if err != nil {
		return nil, err
	}
	return &CELRunner{&celpolicy.Environment{CEL: env, Program: []cel.ProgramOption{cel.InterruptCheckFrequency(100)}}}, nil
}

// CELProgram is a compiled policy.
type CELProgram struct{ policy *celpolicy.Policy }

// Compile compiles a policy's document.
func (r *CELRunner) Compile(p *CELPolicy) (*CELProgram, error) {
	node, problems := doc.ReadYAML(p.name, []byte(p.Text()), doc.DefaultLimits())
	if problems.HasErrors() {
		return nil, problems
	}
	source, problems := celpolicy.Parse(p.name, node, celpolicy.Limits{Expression: 1 << 20})
	if problems.HasErrors() {
		return nil, problems
	}
	policy, problems := celpolicy.Compile(source, r.env)
	if problems.HasErrors() {
		return nil, problems
	}
	return &CELProgram{policy}, nil
}

// Verdict evaluates the policy on encoded events.
func (p *CELProgram) Verdict(ctx context.Context, events []any, closed bool) (schema.Verdict, error) {
	vars, err := cel.NewActivation(map[string]any{"events": events, "closed": closed})
	if err != nil {
		return "", err
	}
	result, err := p.policy.Eval(ctx, vars)
	if err != nil {
		return "", err
	}
	text, ok := result.Value().(types.String)
	if !ok {
		return "", fmt.Errorf("the policy gives no verdict")
	}
	return schema.Verdict(text), nil
}

func pathKnown(path, cwd ref.Val) ref.Val {
	return types.Bool(value.Locate(string(path.(types.String)), string(cwd.(types.String))).Known())
}

func pathWithin(args ...ref.Val) ref.Val {
	path, directory, cwd := string(args[0].(types.String)), string(args[1].(types.String)), string(args[2].(types.String))
	inside, known := value.Within(path, directory, cwd)
	if !known {
		return types.NewErr("it is not known where a path leads")
	}
	return types.Bool(inside)
}

// sumSign adds exactly: a sum of 64-bit integers may leave 64 bits.
func sumSign(numbers, bound ref.Val) ref.Val {
	total := new(big.Int)
	for it := numbers.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		n, ok := it.Next().(types.Int)
		if !ok {
			return types.NewErr("a summand is no integer")
		}
		total.Add(total, big.NewInt(int64(n)))
	}
	return types.Int(total.Cmp(big.NewInt(int64(bound.(types.Int)))))
}
