package celpolicy

import (
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"

	"github.com/contractc/contractc/internal/diag"
)

// expression is one CEL expression of a policy with what it may refer to. It
// is compiled at most once, at its first use.
type expression struct {
	file  string
	text  Text
	env   *Environment
	scope *scope
	// want is the type it must have; nil for any.
	want *cel.Type
	// what names the expression in messages.
	what string

	// stored is the checked form, where it is known.
	stored []byte

	once sync.Once
	// ast is the checked expression, nil when it comes from its stored form.
	ast     *cel.Ast
	info    *ast.SourceInfo
	program cel.Program
	list    diag.List
	// refs are the variables that it uses.
	refs []reference
	// demands are those that it begins with, where it is a condition.
	demands []demand
}

// reference is a use of a variable under its qualified name.
type reference struct {
	name string
	to   *variable
}

// variable is a declared variable. Its slot is unique in its policy.
type variable struct {
	name string
	slot int
	expr *expression
}

// scope is the list of variables that an expression may use: own ones, then
// those of the rules around it. It is never changed once made.
type scope struct {
	parent *scope
	own    []*variable
	// later are variables of the same rule that are declared further down.
	later []string
}

func (s *scope) find(name string) (*variable, bool) {
	for ; s != nil; s = s.parent {
		for _, v := range s.own {
			if v.name == name {
				return v, true
			}
		}
	}
	return nil, false
}

func (s *scope) isLater(name string) bool {
	for ; s != nil; s = s.parent {
		for _, later := range s.later {
			if later == name {
				return true
			}
		}
	}
	return false
}

// compile parses, checks and plans the expression. It reports its problems,
// each time, and not those of the variables that it uses.
func (e *expression) compile() diag.List {
	e.once.Do(func() {
		if e.stored != nil {
			e.list = e.prepareStored()
			return
		}
		e.list = e.prepare()
	})
	return e.list
}

// typ is the type of the checked expression; dyn where it does not compile,
// so that its problem is not reported again by what uses it.
func (e *expression) typ() *cel.Type {
	if e.compile().HasErrors() || e.ast == nil {
		return cel.DynType
	}
	return e.ast.OutputType()
}

func (e *expression) prepare() diag.List {
	parsed, iss := e.env.CEL.ParseSource(common.NewStringSource(e.text.Source, ""))
	if iss.Err() != nil {
		return e.issues("cel.syntax", iss)
	}
	if list := e.resolve(parsed.NativeRep()); list.HasErrors() {
		return list
	}
	sortReferences(e.refs)
	env, err := e.env.with(e.refs)
	if err != nil {
		return diag.List{diag.Errorf(e.file, e.text.Range(), "cel.environment", "%s", oneLine(err.Error()))}
	}
	checked, iss := env.Check(parsed)
	if iss.Err() != nil {
		return e.issues("cel.check", iss)
	}
	e.ast, e.info = checked, checked.NativeRep().SourceInfo()
	if list := e.checkType(); list.HasErrors() {
		return list
	}
	return e.plan(checked.NativeRep())
}

// plan makes the program. The references are resolved, so that it needs no
// declarations and all programs share what the environment keeps for them.
func (e *expression) plan(checked *ast.AST) (list diag.List) {
	e.demands = demandsOf(checked.Expr())
	options := slices.Clip(e.env.Program)
	if e.env.CostLimit > 0 && metered(checked.Expr()) {
		options = append(options, cel.CostLimit(e.env.CostLimit))
	}
	if e.env.Observer != nil {
		options = append(options, e.env.Observer.watch(e, checked))
	}
	var err error
	if e.program, err = e.env.CEL.PlanProgram(checked, options...); err != nil {
		list.Errorf(e.file, e.text.Range(), "cel.program", "%s", oneLine(err.Error()))
	}
	return list
}

func (e *expression) checkType() diag.List {
	got := e.ast.OutputType()
	if e.want == nil || e.want.IsExactType(got) {
		return nil
	}
	d := diag.Errorf(e.file, e.text.Range(), "policy.type", "%s must be of type %s, not %s",
		e.what, cel.FormatCELType(e.want), cel.FormatCELType(got))
	if got.Kind() == cel.DynKind {
		d = d.WithDetail("The type is not known before evaluation. Compare the value, for example with == true, or convert it with string(…).")
	}
	return diag.List{d}
}

// variablesRoot is the identifier below which variables are read.
const variablesRoot = "variables"

// resolve finds the variables that the expression uses.
func (e *expression) resolve(a *ast.AST) diag.List {
	var list diag.List
	walkVariables(a.Expr(), false, func(id int64, name string) {
		v, ok := e.scope.find(name)
		if !ok {
			list.Add(e.unresolved(a, id, name))
			return
		}
		e.addReference(reference{name: variablesRoot + "." + name, to: v})
	})
	return list
}

// addReference adds a reference once.
func (e *expression) addReference(r reference) {
	if !slices.Contains(e.refs, r) {
		e.refs = append(e.refs, r)
	}
}

// variableName returns the name of the variable that a qualified name means.
func variableName(qualified string) (string, bool) {
	return strings.CutPrefix(qualified, variablesRoot+".")
}

func sortReferences(refs []reference) {
	slices.SortFunc(refs, func(a, b reference) int { return strings.Compare(a.name, b.name) })
}

func (e *expression) unresolved(a *ast.AST, id int64, name string) diag.Diagnostic {
	at := e.text.Range()
	if r, ok := a.SourceInfo().GetOffsetRange(id); ok && r.Start >= 0 {
		// The place of a selection is its dot.
		at = diag.At(e.text.at(int(r.Start)))
	}
	if e.scope.isLater(name) {
		return diag.Errorf(e.file, at, "policy.forward-variable", "undeclared reference to 'variables.%s': it is declared at or after this place", name).
			WithDetail("A variable can use only variables that are declared before it.")
	}
	return diag.Errorf(e.file, at, "policy.undeclared-variable", "undeclared reference to 'variables.%s'", name).
		WithDetail("Declare it under variables of this rule or of a rule around it.")
}

// walkVariables calls found for every selection of variables.NAME. Depth is
// bounded by the parser.
func walkVariables(e ast.Expr, shadowed bool, found func(id int64, name string)) {
	switch e.Kind() {
	case ast.SelectKind:
		sel := e.AsSelect()
		if op := sel.Operand(); op.Kind() == ast.IdentKind && op.AsIdent() == variablesRoot && !shadowed {
			found(e.ID(), sel.FieldName())
			return
		}
		walkVariables(sel.Operand(), shadowed, found)
	case ast.CallKind:
		call := e.AsCall()
		if call.IsMemberFunction() {
			walkVariables(call.Target(), shadowed, found)
		}
		walkAll(call.Args(), shadowed, found)
	case ast.ListKind:
		walkAll(e.AsList().Elements(), shadowed, found)
	case ast.MapKind:
		walkEntries(e.AsMap().Entries(), shadowed, found)
	case ast.StructKind:
		walkEntries(e.AsStruct().Fields(), shadowed, found)
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		walkVariables(c.IterRange(), shadowed, found)
		walkVariables(c.AccuInit(), shadowed, found)
		inner := shadowed || c.IterVar() == variablesRoot || c.IterVar2() == variablesRoot || c.AccuVar() == variablesRoot
		walkAll([]ast.Expr{c.LoopCondition(), c.LoopStep(), c.Result()}, inner, found)
	}
}

func walkAll(exprs []ast.Expr, shadowed bool, found func(int64, string)) {
	for _, e := range exprs {
		walkVariables(e, shadowed, found)
	}
}

func walkEntries(entries []ast.EntryExpr, shadowed bool, found func(int64, string)) {
	for _, entry := range entries {
		if entry.Kind() == ast.MapEntryKind {
			walkVariables(entry.AsMapEntry().Key(), shadowed, found)
			walkVariables(entry.AsMapEntry().Value(), shadowed, found)
			continue
		}
		walkVariables(entry.AsStructField().Value(), shadowed, found)
	}
}
