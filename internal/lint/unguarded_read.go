package lint

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/schema"
)

// unguardedRead finds expressions in CEL that read what a call need not have: an
// argument, a part of one, or a field of an effect or event. Where it is absent, the
// expression fails, which is our own failure, and denies every call of the reply.
func unguardedRead() Rule {
	return Rule{
		ID: "unguarded-read", Severity: schema.DiagnosticSeverityWarning,
		Summary: "A rule or fact in CEL reads an argument or field without asking whether it is there.",
		Check: func(p *Pass) {
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) {
				r := p.reader(src.File)
				r.rule(src.Rule, nil)
				r.end(src.Rule.Range)
			})
			for _, lib := range p.Libraries {
				for _, f := range lib.Facts {
					text := celpolicy.NewText(p.Document(lib, f.File).Get("facts").Get(f.ID).Get("expression"))
					r := p.reader(p.Catalog.Display(lib, f.File))
					r.text(&text, nil)
					r.end(text.Range())
				}
			}
		},
	}
}

// reader follows what is read in one rule or fact, with what is known to be there.
type reader struct {
	*Pass
	file      string
	variables map[string]*condition
	within    []string        // variables whose expressions are looked at now
	rows      []string        // variables of macros over effects or events
	told      map[string]bool // paths, each of which is told once
	looked    int             // how many expressions were looked at, variables at each of their uses
}

// maxLooked bounds the work on one rule: each of many variables can stand in the next
// one twice.
const maxLooked = 200_000

// goesOn counts an expression, and reports whether it may be looked at.
func (r *reader) goesOn() bool {
	r.looked++
	return r.looked <= maxLooked
}

func (p *Pass) reader(file string) *reader {
	return &reader{Pass: p, file: file, variables: map[string]*condition{}, told: map[string]bool{}}
}

// end says that a rule was not looked at as a whole.
func (r *reader) end(at diag.Range) {
	if r.looked > maxLooked {
		r.Skip(Place{r.file, at}, "its variables stand in each other too often to follow all of their uses")
	}
}

// rule looks at the items of a rule in the order in which they are tried.
func (r *reader) rule(of *celpolicy.Rule, there guards) {
	for i := range of.Variables {
		v := &of.Variables[i]
		if c, ok := sharedConditions().parse(v.Expression); ok {
			r.variables[v.Name] = &c
		}
	}
	for i := range of.Items {
		item := &of.Items[i]
		inside := there
		if c := r.text(item.Condition, there); c != nil {
			inside = there.and(r.known(c.expr, true))
			if !of.Aggregate {
				there = there.and(r.known(c.expr, false))
			}
		}
		r.text(item.Output, inside)
		r.text(item.Explanation, inside)
		if item.Rule != nil {
			r.rule(item.Rule, inside)
		}
	}
}

// text looks at an expression and returns it; nil where there is none.
func (r *reader) text(text *celpolicy.Text, there guards) *condition {
	if text == nil {
		return nil
	}
	c, ok := sharedConditions().parse(*text)
	if !ok {
		return nil
	}
	r.read(&c, c.expr, there)
	return &c
}

// read looks at what an expression reads.
func (r *reader) read(c *condition, e ast.Expr, there guards) {
	if !r.goesOn() {
		return
	}
	switch e.Kind() {
	case ast.SelectKind:
		r.readSelection(c, e, there)
	case ast.CallKind:
		r.readCall(c, e, there)
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			r.read(c, item, there)
		}
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			r.read(c, entry.AsMapEntry().Key(), there)
			r.read(c, entry.AsMapEntry().Value(), there)
		}
	case ast.StructKind:
		for _, field := range e.AsStruct().Fields() {
			r.read(c, field.AsStructField().Value(), there)
		}
	case ast.ComprehensionKind:
		r.readComprehension(c, e.AsComprehension(), there)
	}
}

// readSelection looks at x.name, has(x.name) and variables.name.
func (r *reader) readSelection(c *condition, e ast.Expr, there guards) {
	s := e.AsSelect()
	if r.through(e, func(v *condition) { r.read(v, v.expr, there) }) {
		return
	}
	r.read(c, s.Operand(), there)
	if !s.IsTestOnly() {
		r.tell(c, e, s.FieldName(), there)
	}
}

func (r *reader) readCall(c *condition, e ast.Expr, there guards) {
	call := e.AsCall()
	args := call.Args()
	switch call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr:
		r.readJoined(c, operandsOf(e), call.FunctionName() == operators.LogicalAnd, there)
		return
	case operators.Conditional:
		r.read(c, args[0], there)
		r.read(c, args[1], there.and(r.known(args[0], true)))
		r.read(c, args[2], there.and(r.known(args[0], false)))
		return
	}
	if call.IsMemberFunction() {
		r.read(c, call.Target(), there)
	}
	for _, arg := range args {
		r.read(c, arg, there)
	}
	if call.FunctionName() == operators.Index {
		if name, ok := celText(args[1]); ok {
			r.tell(c, e, name, there)
		}
	}
}

// readJoined looks at operands of && or ||. One that fails is no failure of the whole
// where another one decides it, whatever their order: so each is read with what is
// known where no other one does.
func (r *reader) readJoined(c *condition, operands []ast.Expr, and bool, there guards) {
	known := make([]guards, len(operands))
	for i, operand := range operands {
		known[i] = r.known(operand, and)
	}
	for i, operand := range operands {
		inside := there
		for k := range operands {
			if k != i {
				inside = inside.and(known[k])
			}
		}
		r.read(c, operand, inside)
	}
}

func (r *reader) readComprehension(c *condition, of ast.ComprehensionExpr, there guards) {
	r.read(c, of.IterRange(), there)
	r.read(c, of.AccuInit(), there)
	if isRows(of.IterRange()) {
		r.rows = append(r.rows, of.IterVar())
		defer func() { r.rows = r.rows[:len(r.rows)-1] }()
	}
	r.read(c, of.LoopStep(), there.and(r.known(of.LoopCondition(), true)))
	r.read(c, of.Result(), there)
}

// tell reports a read of a name that need not be there, where nothing says that it is.
func (r *reader) tell(c *condition, e ast.Expr, name string, there guards) {
	path, ok := r.path(e)
	if !ok || !r.optional(path) {
		return
	}
	key := strings.Join(path, ".")
	if slices.Contains(there, key) || r.told[key] {
		return
	}
	r.told[key] = true
	what, of := "the argument", "a call"
	if !isArgument(path) {
		what, of = "the field", "an effect or event"
	}
	if isArgument(path) && len(path) > 4 {
		what = "the member"
	}
	r.Report(Finding{
		Place:   r.readPlace(c, e, name),
		Message: fmt.Sprintf("%s %s may be absent: %s need not have it, the expression then fails, and every call is denied", what, quoted(name), of),
		Help:    "ask first, as has(" + key + ") && …, or write a value for where it is absent, as " + optionalRead(path) + ".orValue(…)",
	})
}

// optionalRead reads the last name of a path only where it is there.
func optionalRead(path []string) string {
	last := len(path) - 1
	return strings.Join(path[:last], ".") + ".?" + path[last]
}

// readPlace is where the name of what is read stands.
func (r *reader) readPlace(c *condition, e ast.Expr, name string) Place {
	if e.Kind() == ast.SelectKind {
		return c.namePlace(r.file, e)
	}
	return Place{r.file, c.text.Range()}
}

// isArgument reports whether a path leads to an argument of a call or a part of one.
func isArgument(path []string) bool {
	return len(path) > 3 && path[0] == "input" && path[1] == "action" && path[2] == "args"
}

// optional reports whether what a path leads to may be absent.
func (r *reader) optional(path []string) bool {
	if isArgument(path) {
		return true
	}
	return len(path) > 2 && path[1] == "fields" && slices.Contains(r.rows, path[0])
}

// through looks at the expression of a variable in the place of variables.name, unless
// it is looked at already. It reports whether an expression is one.
func (r *reader) through(e ast.Expr, look func(*condition)) bool {
	name, ok := variable(e)
	v := r.variables[name]
	if !ok || v == nil {
		return false
	}
	if !slices.Contains(r.within, name) {
		r.within = append(r.within, name)
		look(v)
		r.within = r.within[:len(r.within)-1]
	}
	return true
}

// path reads selections and literal keys below an identifier, variables that are such
// a path themselves in the place of their names.
func (r *reader) path(e ast.Expr) (path []string, ok bool) {
	if r.through(e, func(v *condition) { path, ok = r.path(v.expr) }) {
		return path, ok
	}
	switch e.Kind() {
	case ast.IdentKind:
		return []string{e.AsIdent()}, true
	case ast.SelectKind:
		path, ok := r.path(e.AsSelect().Operand())
		return append(path, e.AsSelect().FieldName()), ok
	case ast.CallKind:
		call := e.AsCall()
		if call.FunctionName() != operators.Index {
			return nil, false
		}
		name, isText := celText(call.Args()[1])
		path, ok := r.path(call.Args()[0])
		return append(path, name), ok && isText
	}
	return nil, false
}
