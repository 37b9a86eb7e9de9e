package invariant

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/debug"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"

	"github.com/contractc/contractc/internal/celpolicy"
)

// maxTerms bounds the script of one invariant.
const maxTerms = 20_000

// lowering writes expressions as a script.
type lowering struct {
	script  strings.Builder
	defined int
	names   map[string]string // of terms that have one
	inputs  map[string]*value // by path
	order   []string          // paths, as they were found
	sorts   map[string]sort   // of inputs that have a term
	unknown map[string]*value // what was not lowered, by its text
	reasons []string
	memo    map[any]*value // of variables, by their expression
	keys    map[any]string // of expressions, see keyOf
	result  *value
	tooMuch bool
	// always says whether a field of a type is never absent; nil for never.
	always func(typeName, field string) bool
	types  map[string]*cel.Type // of inputs
}

func newLowering(always func(string, string) bool) *lowering {
	return &lowering{always: always, names: map[string]string{}, keys: map[any]string{}, types: map[string]*cel.Type{}, inputs: map[string]*value{}, sorts: map[string]sort{}, unknown: map[string]*value{}, memo: map[any]*value{}}
}

// scope is the expression that is lowered, with the variables of its loops.
type scope struct {
	of    *celpolicy.Checked
	ast   *ast.AST
	bound map[string]*value
}

func (s *scope) with(name string, v *value) *scope {
	inner := &scope{of: s.of, ast: s.ast, bound: map[string]*value{}}
	for k, w := range s.bound {
		inner.bound[k] = w
	}
	inner.bound[name] = v
	return inner
}

// checked lowers a whole expression.
func (l *lowering) checked(c *celpolicy.Checked) *value {
	if v := l.memo[c.ID()]; v != nil {
		return v
	}
	a := c.AST()
	v := l.named(l.expr(&scope{of: c, ast: a}, a.Expr()))
	l.memo[c.ID()] = v
	return v
}

// named gives long terms a name, so that they are written once.
func (l *lowering) named(v *value) *value {
	w := *v
	w.ok = l.define(v.ok, boolSort)
	switch {
	case v.scalar():
		w.term = l.define(v.term, v.sort)
	case v.sort == optionalSort:
		w.has = l.define(v.has, boolSort)
		if v.of != nil {
			w.of = l.named(v.of)
		}
	case v.sort == listSort:
		for i, it := range v.items {
			if len(it.when) > 40 {
				v.items[i] = &item{l.define(it.when, boolSort), it.value}
			}
		}
		w.items = v.items
	}
	return &w
}

// define gives a long term a name, the same one to the same term.
func (l *lowering) define(term string, s sort) string {
	if len(term) <= 40 {
		return term
	}
	if name, ok := l.names[term]; ok {
		return name
	}
	l.defined++
	l.tooMuch = l.tooMuch || l.defined > maxTerms
	name := "t" + strconv.Itoa(l.defined)
	l.names[term] = name
	if !l.tooMuch {
		fmt.Fprintf(&l.script, "(define-fun %s () %s %s)\n", name, smtSort(s), term)
	}
	return name
}

func smtSort(s sort) string {
	switch s {
	case intSort:
		return "Int"
	case textSort:
		return "String"
	}
	return "Bool"
}

// sortOf is the sort of the values of a type.
func sortOf(t *cel.Type) sort {
	switch {
	case t == nil:
		return opaqueSort
	case t.IsExactType(cel.BoolType):
		return boolSort
	case t.IsExactType(cel.IntType):
		return intSort
	case t.IsExactType(cel.StringType):
		return textSort
	}
	return opaqueSort
}

// expr lowers a part of an expression.
func (l *lowering) expr(s *scope, e ast.Expr) *value {
	if l.tooMuch {
		return &value{ok: no}
	}
	switch e.Kind() {
	case ast.LiteralKind:
		return l.literal(s, e)
	case ast.IdentKind:
		return l.ident(s, e)
	case ast.SelectKind:
		return l.selection(s, e)
	case ast.CallKind:
		return l.call(s, e)
	case ast.ListKind:
		return l.list(s, e)
	case ast.MapKind:
		return l.mapping(s, e)
	case ast.ComprehensionKind:
		return l.comprehension(s, e)
	}
	return l.opaque(s, e)
}

// opaque is any value of the expression's type, or an error; the same one for
// the same expression.
func (l *lowering) opaque(s *scope, e ast.Expr) *value {
	var key string
	if len(s.bound) > 0 {
		key = fmt.Sprintf("%s %p %d %d", debug.ToDebugString(e), s.of.ID(), e.ID(), l.defined)
		l.defined++
	} else {
		key = l.keyOf(s.of, e)
	}
	return l.anyFor(key, sortOf(s.ast.GetType(e.ID())), func() string { return s.words(e) })
}

// anyFor is any value of a sort, or an error, of what is not lowered: the same one
// for the same key. Why it is not lowered is noted where it is new.
func (l *lowering) anyFor(key string, of sort, why func() string) *value {
	if v := l.unknown[key]; v != nil {
		return v
	}
	v := l.fresh(of)
	l.unknown[key] = v
	l.reason(why())
	return v
}

// anyTruth is any truth value, or an error. Within a macro it is another one at each
// place.
func (l *lowering) anyTruth(s *scope, key string, why func() string) *value {
	if len(s.bound) > 0 {
		key = fmt.Sprintf("%s %d", key, l.defined)
	}
	return l.anyFor(key, boolSort, why)
}

// words are a part of an expression as a person would write it. Of a macro that was
// expanded nothing else is left than what it goes through.
func (s *scope) words(e ast.Expr) string {
	if text, err := parser.Unparse(e, s.ast.SourceInfo()); err == nil {
		return oneLine(text)
	}
	words, found := oneLine(debug.ToDebugString(e)), false
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(part ast.Expr) {
		if found || part.Kind() != ast.ComprehensionKind {
			return
		}
		found = true
		if over, err := parser.Unparse(part.AsComprehension().IterRange(), s.ast.SourceInfo()); err == nil {
			words = "a macro, such as exists, all, map or filter, over " + oneLine(over)
		}
	}))
	return words
}

// keyOf tells parts of expressions apart, of several policies too: by how they are
// written, and by the variables that stand in them.
func (l *lowering) keyOf(of *celpolicy.Checked, e ast.Expr) string {
	key := debug.ToDebugString(e)
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(part ast.Expr) {
		if part.Kind() != ast.IdentKind {
			return
		}
		if c, ok := of.Variable(part.AsIdent()); ok {
			key += "\nwhere " + part.AsIdent() + " is " + l.keyOfWhole(c)
		}
	}))
	return key
}

// keyOfWhole is a short key of a whole expression.
func (l *lowering) keyOfWhole(c *celpolicy.Checked) string {
	if key, ok := l.keys[c.ID()]; ok {
		return key
	}
	key := fmt.Sprintf("%x", sha256.Sum256([]byte(l.keyOf(c, c.AST().Expr()))))
	l.keys[c.ID()] = key
	return key
}

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len([]rune(text)) > 80 {
		text = string([]rune(text)[:80]) + "…"
	}
	return text
}

func (l *lowering) reason(what string) {
	for _, r := range l.reasons {
		if r == what {
			return
		}
	}
	l.reasons = append(l.reasons, what)
}

// fresh is any value of a sort, or an error.
func (l *lowering) fresh(s sort) *value {
	l.defined++
	name := "u" + strconv.Itoa(l.defined)
	fmt.Fprintf(&l.script, "(declare-const %s.ok Bool)\n", name)
	v := &value{sort: s, ok: name + ".ok"}
	if s != opaqueSort {
		v.term = name
		l.declare(name, s)
	}
	return v
}

// declare declares a constant; integers have 64 bits.
func (l *lowering) declare(name string, s sort) {
	fmt.Fprintf(&l.script, "(declare-const %s %s)\n", name, smtSort(s))
	if s == intSort {
		fmt.Fprintf(&l.script, "(assert %s)\n", fits(name))
	}
}

// fits is the condition on which a number has 64 bits.
func fits(term string) string {
	return "(and (<= (- 9223372036854775808) " + term + ") (<= " + term + " 9223372036854775807))"
}

// ident is a variable of a loop, the policy's result, or an input.
func (l *lowering) ident(s *scope, e ast.Expr) *value {
	name := e.AsIdent()
	if v := s.bound[name]; v != nil {
		return v
	}
	if name == "rule.result" && l.result != nil {
		return l.result
	}
	if c, ok := s.of.Variable(name); ok {
		return l.checked(c)
	}
	return l.input(strings.TrimPrefix(name, "."), s.ast.GetType(e.ID()), yes)
}

// input is the input of a path: any value of its type.
func (l *lowering) input(path string, t *cel.Type, ok string) *value {
	if v := l.inputs[path]; v != nil {
		return v
	}
	v := &value{sort: sortOf(t), ok: ok, path: path}
	if v.sort != opaqueSort {
		l.defined++
		v.term = "i" + strconv.Itoa(l.defined)
		l.declare(v.term, v.sort)
		l.sorts[path] = v.sort
	}
	l.inputs[path], l.types[path], l.order = v, t, append(l.order, path)
	return v
}

// Paths of inputs: the name of a variable, which may have dots, and fields.
const (
	fieldMark   = "\x1f"
	presentMark = "\x1f?"
)

// selection is a field: of an input another input, which may be absent, of a map
// with literal keys one of its values.
func (l *lowering) selection(s *scope, e ast.Expr) *value {
	sel := e.AsSelect()
	of := l.expr(s, sel.Operand())
	switch {
	case of.sort == mapSort:
		return l.field(s, e, of, sel.FieldName(), sel.IsTestOnly())
	case of.path == "" || of.sort != opaqueSort:
		return l.opaque(s, e)
	}
	path := of.path + fieldMark + sel.FieldName()
	of = of.under(l.hasFields(of))
	there := l.presentIn(s.ast.GetType(sel.Operand().ID()), sel.FieldName(), path)
	if sel.IsTestOnly() {
		return &value{sort: boolSort, ok: of.ok, term: there}
	}
	return l.input(path, s.ast.GetType(e.ID()), all(of.ok, there))
}

// presentIn is whether a field of an input is there: always where its type says so.
func (l *lowering) presentIn(of *cel.Type, field, path string) string {
	if l.always != nil && of != nil && l.always(of.TypeName(), field) {
		return yes
	}
	return l.present(path)
}

// present is whether the input of a path is there.
func (l *lowering) present(path string) string {
	key := path + presentMark
	if v := l.inputs[key]; v != nil {
		return v.term
	}
	l.defined++
	v := &value{sort: boolSort, ok: yes, term: "p" + strconv.Itoa(l.defined)}
	l.declare(v.term, boolSort)
	l.inputs[key], l.sorts[key], l.order = v, boolSort, append(l.order, key)
	return v.term
}

func (l *lowering) field(s *scope, e ast.Expr, of *value, name string, test bool) *value {
	for i, key := range of.keys {
		if key == name && test {
			return truth(yes).under(of.ok)
		} else if key == name {
			return of.fields[i].under(of.ok)
		}
	}
	if test {
		return truth(no).under(of.ok)
	}
	v := l.opaque(s, e)
	return withOK(v, no)
}

// list is a list of literals' items.
func (l *lowering) list(s *scope, e ast.Expr) *value {
	literal := e.AsList()
	if len(literal.OptionalIndices()) > 0 {
		return l.opaque(s, e)
	}
	v := &value{sort: listSort, ok: yes}
	for _, element := range literal.Elements() {
		of := l.expr(s, element)
		v.ok = all(v.ok, of.ok)
		v.items = append(v.items, &item{yes, of})
	}
	return v
}

// mapping is a map whose keys are literal texts, none twice.
func (l *lowering) mapping(s *scope, e ast.Expr) *value {
	v := &value{sort: mapSort, ok: yes}
	for _, entry := range e.AsMap().Entries() {
		m := entry.AsMapEntry()
		if m.Key().Kind() != ast.LiteralKind || m.IsOptional() {
			return l.opaque(s, e)
		}
		key, ok := m.Key().AsLiteral().(types.String)
		of := l.expr(s, m.Value())
		if !ok {
			return l.opaque(s, e)
		}
		for _, known := range v.keys {
			if known == string(key) {
				return l.opaque(s, e)
			}
		}
		v.ok, v.keys, v.fields = all(v.ok, of.ok), append(v.keys, string(key)), append(v.fields, of)
	}
	return v
}
