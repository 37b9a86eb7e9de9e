package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	rego "github.com/open-policy-agent/opa/v1/ast"
)

// demands are what the parts of a conjunction demand of each value that they
// name, in either language.
type demands struct {
	paths  []string // in the order in which they are named
	values map[string]*demanded
}

// demanded is what is demanded of one value.
type demanded struct {
	oneOf    []string // nil where it may be any text
	limited  bool
	tests    []func(string) bool // that the text must pass
	starts   string              // the longest text that it must begin with
	least    float64
	greatest float64
	wrong    string // what two of the demands say that cannot both hold
}

func newDemands() *demands { return &demands{values: map[string]*demanded{}} }

func (d *demands) of(path string) *demanded {
	if d.values[path] == nil {
		d.paths = append(d.paths, path)
		d.values[path] = &demanded{least: leastOf(path), greatest: math.Inf(1)}
	}
	return d.values[path]
}

// leastOf is the least number that a value may be: no size is below zero.
func leastOf(path string) float64 {
	if strings.HasSuffix(path, "size()") || strings.HasSuffix(path, "count()") {
		return 0
	}
	return math.Inf(-1)
}

// contradiction says which value cannot be what all parts demand; empty where
// none is known to.
func (d *demands) contradiction() string {
	for _, path := range d.paths {
		v := d.values[path]
		if v.limited {
			v.oneOf = slices.DeleteFunc(slices.Clone(v.oneOf), func(s string) bool {
				return slices.ContainsFunc(v.tests, func(test func(string) bool) bool { return !test(s) })
			})
			if len(v.oneOf) == 0 {
				return path
			}
		}
		if v.wrong != "" || v.least > v.greatest {
			return path
		}
	}
	return ""
}

func (v *demanded) only(texts []string) {
	if !v.limited {
		v.oneOf, v.limited = texts, true
		return
	}
	v.oneOf = slices.DeleteFunc(slices.Clone(v.oneOf), func(s string) bool { return !slices.Contains(texts, s) })
}

func (v *demanded) passes(test func(string) bool) { v.tests = append(v.tests, test) }

func (v *demanded) begins(text string) {
	v.passes(func(s string) bool { return strings.HasPrefix(s, text) })
	if !strings.HasPrefix(text, v.starts) && !strings.HasPrefix(v.starts, text) {
		v.wrong = fmt.Sprintf("it begins with %q and with %q", v.starts, text)
	}
	if len(text) > len(v.starts) {
		v.starts = text
	}
}

// bound narrows an integer.
func (v *demanded) bound(operator string, n float64) {
	switch operator {
	case operators.Less:
		v.greatest = min(v.greatest, n-1)
	case operators.LessEquals:
		v.greatest = min(v.greatest, n)
	case operators.Greater:
		v.least = max(v.least, n+1)
	case operators.GreaterEquals:
		v.least = max(v.least, n)
	case operators.Equals:
		v.least, v.greatest = max(v.least, n), min(v.greatest, n)
	}
}

// celDemands are those of a condition in CEL.
func celDemands(e ast.Expr) *demands {
	d := newDemands()
	for _, part := range conjuncts(e) {
		if part.Kind() == ast.CallKind {
			d.add(part.AsCall())
		}
	}
	return d
}

func (d *demands) add(call ast.CallExpr) {
	args := call.Args()
	if call.IsMemberFunction() {
		d.addMember(call)
		return
	}
	if call.FunctionName() == operators.LogicalNot && args[0].Kind() == ast.CallKind {
		d.addNot(args[0].AsCall())
		return
	}
	if len(args) != 2 {
		return
	}
	left, right, operator := args[0], args[1], call.FunctionName()
	if left.Kind() == ast.LiteralKind {
		left, right, operator = right, left, mirrored(operator)
	}
	path, ok := celPath(left)
	if !ok {
		if path, ok = sizeOf(left); !ok {
			return
		}
	}
	d.addComparison(strings.Join(path, "."), operator, right)
}

func (d *demands) addComparison(path, operator string, right ast.Expr) {
	text, isText := celText(right)
	texts, areTexts := celTexts(right)
	switch {
	case operator == operators.Equals && isText:
		d.of(path).only([]string{text})
	case operator == operators.NotEquals && isText:
		d.of(path).passes(func(s string) bool { return s != text })
	case operator == operators.In && areTexts:
		d.of(path).only(texts)
	case right.Kind() == ast.LiteralKind:
		if n, ok := right.AsLiteral().(types.Int); ok {
			d.of(path).bound(operator, float64(n))
		}
	}
}

// addNot adds what is demanded by the opposite of a comparison.
func (d *demands) addNot(call ast.CallExpr) {
	args := call.Args()
	if len(args) != 2 || call.IsMemberFunction() {
		return
	}
	path, ok := celPath(args[0])
	if !ok {
		return
	}
	name := strings.Join(path, ".")
	if text, isText := celText(args[1]); isText && call.FunctionName() == operators.Equals {
		d.of(name).passes(func(s string) bool { return s != text })
	}
	if texts, areTexts := celTexts(args[1]); areTexts && call.FunctionName() == operators.In {
		d.of(name).passes(func(s string) bool { return !slices.Contains(texts, s) })
	}
}

// addMember adds what path.startsWith(text) and its kin demand.
func (d *demands) addMember(call ast.CallExpr) {
	path, ok := celPath(call.Target())
	if !ok || len(call.Args()) != 1 {
		return
	}
	text, ok := celText(call.Args()[0])
	if !ok {
		return
	}
	v := d.of(strings.Join(path, "."))
	switch call.FunctionName() {
	case "startsWith":
		v.begins(text)
	case "endsWith":
		v.passes(func(s string) bool { return strings.HasSuffix(s, text) })
	case "contains":
		v.passes(func(s string) bool { return strings.Contains(s, text) })
	}
}

// sizeOf reads size(path) and path.size() as a value of its own.
func sizeOf(e ast.Expr) ([]string, bool) {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != "size" {
		return nil, false
	}
	call := e.AsCall()
	of := call.Target()
	if !call.IsMemberFunction() && len(call.Args()) == 1 {
		of = call.Args()[0]
	}
	path, ok := celPath(of)
	return append(path, "size()"), ok
}

func mirrored(operator string) string {
	switch operator {
	case operators.Less:
		return operators.Greater
	case operators.LessEquals:
		return operators.GreaterEquals
	case operators.Greater:
		return operators.Less
	case operators.GreaterEquals:
		return operators.LessEquals
	}
	return operator
}

// regoDemands are those of the statements of a rule's own body.
func regoDemands(body rego.Body) *demands {
	d := newDemands()
	for _, e := range body {
		if len(e.With) > 0 || !e.IsCall() || len(e.Operands()) != 2 {
			continue
		}
		d.addRego(e)
	}
	return d
}

func (d *demands) addRego(e *rego.Expr) {
	left, right := e.Operand(0), e.Operand(1)
	operator := e.Operator().String()
	if _, constant := left.Value.(rego.String); constant && operator != "startswith" && operator != "endswith" && operator != "contains" {
		left, right = right, left
	}
	path, ok := regoPath(left)
	if !ok || d.addRegoNumber(path, operator, right, e.Negated) {
		return
	}
	texts, single, ok := regoTexts(right)
	if !ok {
		return
	}
	switch {
	case e.IsEquality() || operator == "equal":
		d.equal(path, texts, e.Negated, single)
	case operator == "internal.member_2":
		d.equal(path, texts, e.Negated, !single)
	case e.Negated || !single:
	case operator == "neq":
		d.of(path).passes(func(s string) bool { return s != texts[0] })
	case operator == "startswith":
		d.of(path).begins(texts[0])
	case operator == "endswith":
		d.of(path).passes(func(s string) bool { return strings.HasSuffix(s, texts[0]) })
	case operator == "contains":
		d.of(path).passes(func(s string) bool { return strings.Contains(s, texts[0]) })
	}
}

// equal adds that a value is one of some texts, or, negated, that it is none.
func (d *demands) equal(path string, texts []string, negated, ok bool) {
	switch {
	case !ok:
	case negated:
		d.of(path).passes(func(s string) bool { return !slices.Contains(texts, s) })
	default:
		d.of(path).only(texts)
	}
}

// addRegoNumber adds a comparison with an integer.
func (d *demands) addRegoNumber(path, operator string, right *rego.Term, negated bool) bool {
	number, ok := right.Value.(rego.Number)
	if !ok {
		return false
	}
	n, isInt := number.Int64()
	names := map[string]string{"lt": operators.Less, "lte": operators.LessEquals, "gt": operators.Greater, "gte": operators.GreaterEquals, "equal": operators.Equals, "eq": operators.Equals}
	if isInt && !negated && names[operator] != "" {
		d.of(path).bound(names[operator], float64(n))
	}
	return true
}

// regoPath reads a reference of constant steps below a variable or the input.
func regoPath(t *rego.Term) (string, bool) {
	switch v := t.Value.(type) {
	case rego.Ref:
		head, ok := v[0].Value.(rego.Var)
		if !ok {
			return "", false
		}
		path := string(head)
		for _, step := range v[1:] {
			s, ok := step.Value.(rego.String)
			if !ok {
				return "", false
			}
			path += "." + string(s)
		}
		return path, true
	case rego.Call:
		if len(v) == 2 && v[0].String() == "count" {
			path, ok := regoPath(v[1])
			return path + ".count()", ok
		}
	}
	return "", false
}

// regoTexts reads a text, or a set or array of texts.
func regoTexts(t *rego.Term) (texts []string, single, ok bool) {
	if s, isText := t.Value.(rego.String); isText {
		return []string{string(s)}, true, true
	}
	ok = true
	add := func(x *rego.Term) {
		s, isText := x.Value.(rego.String)
		texts, ok = append(texts, string(s)), ok && isText
	}
	switch v := t.Value.(type) {
	case rego.Set:
		v.Foreach(add)
	case *rego.Array:
		v.Foreach(add)
	default:
		return nil, false, false
	}
	slices.Sort(texts)
	return texts, false, ok
}
