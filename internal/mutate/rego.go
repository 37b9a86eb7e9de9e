package mutate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// moduleMutants are the mutants of a Rego module: of the statements of its rules,
// and of the severity that their annotations give them.
func (r *Run) moduleMutants(m *catalog.ModuleText) []*Mutant {
	module, err := ast.ParseModuleWithOpts(m.File, m.Text, ast.ParserOptions{RegoVersion: ast.RegoV1, ProcessAnnotation: true})
	if err != nil || module == nil {
		return nil
	}
	g := &regoChanges{text: m.Text, places: doc.NewPlaces(m.Text), seen: map[string]bool{}}
	for _, rule := range module.Rules {
		g.subject = subjectOf(rule)
		g.annotation(rule)
		for whole := rule; whole != nil; whole = whole.Else {
			g.rule(whole)
		}
	}
	list := make([]*Mutant, 0, len(g.list))
	for _, c := range g.list {
		element, id := schema.MutatedElementRule, c.subject
		if id == "" {
			element, id = schema.MutatedElementModule, m.File
		}
		mutant := newMutant(element, id, m.Library, m.Shown, g.places.At(c.start), c.operator, c.before, c.after)
		mutant.variant = func() (*catalog.Catalog, diag.List) {
			return r.editor.WithModule(m, m.Text[:c.start]+c.text+m.Text[c.end:])
		}
		list = append(list, mutant)
	}
	return list
}

// subjectOf is the id that a rule's annotations give it; empty where there is
// none.
func subjectOf(rule *ast.Rule) string {
	for _, a := range rule.Annotations {
		if id, ok := a.Custom["id"].(string); ok && a.Scope == "rule" {
			return id
		}
	}
	return ""
}

// regoChange replaces the bytes from start to end.
type regoChange struct {
	subject       string
	operator      Operator
	start, end    int
	text          string
	before, after string
}

type regoChanges struct {
	text    string
	places  *doc.Places
	subject string
	list    []regoChange
	seen    map[string]bool
}

func (g *regoChanges) add(operator Operator, start, end int, text string) {
	g.addAs(operator, start, end, text, oneLine(g.text[start:end]), oneLine(text))
}

func (g *regoChanges) addAs(operator Operator, start, end int, text, before, after string) {
	key := strconv.Itoa(start) + ":" + strconv.Itoa(end) + ":" + text
	if !g.seen[key] {
		g.seen[key] = true
		g.list = append(g.list, regoChange{g.subject, operator, start, end, text, before, after})
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var severityLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^#\s+severity:[ \t]*([a-z]+)[ \t]*$`)
})

// annotation changes the severity of a rule.
func (g *regoChanges) annotation(rule *ast.Rule) {
	if g.subject == "" || rule.Location == nil {
		return
	}
	above := g.text[:rule.Location.Offset]
	if i := strings.LastIndex(above, "# METADATA"); i >= 0 {
		if found := severityLine().FindStringSubmatchIndex(above[i:]); found != nil {
			start, end := i+found[2], i+found[3]
			g.add(schema.MutationOperatorSeverity, start, end, otherSeverity(g.text[start:end]))
		}
	}
}

func (g *regoChanges) rule(rule *ast.Rule) {
	generated := rule.Default || len(rule.Body) == 1 && rule.Body[0].Location != nil && rule.Head.Location != nil && rule.Body[0].Location.Offset == rule.Head.Location.Offset
	if !generated {
		g.body(rule.Body)
	}
	for _, t := range append(slices.Clone([]*ast.Term{rule.Head.Key, rule.Head.Value}), rule.Head.Args...) {
		if t != nil {
			g.terms(t)
		}
	}
}

// body changes the statements of a body, and those of bodies inside them.
func (g *regoChanges) body(body ast.Body) {
	for _, e := range body {
		g.statement(e, len(body) > 1)
	}
}

func (g *regoChanges) statement(e *ast.Expr, several bool) {
	start, end, ok := g.span(e.Location)
	if !ok {
		return
	}
	binds := e.IsAssignment() || e.IsEvery()
	if _, some := e.Terms.(*ast.SomeDecl); some {
		binds = true
	}
	if every, ok := e.Terms.(*ast.Every); ok {
		g.body(every.Body)
		g.terms(every.Domain)
	}
	if several && !binds || e.IsEvery() {
		g.addAs(schema.MutationOperatorOperand, start, end, "true", oneLine(g.text[start:end]), "")
	}
	if !binds {
		g.negate(e, start, end)
	}
	g.comparison(e.Operator(), e.Operands())
	for _, t := range e.Operands() {
		if !isFormat(e.Operator(), e.Operands(), t) {
			g.terms(t)
		}
	}
	if t, ok := e.Terms.(*ast.Term); ok {
		g.terms(t)
	}
	if decl, ok := e.Terms.(*ast.SomeDecl); ok {
		for _, t := range decl.Symbols {
			g.terms(t)
		}
	}
}

func (g *regoChanges) negate(e *ast.Expr, start, end int) {
	text := g.text[start:end]
	if rest, ok := strings.CutPrefix(text, "not "); ok {
		g.add(schema.MutationOperatorNegation, start, end, strings.TrimSpace(rest))
		return
	}
	if len(regoFlipped(operatorText(e.Operator()))) == 0 {
		g.add(schema.MutationOperatorNegation, start, end, "not "+text)
	}
}

// span is where something stands.
func (g *regoChanges) span(l *ast.Location) (start, end int, ok bool) {
	if l == nil || l.Offset < 0 || l.Offset+len(l.Text) > len(g.text) || len(l.Text) == 0 {
		return 0, 0, false
	}
	start, end = l.Offset, l.Offset+len(l.Text)
	return start, end, g.text[start:end] == string(l.Text)
}

func operatorText(ref ast.Ref) string {
	if ref == nil {
		return ""
	}
	switch ref.String() {
	case "equal":
		return "=="
	case "neq":
		return "!="
	case "lt":
		return "<"
	case "lte":
		return "<="
	case "gt":
		return ">"
	case "gte":
		return ">="
	}
	return ""
}

func regoFlipped(operator string) []string {
	switch operator {
	case "==":
		return []string{"!="}
	case "!=":
		return []string{"=="}
	case "<":
		return []string{"<=", ">="}
	case "<=":
		return []string{"<", ">"}
	case ">":
		return []string{">=", "<="}
	case ">=":
		return []string{">", "<"}
	}
	return nil
}

// comparison takes another operator where one stands between its operands.
func (g *regoChanges) comparison(ref ast.Ref, operands []*ast.Term) {
	operator := operatorText(ref)
	if operator == "" || len(operands) != 2 {
		return
	}
	_, left, okLeft := g.span(operands[0].Location)
	right, _, okRight := g.span(operands[1].Location)
	if !okLeft || !okRight || right <= left || strings.TrimSpace(g.text[left:right]) != operator {
		return
	}
	at := left + strings.Index(g.text[left:right], operator)
	for _, other := range regoFlipped(operator) {
		g.add(schema.MutationOperatorComparison, at, at+len(operator), other)
	}
}

// terms changes constants, and what stands inside a term.
func (g *regoChanges) terms(t *ast.Term) {
	switch v := t.Value.(type) {
	case ast.String:
		if start, end, ok := g.span(t.Location); ok && g.text[start] == '"' {
			g.add(schema.MutationOperatorConstant, start, end, strconv.Quote(shortened(string(v))))
		}
	case ast.Number:
		g.number(t, v)
	case ast.Boolean:
		if start, end, ok := g.span(t.Location); ok {
			g.add(schema.MutationOperatorConstant, start, end, strconv.FormatBool(!bool(v)))
		}
	case ast.Call:
		g.call(v)
	case *ast.Array:
		v.Foreach(g.terms)
	case ast.Set:
		v.Foreach(g.terms)
	case ast.Object:
		v.Foreach(func(key, value *ast.Term) {
			if !isMessage(key) {
				g.terms(value)
			}
		})
	case *ast.ArrayComprehension:
		g.terms(v.Term)
		g.body(v.Body)
	case *ast.SetComprehension:
		g.terms(v.Term)
		g.body(v.Body)
	case *ast.ObjectComprehension:
		g.terms(v.Value)
		g.body(v.Body)
	}
}

func (g *regoChanges) number(t *ast.Term, v ast.Number) {
	start, end, ok := g.span(t.Location)
	n, whole := v.Int64()
	if !ok || !whole {
		return
	}
	for _, by := range []int64{1, -1} {
		g.add(schema.MutationOperatorConstant, start, end, strconv.FormatInt(n+by, 10))
	}
}

func (g *regoChanges) call(v ast.Call) {
	ref, _ := v[0].Value.(ast.Ref)
	g.comparison(ref, v[1:])
	for _, t := range v[1:] {
		if !isFormat(ref, v[1:], t) {
			g.terms(t)
		}
	}
}

// isFormat reports whether a term is the format of a text for people.
func isFormat(ref ast.Ref, operands []*ast.Term, t *ast.Term) bool {
	return ref != nil && ref.String() == "sprintf" && len(operands) > 0 && operands[0] == t
}

// isMessage reports whether a key is that of a text for people.
func isMessage(key *ast.Term) bool { return key.Value.Compare(ast.String("message")) == 0 }
