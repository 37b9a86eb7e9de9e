package catalog

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

const otherTermForms = "literals, size(), + and -"

// termForms says what a term may be.
func (sc *scope) termForms() string {
	if len(sc.roots) == 0 {
		return "allowed are event.FIELD, params.NAME, " + otherTermForms
	}
	return "allowed are " + strings.Join(sc.rootNames(), ".NAME, ") + ".NAME, " + otherTermForms
}

// typedTerm is a translated term. literal is set where the term is a literal; bad says that a problem was reported.
type typedTerm struct {
	term    schema.Term
	typ     value.Type
	literal schema.Value
	expr    ast.Expr
	bad     bool
}

func literalTerm(v schema.Value) *schema.LiteralTerm { return &schema.LiteralTerm{Literal: v} }

func (s *surface) term(e ast.Expr) typedTerm {
	if !s.enter(e) {
		return typedTerm{bad: true}
	}
	defer s.leave()
	switch e.Kind() {
	case ast.SelectKind:
		return s.slot(e)
	case ast.LiteralKind, ast.ListKind, ast.MapKind:
		return s.literalTerm(e)
	case ast.CallKind:
		return s.callTerm(e, e.AsCall())
	case ast.IdentKind:
		return s.name(e)
	}
	return s.badTerm(e, "cel.form", s.termForms(), "an object with a type of its own is no value of the algebra")
}

func (s *surface) badTerm(e ast.Expr, code, detail, format string, args ...any) typedTerm {
	s.refuseAt(e, code, detail, format, args...)
	return typedTerm{bad: true}
}

// name is the error for a name that stands alone.
func (s *surface) name(e ast.Expr) typedTerm {
	name := e.AsIdent()
	switch {
	case s.root(name) != nil:
		return s.badTerm(e, "cel.name", choice("", slotNames(s.root(name).Slots), "write "+name+".NAME; names are"), "%s is no value by itself", name)
	case len(s.roots) > 0:
		return s.badTerm(e, "cel.name", s.termForms(), "%s is not declared", quote(name))
	case name == "event" || name == "params":
		return s.badTerm(e, "cel.name", "name one of its fields, such as "+name+".NAME", "%s is no value by itself", name)
	case hasSlot(s.scope.event, name):
		return s.badTerm(e, "cel.name", "write event."+name, "%s is not declared", quote(name))
	case hasSlot(s.params, name):
		return s.badTerm(e, "cel.name", "write params."+name, "%s is not declared", quote(name))
	}
	return s.badTerm(e, "cel.name", s.termForms(), "%s is not declared", quote(name))
}

func hasSlot(slots []slotType, name string) bool {
	_, ok := findSlot(slots, name)
	return ok
}

func findSlot(slots []slotType, name string) (slotType, bool) {
	for _, slot := range slots {
		if slot.Name == name {
			return slot, true
		}
	}
	return slotType{}, false
}

// slot is event.FIELD or params.NAME.
func (s *surface) slot(e ast.Expr) typedTerm {
	sel := e.AsSelect()
	if sel.Operand().Kind() != ast.IdentKind {
		return s.badTerm(e, "cel.form", s.termForms(), "a field of a value is no value of the algebra")
	}
	root := sel.Operand().AsIdent()
	if len(s.roots) > 0 {
		return s.rooted(e, sel.Operand(), root, sel.FieldName())
	}
	switch root {
	case "event":
		return s.field(e, sel.FieldName())
	case "params":
		return s.parameter(e, sel.FieldName())
	default:
		return s.badTerm(sel.Operand(), "cel.name", s.termForms(), "%s is not declared", quote(root))
	}
}

func (s *surface) field(e ast.Expr, name string) typedTerm {
	if s.noEvent != "" {
		return s.badTerm(e, "cel.name", "name parameters as params.NAME, or write a literal", "%s", s.noEvent)
	}
	if slot, ok := findSlot(s.scope.event, name); ok {
		return typedTerm{term: &schema.FieldTerm{Field: name}, typ: slot.Type, expr: e}
	}
	if why, ok := s.partial[name]; ok {
		return s.badTerm(e, "cel.field", "write a constraint for each group of effects and join them by and", "%s", why)
	}
	return s.badTerm(e, "cel.field", choice(name, slotNames(s.scope.event), "fields are"), "%s no field %s", s.effects, quote(name))
}

func (s *surface) parameter(e ast.Expr, name string) typedTerm {
	if s.noParam != "" {
		return s.badTerm(e, "cel.name", "name fields as event.FIELD, or write a literal", "%s", s.noParam)
	}
	if s.named != nil {
		*s.named = append(*s.named, name)
	}
	if s.anyParam {
		return typedTerm{bad: true}
	}
	if slot, ok := findSlot(s.params, name); ok {
		return typedTerm{term: &schema.ParameterTerm{Parameter: name}, typ: slot.Type, expr: e}
	}
	return s.badTerm(e, "cel.parameter", choice(name, slotNames(s.params), "parameters are"), "the contract has no parameter %s", quote(name))
}

func slotNames(slots []slotType) []string {
	names := make([]string, len(slots))
	for i, slot := range slots {
		names[i] = slot.Name
	}
	return names
}

func (s *surface) callTerm(e ast.Expr, call ast.CallExpr) typedTerm {
	name := call.FunctionName()
	switch {
	case name == operators.Add || name == operators.Subtract:
		return s.arithmetic(e, name, call.Args())
	case name == "size":
		return s.size(e, call)
	case name == operators.Negate:
		return s.badTerm(e, "cel.form", "write 0 - x", "the sign before a value that is no literal is no value of the algebra")
	}
	if _, ok := comparison(name); ok || strings.Contains("&&_ _||_ !_ @in", name) {
		return s.badTerm(e, "cel.form", s.termForms(), "a condition stands where a value is expected")
	}
	return s.badTerm(e, "cel.form", s.termForms(), "%s is no value of the algebra", spelled(name))
}

func (s *surface) arithmetic(e ast.Expr, name string, args []ast.Expr) typedTerm {
	left, right := s.term(args[0]), s.term(args[1])
	if left.bad || right.bad {
		return typedTerm{bad: true}
	}
	left, right = s.adapt(left, right.typ), s.adapt(right, left.typ)
	if !left.typ.Kind.Numeric() || left.typ.Kind != right.typ.Kind {
		return s.badTerm(e, "cel.type", "only two integers, or two decimals, are added or subtracted", "%s cannot join values of type %s and %s", spelled(name), left.typ, right.typ)
	}
	if name == operators.Add {
		return typedTerm{term: &schema.AddTerm{Left: left.term, Right: right.term}, typ: left.typ, expr: e}
	}
	return typedTerm{term: &schema.SubtractTerm{Left: left.term, Right: right.term}, typ: left.typ, expr: e}
}

func (s *surface) size(e ast.Expr, call ast.CallExpr) typedTerm {
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	if len(args) != 1 {
		return s.badTerm(e, "cel.arguments", "write size(x)", "size takes one value, not %d", len(args))
	}
	of := s.term(args[0])
	if of.bad {
		return of
	}
	if k := of.typ.Kind; k != value.String && k != value.Bytes && !k.Composite() {
		return s.badTerm(args[0], "cel.type", "a text, bytes, a list or a map has a size", "a value of type %s has no size", of.typ)
	}
	return typedTerm{term: &schema.SizeTerm{Of: of.term}, typ: value.Type{Kind: value.Integer}, expr: e}
}
