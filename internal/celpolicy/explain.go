package celpolicy

import (
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"

	"github.com/contractc/contractc/internal/diag"
)

// Step is a condition of a policy that was looked at, with its parts.
type Step struct {
	At         diag.Position
	Expression string
	Value      ref.Val // may be an error value
	Parts      []Part
	// Reason says in few words what makes it false or an error; empty where it is
	// true.
	Reason string
}

// Part is a part of an expression that was evaluated.
type Part struct {
	Expression string
	Value      ref.Val
}

// maxParts bounds the parts of one step that are shown.
const maxParts = 12

// Explain evaluates a policy as Eval does, and tells the conditions that it
// looks at on the way with the values of their parts. The policy must come from
// Compile or Prepare.
func (r *Run) Explain(p *Policy, vars cel.Activation) (steps []Step, result Result, err error) {
	r.watch = func(e *expression, v ref.Val) { steps = append(steps, r.step(e, v)) }
	defer func() { r.watch = nil }()
	result, err = r.Eval(p, vars)
	return steps, result, err
}

// step evaluates a condition once more, all of its parts, for what they are.
func (r *Run) step(e *expression, v ref.Val) Step {
	s := Step{At: e.text.Range().Start, Expression: oneText(e.text.Source), Value: v}
	checked, state := r.state(e)
	if state == nil {
		return s
	}
	x := &explainer{info: checked.SourceInfo(), state: state, whole: s.Expression, seen: map[string]bool{}}
	root := checked.Expr()
	x.parts(root)
	s.Parts = x.list
	if v != types.True {
		s.Reason = x.reason(root)
	}
	return s
}

// state is that of an evaluation that keeps what its parts are, with the checked
// expression, which remembers how its macros were written; nil where there is
// none.
func (r *Run) state(e *expression) (*ast.AST, interpreter.EvalState) {
	checked := e.tracked()
	if checked == nil {
		return nil, nil
	}
	program, err := e.env.CEL.PlanProgram(checked, cel.EvalOptions(cel.OptTrackState), cel.InterruptCheckFrequency(interruptCheckFrequency))
	if err != nil {
		return nil, nil
	}
	outer := r.expr
	r.expr = e
	defer func() { r.expr = outer }()
	_, details, _ := program.Eval(r.frame)
	if details == nil {
		return nil, nil
	}
	return checked, details.State()
}

// tracked checks an expression so that the texts of its parts can be written
// again; nil where it does not compile.
func (e *expression) tracked() *ast.AST {
	env, err := e.env.with(e.refs)
	if err == nil {
		env, err = env.Extend(cel.EnableMacroCallTracking())
	}
	if err != nil {
		return nil
	}
	parsed, issues := env.ParseSource(common.NewStringSource(e.text.Source, ""))
	if issues.Err() != nil {
		return nil
	}
	checked, issues := env.Check(parsed)
	if issues.Err() != nil {
		return nil
	}
	return checked.NativeRep()
}

// explainer reads what the parts of an expression are.
type explainer struct {
	info  *ast.SourceInfo
	state interpreter.EvalState
	whole string // the expression, for parts whose text is not known
	list  []Part
	seen  map[string]bool
}

// text is a part as it is written; where a macro stands in it, which leaves no
// text of its own, it is the whole expression.
func (x *explainer) text(e ast.Expr) string {
	text, err := cel.ExprToString(e, x.info)
	if err != nil {
		return x.whole
	}
	return oneText(text)
}

// oneText is a text in one line.
func oneText(text string) string { return strings.Join(strings.Fields(text), " ") }

func (x *explainer) value(e ast.Expr) (ref.Val, bool) { return x.state.Value(e.ID()) }

// connective returns the operands of && and ||.
func connective(e ast.Expr) (name string, operands []ast.Expr) {
	if e.Kind() != ast.CallKind {
		return "", nil
	}
	switch c := e.AsCall(); c.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional:
		return c.FunctionName(), c.Args()
	}
	return "", nil
}

// parts lists the conditions that an expression is made of, and the parts of the
// input that each names.
func (x *explainer) parts(e ast.Expr) {
	if _, operands := connective(e); operands != nil {
		for _, o := range operands {
			x.parts(o)
		}
		return
	}
	if e.Kind() != ast.LiteralKind {
		x.add(e)
	}
	x.names(e)
}

// names lists the longest selections and variables within a condition.
func (x *explainer) names(e ast.Expr) {
	switch e.Kind() {
	case ast.SelectKind:
		if !e.AsSelect().IsTestOnly() {
			x.add(e)
		} else {
			x.names(e.AsSelect().Operand())
		}
	case ast.IdentKind:
		x.add(e)
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() {
			x.names(c.Target())
		}
		for _, a := range c.Args() {
			x.names(a)
		}
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			x.names(item)
		}
	case ast.ComprehensionKind:
		x.names(e.AsComprehension().IterRange())
	}
}

// add adds a part once, where it was evaluated.
func (x *explainer) add(e ast.Expr) {
	v, ok := x.value(e)
	if !ok || len(x.list) == maxParts {
		return
	}
	text := x.text(e)
	if x.seen[text] {
		return
	}
	x.seen[text] = true
	x.list = append(x.list, Part{text, v})
}

// reason says what makes an expression not true, in as few words as it can.
func (x *explainer) reason(e ast.Expr) string {
	v, ok := x.value(e)
	name, operands := connective(e)
	switch {
	case ok && v == types.True:
		return ""
	case name == operators.LogicalAnd:
		for _, o := range operands {
			if reason := x.reason(o); reason != "" {
				return reason
			}
		}
	case name == operators.LogicalOr:
		var all []string
		for _, o := range operands {
			if reason := x.reason(o); reason != "" {
				all = append(all, reason)
			}
		}
		return strings.Join(all, ", and ")
	case name == operators.Conditional:
		chosen := operands[1]
		if c, known := x.value(operands[0]); known && c == types.False {
			chosen = operands[2]
		}
		if reason := x.reason(chosen); reason != "" {
			return reason
		}
	}
	if types.IsError(v) {
		return short(x.text(e)) + " fails"
	}
	if !ok {
		return ""
	}
	return short(x.text(e)) + " is false"
}

// maxReason is how much of a condition is written in a reason.
const maxReason = 100

func short(text string) string {
	if runes := []rune(text); len(runes) > maxReason {
		return string(runes[:maxReason]) + "…"
	}
	return text
}
