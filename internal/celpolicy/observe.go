package celpolicy

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
	"cel.dev/cel-go/parser"

	"github.com/contractc/contractc/internal/diag"
)

// Observer remembers what conditions were while expressions were evaluated, and
// which outputs were reached. It may be shared by several environments, and used
// by several goroutines.
type Observer struct {
	mu   sync.Mutex
	seen map[observed]*Observation
}

// NewObserver makes an observer that has seen nothing.
func NewObserver() *Observer { return &Observer{seen: map[observed]*Observation{}} }

// observed tells observations apart.
type observed struct {
	file string
	of   diag.Position // of the whole expression
	id   int64
	part ObservedPart
}

// ObservedPart is a part of a policy that can be observed.
type ObservedPart uint8

// The parts.
const (
	ObservedCondition ObservedPart = iota // a condition, an operand of and, or and not, or what a choice is made by
	ObservedOutput                        // the output of a branch
)

// Observation is what was seen of one part.
type Observation struct {
	File string
	At   diag.Position
	Text string // as CEL writes it, or how it begins
	Part ObservedPart

	reached, wasTrue, wasFalse atomic.Bool
}

// Reached reports whether it was evaluated to a value at all.
func (o *Observation) Reached() bool { return o.reached.Load() }

// Was reports whether it had the value.
func (o *Observation) Was(v bool) bool {
	if v {
		return o.wasTrue.Load()
	}
	return o.wasFalse.Load()
}

// Observations are all parts of the expressions that were planned, by file and
// place.
func (o *Observer) Observations() []*Observation {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]*Observation, 0, len(o.seen))
	for _, s := range o.seen {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *Observation) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Part, b.Part))
	})
	return list
}

// watch makes a program tell what the parts of an expression are.
func (o *Observer) watch(e *expression, checked *ast.AST) cel.ProgramOption {
	parts := map[int64]*Observation{}
	add := func(x ast.Expr, part ObservedPart) {
		parts[x.ID()] = o.part(e, checked.SourceInfo(), x, part)
	}
	switch e.what {
	case conditionWhat:
		add(checked.Expr(), ObservedCondition)
	case outputWhat:
		add(checked.Expr(), ObservedOutput)
	}
	conditionsIn(checked.Expr(), func(x ast.Expr) { add(x, ObservedCondition) })
	return cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		if at := parts[i.ID()]; at != nil {
			return &watched{i, at}, nil
		}
		return i, nil
	})
}

// What the compiler calls the expressions that are observed whole.
const (
	conditionWhat = "a condition"
	outputWhat    = "an output"
)

// part is the one observation of a part, however often it is planned.
func (o *Observer) part(e *expression, info *ast.SourceInfo, x ast.Expr, part ObservedPart) *Observation {
	at, start := e.text.Range().Start, startOf(info, x)
	if start >= 0 {
		at = e.text.at(start)
	}
	text, err := parser.Unparse(x, info, parser.WrapOnColumn(1<<20))
	if err != nil {
		text = beginning(e.text.Source, max(start, 0))
	}
	key := observed{e.file, e.text.Range().Start, x.ID(), part}
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.seen[key]
	if s == nil {
		s = &Observation{File: e.file, At: at, Text: text, Part: part}
		o.seen[key] = s
	}
	return s
}

// beginning is the text from a place on, in one line and cut short.
func beginning(text string, start int) string {
	const most = 60
	rest := []rune(text)
	rest = []rune(strings.Join(strings.Fields(string(rest[min(start, len(rest)):])), " "))
	if len(rest) > most {
		return string(rest[:most]) + "…"
	}
	return string(rest)
}

// startOf is where the first token of an expression stands, in code points; -1
// where that is not known.
func startOf(info *ast.SourceInfo, x ast.Expr) int {
	start := -1
	if r, ok := info.GetOffsetRange(x.ID()); ok {
		start = int(r.Start)
	}
	if x.Kind() == ast.IdentKind && start >= 0 {
		// The place of a name of several parts is its last point.
		start = max(start-max(strings.LastIndexByte(x.AsIdent(), '.'), 0), 0)
	}
	if x.Kind() == ast.CallKind {
		for _, part := range callParts(x.AsCall()) {
			if at := startOf(info, part); at >= 0 && (start < 0 || at < start) {
				start = at
			}
		}
	}
	if x.Kind() == ast.SelectKind {
		if at := startOf(info, x.AsSelect().Operand()); at >= 0 && (start < 0 || at < start) {
			start = at
		}
	}
	return start
}

func callParts(c ast.CallExpr) []ast.Expr {
	if c.IsMemberFunction() {
		return append([]ast.Expr{c.Target()}, c.Args()...)
	}
	return c.Args()
}

// conditionsIn finds the operands of and, or and not, and what choices are made
// by. What macros add of their own is left out.
func conditionsIn(x ast.Expr, found func(ast.Expr)) {
	switch x.Kind() {
	case ast.CallKind:
		call := x.AsCall()
		for i, part := range callParts(call) {
			if isOperand(call, i) && !isMade(part) {
				found(part)
			}
			conditionsIn(part, found)
		}
	case ast.SelectKind:
		conditionsIn(x.AsSelect().Operand(), found)
	case ast.ListKind:
		for _, e := range x.AsList().Elements() {
			conditionsIn(e, found)
		}
	case ast.MapKind:
		for _, e := range x.AsMap().Entries() {
			conditionsIn(e.AsMapEntry().Value(), found)
		}
	case ast.ComprehensionKind:
		conditionsIn(x.AsComprehension().IterRange(), found)
		conditionsIn(x.AsComprehension().AccuInit(), found)
		conditionsIn(x.AsComprehension().LoopStep(), found)
		conditionsIn(x.AsComprehension().Result(), found)
	}
}

func isOperand(call ast.CallExpr, i int) bool {
	switch call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot:
		return true
	case operators.Conditional:
		return i == 0
	}
	return false
}

// isMade reports whether an operand was not written: the variable that a macro
// collects in, or a literal.
func isMade(x ast.Expr) bool {
	return x.Kind() == ast.LiteralKind || x.Kind() == ast.IdentKind && len(x.AsIdent()) > 0 && x.AsIdent()[0] == '@'
}

// watched is a part of a program that tells its values.
type watched struct {
	interpreter.InterpretableV2
	at *Observation
}

// Exec implements interpreter.InterpretableV2.
func (w *watched) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	return w.at.note(w.InterpretableV2.Exec(frame))
}

// Eval implements interpreter.Interpretable.
func (w *watched) Eval(vars interpreter.Activation) ref.Val {
	return w.at.note(w.InterpretableV2.Eval(vars))
}

func (o *Observation) note(v ref.Val) ref.Val {
	switch v := v.(type) {
	case types.Bool:
		o.reached.Store(true)
		if v {
			o.wasTrue.Store(true)
		} else {
			o.wasFalse.Store(true)
		}
	case *types.Err, *types.Unknown:
	default:
		o.reached.Store(true)
	}
	return v
}
