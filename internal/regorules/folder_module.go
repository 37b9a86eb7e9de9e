package regorules

import (
	"context"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/diag"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Module is one compiled module that is read by the paths of its rules, such as
// a constraint that was lowered to Rego.
type Module struct {
	program  *looseProgram
	watchdog *watchdog
}

// CompileModule compiles a module by itself, with the built-ins that rules may
// use.
func CompileModule(src Source) (*Module, diag.List) {
	modules, problems := parseLoose([]Source{src}, func(Source) bool { return true })
	if problems.HasErrors() {
		return nil, problems
	}
	program, problems := compileLoose(FolderSource{Path: src.Path}, modules, false)
	if program == nil {
		return nil, problems
	}
	program.strict = true
	return &Module{program, &watchdog{deadline: time.Second, grace: time.Second / 4, maxStuck: 4}}, problems
}

// Value evaluates the rule at a dotted path below data and returns its value as
// plain JSON; nil where it is undefined. Errors are of type [EvalError].
func (m *Module) Value(ctx context.Context, input any, path string) (any, error) {
	v, err := Convert(input)
	if err != nil {
		return nil, err
	}
	ref := ast.DefaultRootRef
	for part := range strings.SplitSeq(path, ".") {
		ref = ref.Append(ast.StringTerm(part))
	}
	var plain any
	err = m.watchdog.run(ctx, func(cancel topdown.Cancel) error {
		value, err := m.program.value(ref, ast.NewTerm(v), cancel, nil)
		if err != nil || value == nil {
			return err
		}
		plain, err = ast.JSON(value)
		if err != nil {
			return evalErrorf(FailedInternal, "%v", err)
		}
		return nil
	})
	return plain, err
}
