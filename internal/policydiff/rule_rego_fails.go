package policydiff

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/schema"
)

// An evaluation of a rule in Rego fails, which denies, where a built-in function is
// given what it does not take, and where a rule or function has two values. What
// keeps a part from being evaluated, such as a condition before it or one by which
// OPA's index leaves the rule out, hides that.

// mayFail names what may fail where a rule is evaluated; it is empty where nothing
// may.
func (m *regoModules) mayFail(r *index.Rule) string {
	of := m.rule(r)
	if of == nil {
		return "its text, which was not found,"
	}
	if why := m.failing(r, partsOf(of)...); why != "" {
		return why
	}
	return noMessage(of, nil)
}

// noMessage names what a rule says that may be no text, or an empty message, other
// than what the head of another version says as well.
func noMessage(r *ast.Rule, other *ast.Head) string {
	said, ok := headObject(r.Head)
	if !ok {
		return "what it says, which may be no message,"
	}
	also, _ := headObject(other)
	found := ""
	said.Foreach(func(key, v *ast.Term) {
		if also != nil {
			if w := also.Get(key); w != nil && w.Equal(v) {
				return
			}
		}
		if !textual(r, v, key.Value.Compare(ast.String("path")) == 0) && found == "" {
			found = "what it says, " + v.String() + ", which may be no message,"
		}
	})
	return found
}

func headObject(h *ast.Head) (ast.Object, bool) {
	if h == nil || h.Key == nil {
		return nil, false
	}
	object, ok := h.Key.Value.(ast.Object)
	return object, ok
}

// textual reports whether a term of a rule's head is a text by its form, and not
// empty unless that is allowed.
func textual(r *ast.Rule, t *ast.Term, empty bool) bool {
	switch v := t.Value.(type) {
	case ast.String:
		return v != "" || empty
	case ast.Ref:
		return strings.HasPrefix(v.String(), "rego.metadata.rule()")
	case ast.Call:
		if v[0].String() != "sprintf" || len(v) < 2 || !isText(v[1]) {
			return false
		}
		format, _ := v[1].Value.(ast.String)
		return empty || regexp.MustCompile(`%[^%]`).ReplaceAllString(string(format), "") != ""
	case ast.Var:
		for _, e := range r.Body {
			if terms, ok := e.Terms.([]*ast.Term); ok && e.IsAssignment() && terms[1].Equal(t) {
				return textual(r, terms[2], empty)
			}
		}
	}
	return false
}

// partsOf are the parts of a rule that are evaluated.
func partsOf(r *ast.Rule) []any {
	parts := []any{r.Body}
	if r.Head.Key != nil {
		parts = append(parts, r.Head.Key)
	}
	if r.Else != nil {
		parts = append(parts, r.Else)
	}
	return parts
}

// failing names what may fail in parts of a rule, or in what they use.
func (m *regoModules) failing(r *index.Rule, parts ...any) string {
	c := m.closureOf(r)
	if c.broken != "" {
		return "what cannot be parsed"
	}
	f := &failures{rules: c.rules, text: stageOf(r) == schema.RuleStageJudge}
	for _, part := range parts {
		c.visit(part)
		f.in(part)
	}
	for _, name := range sortedNames(c.seen) {
		f.group(c.rules[name])
	}
	for _, pkg := range sortedNames(m.restsOn(r.Package)) {
		if pkg != r.Package {
			f.pkg(m, pkg)
		}
	}
	return f.found
}

// failures finds what may fail.
type failures struct {
	rules map[string][]*ast.Rule // of the package, by name
	text  bool                   // the type and the tool of an action are texts
	found string
}

func (f *failures) note(what string) {
	if f.found == "" {
		f.found = what
	}
}

func (f *failures) pkg(m *regoModules, pkg string) {
	groups := map[string][]*ast.Rule{}
	for _, module := range m.packages[pkg] {
		parsed := m.module(module.ID)
		if parsed == nil {
			f.note("what cannot be parsed")
			return
		}
		for _, r := range parsed.Rules {
			groups[ruleName(r)] = append(groups[ruleName(r)], r)
		}
	}
	own := f.rules
	f.rules = groups
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		f.group(groups[name])
	}
	f.rules = own
}

// group finds what may fail in the rules of one name: in each, and since they may
// have two values.
func (f *failures) group(rules []*ast.Rule) {
	var value *ast.Term
	for _, r := range rules {
		f.in(r)
		switch {
		case r.Default || r.Head.RuleKind() == ast.MultiValue:
		case r.Head.Value == nil || !r.Head.Value.IsGround() || len(r.Head.Ref()) > 1:
			f.note(ruleName(r))
		case value != nil && (!constant(value) || !constant(r.Head.Value) || r.Else != nil || !value.Equal(r.Head.Value)):
			f.note(ruleName(r))
		default:
			value = r.Head.Value
		}
		for other := r.Else; other != nil; other = other.Else {
			if other.Head.Value == nil || !other.Head.Value.IsGround() || len(rules) > 1 {
				f.note(ruleName(r))
			}
		}
	}
}

func constant(t *ast.Term) bool { return ast.IsConstant(t.Value) }

// in finds the calls in a part that may fail.
func (f *failures) in(part any) {
	ast.NewGenericVisitor(func(v any) bool {
		switch v := v.(type) {
		case *ast.Every:
			f.note("every")
		case *ast.ObjectComprehension:
			f.note("an object with two values for a key")
		case *ast.Expr:
			if len(v.With) > 0 {
				f.note("with")
			}
			if v.IsCall() {
				f.call(v.Operator().String(), v.Operands())
			}
		case ast.Call:
			f.call(v[0].String(), v[1:])
		}
		return false
	}).Walk(part)
}

// call notes a call of a built-in function that may fail. Those of other functions
// are looked at by themselves.
func (f *failures) call(name string, args []*ast.Term) {
	head, _, _ := strings.Cut(name, ".")
	if _, known := ast.BuiltinMap[name]; !known || len(f.rules[head]) > 0 {
		return
	}
	switch {
	case neverFails(name):
	case name == "count" && len(args) > 0 && isCollection(args[0]):
	case name == "sprintf" && len(args) > 1 && isText(args[0]) && isCollection(args[1]):
	case name == "object.get" && len(args) > 0 && isInputObject(args[0]):
	case slices.Contains([]string{"startswith", "endswith", "contains", "lower", "upper"}, name) && !slices.ContainsFunc(args, f.noText):
	default:
		f.note(name)
	}
}

// neverFails reports whether a built-in function takes values of any type.
func neverFails(name string) bool {
	return strings.HasPrefix(name, "is_") || slices.Contains([]string{
		"eq", "equal", "neq", "lt", "lte", "gt", "gte", "assign", "internal.member_2", "internal.member_3", "type_name",
		"rego.metadata.rule", "rego.metadata.chain",
	}, name)
}

func isCollection(t *ast.Term) bool {
	switch t.Value.(type) {
	case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Array, ast.Set, ast.Object:
		return true
	}
	return false
}

func isText(t *ast.Term) bool {
	_, ok := t.Value.(ast.String)
	return ok
}

// isInputObject reports whether a term is a part of the input that is an object
// wherever it is there.
func isInputObject(t *ast.Term) bool {
	return slices.Contains([]string{"input", "input.action", "input.action.args", "input.context", "input.facts"}, t.String())
}

// noText reports whether a term may be no text.
func (f *failures) noText(t *ast.Term) bool {
	return !isText(t) && (!f.text || !slices.Contains([]string{"input.action.type", "input.action.tool"}, t.String()))
}

// noteHidden notes that a change of the conditions of a rule may hide that its old
// version failed. Where it fires on fewer, a rule that allows none else is looser
// whatever fails.
func (d *differ) noteHidden(c *change, old, new *index.Rule, a, b *ast.Rule, r relation) {
	x, y := expressions(a.Body), expressions(b.Body)
	removed := without(x, y)
	sameOrder := slices.EqualFunc(without(x, removed), without(y, without(y, x)), func(p, q conjunct) bool { return p.text == q.text })
	allows := new.Metadata.Severity == schema.SeverityAllow
	parts := partsOf(a)
	switch {
	case r == sameCondition && sameOrder, r == otherCondition, r == narrower && !allows, r == wider && allows:
		return
	case r == wider && sameOrder: // the others fail as they did
		parts = nil
		for _, e := range removed {
			parts = append(parts, e.of)
		}
	}
	why := d.old.rego.failing(old, parts...)
	if why == "" && r != wider {
		why = noMessage(a, nil)
	}
	if why != "" {
		c.note(Unknown, "it denied where %s failed, and what changed may hide that", why)
	}
}
