package celenv

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
)

// patternValidator refuses patterns that are not RE2, and says why.
type patternValidator struct{}

// Name implements cel.ASTValidator.
func (patternValidator) Name() string { return "contractc.validator.pattern" }

// Validate implements cel.ASTValidator.
func (patternValidator) Validate(_ *cel.Env, _ cel.ValidatorConfig, a *ast.AST, iss *cel.Issues) {
	root := ast.NavigateAST(a)
	for _, e := range ast.MatchDescendants(root, ast.FunctionMatcher(overloads.Matches)) {
		args := e.AsCall().Args()
		pattern := args[len(args)-1]
		if pattern.Kind() != ast.LiteralKind {
			continue
		}
		text, ok := pattern.AsLiteral().(types.String)
		if !ok {
			continue
		}
		if _, err := regexp.Compile(string(text)); err != nil {
			iss.ReportErrorAtID(pattern.ID(), "the pattern is not in RE2 syntax: %s", patternProblem(err))
		}
	}
}

func patternProblem(err error) string {
	var problem *syntax.Error
	if errors.As(err, &problem) {
		return problem.Code.String()
	}
	return err.Error()
}

// objectValidator refuses expressions that make objects.
type objectValidator struct{}

// Name implements cel.ASTValidator.
func (objectValidator) Name() string { return "contractc.validator.object" }

// Validate implements cel.ASTValidator.
func (objectValidator) Validate(_ *cel.Env, _ cel.ValidatorConfig, a *ast.AST, iss *cel.Issues) {
	for _, e := range ast.MatchDescendants(ast.NavigateAST(a), ast.KindMatcher(ast.StructKind)) {
		iss.ReportErrorAtID(e.ID(), "a rule cannot make an object")
	}
}
