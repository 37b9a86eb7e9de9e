package catalog

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/contractc/contractc/catalog/index"
)

// ArgumentsRead tells which arguments of a call a mapping reads, by name. all is true where an expression reads them by other means than their
// names, so that any may matter to it.
func (c *Catalog) ArgumentsRead(m *index.Mapping) (names map[string]bool, all bool) {
	r := argumentReader{names: map[string]bool{}}
	for i := range m.Effects {
		mapped := &m.Effects[i]
		r.expression(mapped.Each)
		r.expression(mapped.When)
		for k := range mapped.Fields {
			for s := range mapped.Fields[k].Sources {
				r.expression(&mapped.Fields[k].Sources[s])
			}
		}
	}
	return r.names, r.all
}

type argumentReader struct {
	names map[string]bool
	all   bool
}

func (r *argumentReader) expression(e *index.Expression) {
	switch {
	case e == nil || e.Item || e.Tool:
	case len(e.Path) > 0:
		r.names[e.Path[0]] = true
	default:
		r.source(e.Source)
	}
}

// source reads the names out of the text of an expression; of one that does not parse nothing is known.
func (r *argumentReader) source(text string) {
	env, err := uncheckedArgs().itemEnv()
	var parsed *cel.Ast
	if err == nil {
		var issues *cel.Issues
		parsed, issues = env.Parse(text)
		err = issues.Err()
	}
	if err != nil {
		r.all = true
		return
	}
	mentions, named := 0, 0
	ast.PreOrderVisit(parsed.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if isArgs(e) {
			mentions++
		}
		if name, ok := argumentNamed(e); ok {
			named++
			r.names[name] = true
		}
	}))
	r.all = r.all || mentions != named
}

func isArgs(e ast.Expr) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == "args" }

// argumentNamed is the argument that args.NAME, has(args.NAME), args['NAME'] and 'NAME' in args name.
func argumentNamed(e ast.Expr) (string, bool) {
	switch e.Kind() {
	case ast.SelectKind:
		if isArgs(e.AsSelect().Operand()) {
			return e.AsSelect().FieldName(), true
		}
	case ast.CallKind:
		call := e.AsCall()
		switch {
		case len(call.Args()) != 2:
		case call.FunctionName() == operators.Index && isArgs(call.Args()[0]):
			return text(call.Args()[1])
		case call.FunctionName() == operators.In && isArgs(call.Args()[1]):
			return text(call.Args()[0])
		}
	}
	return "", false
}

func text(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	s, ok := e.AsLiteral().(types.String)
	return string(s), ok
}
