package catalog

import (
	"regexp"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

const predicateForms = "allowed are ==, !=, <, <=, >, >=, in, &&, || and !, and the methods contains, startsWith, endsWith, matches, within and comesFrom"

// maxPattern bounds a regular expression, in bytes.
const maxPattern = 4096

func (s *surface) predicate(e ast.Expr) schema.Predicate {
	if !s.enter(e) {
		return nil
	}
	defer s.leave()
	switch e.Kind() {
	case ast.LiteralKind:
		if b, ok := e.AsLiteral().(types.Bool); ok {
			return &schema.Truth{Truth: bool(b)}
		}
	case ast.SelectKind:
		return s.flag(e)
	case ast.CallKind:
		return s.callPredicate(e, e.AsCall())
	}
	s.refuseAt(e, "cel.predicate", predicateForms, "expected a condition that is true or false of an event")
	return nil
}

func (s *surface) enter(e ast.Expr) bool {
	if s.depth++; s.depth <= maxSurfaceDepth {
		return true
	}
	s.leave()
	s.refuseAt(e, "limit.depth", "split it into simpler parts", "the expression is nested more than %d deep", maxSurfaceDepth)
	return false
}

func (s *surface) leave() { s.depth-- }

// flag is a boolean field or parameter that stands as a condition by itself.
func (s *surface) flag(e ast.Expr) schema.Predicate {
	t := s.term(e)
	if t.bad {
		return nil
	}
	if t.typ.Kind != value.Boolean {
		s.refuseAt(e, "cel.type", predicateForms, "expected a condition, not a value of type %s", t.typ)
		return nil
	}
	return &schema.Compare{Left: t.term, Op: schema.ComparisonEq, Right: literalTerm(&schema.BooleanValue{Boolean: true})}
}

func (s *surface) callPredicate(e ast.Expr, call ast.CallExpr) schema.Predicate {
	name := call.FunctionName()
	if op, ok := comparison(name); ok {
		return s.compare(e, op, call.Args())
	}
	switch name {
	case operators.LogicalAnd:
		return &schema.PredicateAnd{Operands: s.operands(name, call.Args())}
	case operators.LogicalOr:
		return &schema.PredicateOr{Operands: s.operands(name, call.Args())}
	case operators.LogicalNot:
		return &schema.PredicateNot{Operand: s.predicate(call.Args()[0])}
	case operators.In:
		return s.membership(call.Args())
	}
	if call.IsMemberFunction() {
		return s.method(e, call)
	}
	s.unknownCall(e, name)
	return nil
}

func comparison(name string) (schema.Comparison, bool) {
	switch name {
	case operators.Equals:
		return schema.ComparisonEq, true
	case operators.NotEquals:
		return schema.ComparisonNe, true
	case operators.Less:
		return schema.ComparisonLt, true
	case operators.LessEquals:
		return schema.ComparisonLe, true
	case operators.Greater:
		return schema.ComparisonGt, true
	case operators.GreaterEquals:
		return schema.ComparisonGe, true
	}
	return "", false
}

// operands translates the operands of && or ||, those of the same operator within included.
func (s *surface) operands(name string, args []ast.Expr) []schema.Predicate {
	var out []schema.Predicate
	for _, arg := range args {
		p := s.predicate(arg)
		switch p := p.(type) {
		case *schema.PredicateAnd:
			if name == operators.LogicalAnd {
				out = append(out, p.Operands...)
				continue
			}
		case *schema.PredicateOr:
			if name == operators.LogicalOr {
				out = append(out, p.Operands...)
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

func (s *surface) unknownCall(e ast.Expr, name string) {
	switch name {
	case operators.Conditional:
		s.refuseAt(e, "cel.form", predicateForms, "a choice by ?: is no condition of the algebra")
	case "has":
		s.refuseAt(e, "cel.form", "leave it out: a condition on an absent field is unknown by itself", "has() is no condition of the algebra")
	case "all", "exists", "exists_one", "existsOne", "map", "filter":
		s.refuseAt(e, "cel.form", predicateForms, "the macro %s is no condition of the algebra", name)
	default:
		s.refuseAt(e, "cel.form", predicateForms, "%s is no condition of the algebra", spelled(name))
	}
}

// spelled is the operator as its author wrote it, or the function's name in quotes.
func spelled(name string) string {
	if op, ok := operators.FindReverse(name); ok && op != "" {
		return "the operator " + op
	}
	if name == operators.Index {
		return "the operator []"
	}
	return "the function " + quote(name)
}

// textMethods are the methods whose receiver is a text and whose argument is another.
func (s *surface) method(e ast.Expr, call ast.CallExpr) schema.Predicate {
	name, args := call.FunctionName(), call.Args()
	want := 1
	switch name {
	case "comesFrom":
		want = 2
	case "contains", "startsWith", "endsWith", "matches", "within":
	default:
		s.unknownCall(e, name)
		return nil
	}
	if len(args) != want {
		s.refuseAt(e, "cel.arguments", "write "+name+" with "+argumentCount(want), "the method %s takes %s and not %d", name, argumentCount(want), len(args))
		return nil
	}
	switch name {
	case "comesFrom":
		return s.comesFrom(call.Target(), args)
	case "matches":
		return s.matches(call.Target(), args[0])
	case "within":
		return s.within(call.Target(), args[0])
	}
	return s.textTest(name, call.Target(), args[0])
}

func (s *surface) textTest(name string, target, arg ast.Expr) schema.Predicate {
	of, part := s.textTerm(name, target, value.String), s.textTerm(name, arg, value.String, value.PathPrefix)
	if of.bad || part.bad {
		return nil
	}
	switch name {
	case "contains":
		return &schema.Contains{Of: of.term, Needle: part.term}
	case "startsWith":
		return &schema.StartsWith{Of: of.term, Prefix: part.term}
	default:
		return &schema.EndsWith{Of: of.term, Suffix: part.term}
	}
}

// textTerm translates a term that must be of one of the kinds.
func (s *surface) textTerm(method string, e ast.Expr, kinds ...value.Kind) typedTerm {
	t := s.term(e)
	if t.bad {
		return t
	}
	words := make([]string, len(kinds))
	for i, kind := range kinds {
		if t.typ.Kind == kind {
			return t
		}
		words[i] = kind.String()
	}
	detail := "give it a value of type " + strings.Join(words, " or ")
	if t.typ.Kind == value.Directory {
		detail = "a directory is compared by the method within"
	}
	s.refuseAt(e, "cel.type", detail, "the method %s cannot use a value of type %s here", method, t.typ)
	return typedTerm{bad: true}
}

func (s *surface) within(target, arg ast.Expr) schema.Predicate {
	of := s.textTerm("within", target, value.String)
	directory := s.term(arg)
	if of.bad || directory.bad {
		return nil
	}
	if _, isParameter := directory.term.(*schema.ParameterTerm); !isParameter || directory.typ.Kind != value.Directory {
		s.refuseAt(arg, "cel.type", "declare the parameter with range Directory in the library's schema; for a text that a path begins with, use startsWith",
			"the method within needs a parameter of type directory")
		return nil
	}
	return &schema.Within{Of: of.term, Directory: directory.term}
}

func (s *surface) matches(target, arg ast.Expr) schema.Predicate {
	of := s.textTerm("matches", target, value.String)
	pattern := s.term(arg)
	if of.bad || pattern.bad {
		return nil
	}
	text, ok := pattern.literal.(*schema.StringValue)
	switch {
	case !ok:
		s.refuseAt(arg, "cel.pattern", "write the pattern as a text in quotes", "the pattern of matches must be a literal")
	case len(text.String) > maxPattern:
		s.refuseAt(arg, "limit.pattern", "shorten the pattern", "the pattern has more than %d bytes", maxPattern)
	default:
		if _, err := regexp.Compile(text.String); err != nil {
			s.refuseAt(arg, "cel.pattern", "write it without look-around and back references", "%s is no regular expression in RE2 syntax", quote(text.String))
			return nil
		}
		return &schema.Matches{Of: of.term, Pattern: text.String}
	}
	return nil
}

func (s *surface) comesFrom(target ast.Expr, args []ast.Expr) schema.Predicate {
	field := s.term(target)
	class, column := s.term(args[0]), s.textTerm("comesFrom", args[1], value.String)
	if field.bad || class.bad || column.bad {
		return nil
	}
	f, ok := field.term.(*schema.FieldTerm)
	if !ok {
		s.refuseAt(target, "cel.form", "write event.FIELD.comesFrom(params.CLASS, 'COLUMN')", "comesFrom is asked of a field of the event")
		return nil
	}
	if class.typ.Kind != value.ClassReference {
		s.refuseAt(args[0], "cel.type", "declare the parameter with range ClassReference in the library's schema", "comesFrom needs a class, not a value of type %s", class.typ)
		return nil
	}
	return &schema.ComesFrom{Field: f.Field, ClassTerm: class.term, Column: column.term}
}
