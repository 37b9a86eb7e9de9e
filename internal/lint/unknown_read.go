package lint

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
)

// unknownReads looks at what the expressions of a rule in CEL read: facts, and
// fields of effects and events. Both are maps to CEL, so that a name that nothing
// has is found neither by its types nor, behind has, when the rule runs.
func (p *Pass) unknownReads(src *celpolicy.Source) {
	parse := sharedConditions()
	eachText(src.Rule, func(text celpolicy.Text) {
		c, ok := parse.parse(text)
		if !ok {
			return
		}
		for _, s := range selections(c.expr) {
			if path, ok := celPath(s.AsSelect().Operand()); ok && strings.Join(path, ".") == "input.facts" {
				p.unknownFact(src.File, &c, s)
			}
		}
		p.unknownFields(src.File, &c)
	})
}

// eachText calls f for every expression of a rule and of those within it.
func eachText(r *celpolicy.Rule, f func(celpolicy.Text)) {
	for _, v := range r.Variables {
		f(v.Expression)
	}
	for i := range r.Items {
		item := &r.Items[i]
		for _, text := range []*celpolicy.Text{item.Condition, item.Output, item.Explanation} {
			if text != nil {
				f(*text)
			}
		}
		if item.Rule != nil {
			eachText(item.Rule, f)
		}
	}
}

// selections are all x.name and has(x.name) in an expression.
func selections(e ast.Expr) []ast.Expr {
	var list []ast.Expr
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.SelectKind {
			list = append(list, e)
		}
	}))
	return list
}

// namePlace is where the name of a selection stands.
func (c *condition) namePlace(file string, selection ast.Expr) Place {
	name := []rune(selection.AsSelect().FieldName())
	source := []rune(c.text.Source)
	start, ok := c.info.GetOffsetRange(selection.ID())
	for i := int(start.Start); ok && i+len(name) <= len(source); i++ {
		if slices.Equal(source[i:i+len(name)], name) {
			return Place{file, c.text.Within(i, i+len(name))}
		}
	}
	return Place{file, c.text.Range()}
}

func (p *Pass) unknownFact(file string, c *condition, selection ast.Expr) {
	name := selection.AsSelect().FieldName()
	var facts []string
	for _, f := range p.Catalog.Facts {
		facts = append(facts, f.ID)
	}
	if !slices.Contains(facts, name) {
		p.Report(Finding{Place: c.namePlace(file, selection), Message: "no fact has the name " + quoted(name), Help: meant(name, facts)})
	}
}

// unknownFields looks at the fields of effects and events that an expression reads:
// of input.effects and input.events at an index, and of the variable of a macro
// over one of them.
func (p *Pass) unknownFields(file string, c *condition) {
	report := func(over ast.Expr, isRow func(ast.Expr) bool) {
		effects := p.effectsNamed(celEffects(over))
		for _, s := range selections(over) {
			fields := s.AsSelect().Operand()
			if fields.Kind() == ast.SelectKind && fields.AsSelect().FieldName() == "fields" && isRow(fields.AsSelect().Operand()) {
				p.unknownField(c.namePlace(file, s), s.AsSelect().FieldName(), effects)
			}
		}
	}
	report(c.expr, func(row ast.Expr) bool {
		return row.Kind() == ast.CallKind && row.AsCall().FunctionName() == operators.Index && isRows(row.AsCall().Args()[0])
	})
	ast.PostOrderVisit(c.expr, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.ComprehensionKind || !isRows(e.AsComprehension().IterRange()) {
			return
		}
		names := []string{e.AsComprehension().IterVar(), e.AsComprehension().IterVar2()}
		report(e.AsComprehension().LoopStep(), func(row ast.Expr) bool {
			return row.Kind() == ast.IdentKind && slices.Contains(names, row.AsIdent())
		})
	}))
}

// isRows reports whether an expression is the list of effects or that of events.
func isRows(e ast.Expr) bool {
	path, ok := celPath(e)
	return ok && slices.Contains(rowLists(), strings.Join(path, "."))
}

func rowLists() []string { return []string{"input.effects", "input.events"} }

// celEffects are the effect types that an expression demands; none where it
// compares with one in another way, so that it may be about any.
func celEffects(e ast.Expr) []string {
	var names []string
	for _, call := range callsOf(e) {
		path, texts := comparison(call)
		if !strings.HasSuffix(path, ".effect") {
			continue
		}
		if !slices.Contains([]string{operators.Equals, operators.In}, call.FunctionName()) {
			return nil
		}
		names = append(names, texts...)
	}
	return names
}

// effectsNamed are the effect types with some names, all where there are none or
// one is not known.
func (p *Pass) effectsNamed(names []string) []*index.Effect {
	var list []*index.Effect
	for _, name := range names {
		i := slices.IndexFunc(p.Catalog.Effects, func(e *catalog.Effect) bool { return e.ID == name })
		if i < 0 {
			return p.Catalog.Effects
		}
		list = append(list, p.Catalog.Effects[i])
	}
	if len(list) == 0 {
		return p.Catalog.Effects
	}
	return list
}

// unknownField reports a field that none of some effect types has.
func (p *Pass) unknownField(at Place, name string, effects []*index.Effect) {
	var known []string
	for _, e := range effects {
		for i := range e.Fields {
			known = append(known, e.Fields[i].Name)
		}
	}
	if slices.Contains(known, name) {
		return
	}
	message := fmt.Sprintf("no effect type has a field %q", name)
	if len(effects) == 1 {
		message = fmt.Sprintf("the effect type %s has no field %q", effects[0].ID, name)
	}
	p.Report(Finding{Place: at, Message: message, Help: meant(name, known)})
}

// unknownRegoFields looks at the fields of effects and events that a rule in Rego
// reads: of input.effects[_] and input.events[_], and of a variable that is some
// member of one of them. To Rego they are open, and a name that nothing has is
// undefined.
func (p *Pass) unknownRegoFields(r *regoRule) {
	rows := regoRows(r.rule)
	effects := p.effectsNamed(regoEffects(r.rule))
	rego.WalkTerms(r.rule, func(t *rego.Term) bool {
		ref, ok := t.Value.(rego.Ref)
		if !ok {
			return false
		}
		from := 1
		if v, isVar := ref[0].Value.(rego.Var); !isVar || !rows[string(v)] {
			if len(ref) < 3 || !isRegoRows(ref[:2]) {
				return false
			}
			from = 3
		}
		if len(ref) > from+1 && ref[from].Equal(rego.StringTerm("fields")) {
			if name, isText := ref[from+1].Value.(rego.String); isText {
				p.unknownField(regoPlace(t.Location), string(name), effects)
			}
		}
		return false
	})
}

// regoRows are the variables that are some member of input.effects or of
// input.events.
func regoRows(r *rego.Rule) map[string]bool {
	rows := map[string]bool{}
	rego.WalkExprs(r, func(e *rego.Expr) bool {
		decl, ok := e.Terms.(*rego.SomeDecl)
		if !ok || len(decl.Symbols) != 1 {
			return false
		}
		call, ok := decl.Symbols[0].Value.(rego.Call) // in, the key where there is one, the member, the list
		if !ok || len(call) < 3 {
			return false
		}
		list, isRef := call[len(call)-1].Value.(rego.Ref)
		member, isVar := call[len(call)-2].Value.(rego.Var)
		if isRef && isVar && isRegoRows(list) {
			rows[string(member)] = true
		}
		return false
	})
	return rows
}

func isRegoRows(ref rego.Ref) bool { return slices.Contains(rowLists(), ref.String()) }

// regoEffects are the effect types that a rule demands, as celEffects.
func regoEffects(r *rego.Rule) []string {
	var names []string
	other := false
	rego.WalkExprs(r, func(e *rego.Expr) bool {
		if !e.IsCall() || len(e.Operands()) != 2 {
			return false
		}
		left, right := e.Operand(0), e.Operand(1)
		if _, isText := left.Value.(rego.String); isText {
			left, right = right, left
		}
		path, ok := regoPath(left)
		if !ok || !strings.HasSuffix(path, ".effect") {
			return false
		}
		texts, _, isText := regoTexts(right)
		other = other || !isText || e.Negated || !slices.Contains([]string{"equal", "eq", "internal.member_2"}, e.Operator().String())
		names = append(names, texts...)
		return false
	})
	if other {
		return nil
	}
	return names
}
