package celpolicy

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/diag"
)

// Policy is a compiled policy. It may be evaluated by several runs at once.
type Policy struct {
	Source *Source
	root   *rule
	result resultType
	slots  int
	// expressions are all of them, in the order of the file.
	expressions []*expression
	// invariants are known of compiled policies only.
	invariants []*CompiledInvariant
}

// rule is a rule ready for evaluation.
type rule struct {
	aggregate bool
	items     []item
}

// item is an item ready for evaluation. Exactly one of output and nested is
// set.
type item struct {
	// condition is nil where the item always matches.
	condition   *expression
	output      *expression
	explanation *expression
	nested      *rule
}

// Compile checks a source that was parsed without errors and plans its
// expressions. All problems are reported at once; the policy is nil when
// there is an error.
func Compile(src *Source, env *Environment) (*Policy, diag.List) {
	c, p := plan(src, env)
	if p == nil {
		return nil, c.list
	}
	c.compileAll()
	p.result = c.check(src.Rule, p.root, false)
	p.invariants = c.checkInvariants(src, p.result)
	c.checkCost(src)
	c.list.Sort()
	if c.list.HasErrors() {
		return nil, c.list
	}
	return p, c.list
}

// Prepare returns a policy whose expressions are compiled at their first use,
// for a source that is known to compile: nothing is checked now, and what does
// not compile then is an evaluation error.
func Prepare(src *Source, env *Environment) (*Policy, diag.List) {
	c, p := plan(src, env)
	if c.list.HasErrors() {
		return nil, c.list
	}
	return p, nil
}

// Plan compiles and plans all expressions, so that an observer knows of them.
func (p *Policy) Plan() {
	for _, e := range p.expressions {
		e.compile()
	}
}

type compiler struct {
	file        string
	env         *Environment
	list        diag.List
	slots       int
	expressions []*expression
	// spent is the sum of the estimated costs.
	spent uint64
}

// plan turns the source into a policy without looking at its expressions. The
// policy is nil when there is nothing to compile them against.
func plan(src *Source, env *Environment) (*compiler, *Policy) {
	c := &compiler{file: src.File}
	c.env = c.withImports(src.Imports, env)
	if c.list.HasErrors() {
		return c, nil
	}
	p := &Policy{Source: src, root: c.rule(src.Rule, nil)}
	p.slots, p.expressions = c.slots, c.expressions
	return c, p
}

var qualifiedName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$`)
})

func (c *compiler) withImports(imports []Import, env *Environment) *Environment {
	if len(imports) == 0 {
		return env
	}
	declared := env.CEL
	for _, imp := range imports {
		if !qualifiedName().MatchString(imp.Name) {
			c.list.Errorf(c.file, imp.node.Range, "policy.import",
				"invalid qualified name: %s, wanted name of the form 'qualified.name'", diag.Neutralise(imp.Name))
			continue
		}
		next, err := declared.Extend(cel.Abbrevs(imp.Name))
		if err != nil {
			c.list.Errorf(c.file, imp.node.Range, "policy.import", "%s", oneLine(err.Error()))
			continue
		}
		declared = next
	}
	return env.on(declared)
}

func (c *compiler) rule(r *Rule, outer *scope) *rule {
	in := c.variables(r, outer)
	out := &rule{aggregate: r.Aggregate, items: make([]item, len(r.Items))}
	for i, it := range r.Items {
		out.items[i] = c.item(it, in)
	}
	return out
}

// variables declares a rule's variables. Each sees the ones before it, and
// its own name as the rules around it have it.
func (c *compiler) variables(r *Rule, outer *scope) *scope {
	in := &scope{parent: outer}
	for i, v := range r.Variables {
		if slices.ContainsFunc(r.Variables[:i], func(w Variable) bool { return w.Name == v.Name }) {
			c.list.Add(diag.Errorf(c.file, v.NameRange, "policy.duplicate-variable", "overlapping declarations of the variable %q in one rule", v.Name).
				WithDetail("Rename one of them. A nested rule may declare a name of an outer rule again."))
			continue
		}
		before := &scope{parent: outer, own: in.own[:len(in.own):len(in.own)]}
		for _, w := range r.Variables[i:] {
			before.later = append(before.later, w.Name)
		}
		e := c.expression(v.Expression, before, nil, "a variable")
		in.own = append(in.own, &variable{name: v.Name, slot: c.slots, expr: e})
		c.slots++
	}
	return in
}

func (c *compiler) item(it Item, in *scope) item {
	var out item
	if it.Condition != nil && constant(*it.Condition) != "true" {
		out.condition = c.expression(*it.Condition, in, cel.BoolType, conditionWhat)
	}
	if it.Output != nil {
		out.output = c.expression(*it.Output, in, nil, outputWhat)
	}
	if it.Explanation != nil {
		out.explanation = c.expression(*it.Explanation, in, cel.StringType, "an explanation")
	}
	if it.Rule != nil {
		out.nested = c.rule(it.Rule, in)
	}
	return out
}

func (c *compiler) expression(t Text, in *scope, want *cel.Type, what string) *expression {
	e := &expression{file: c.file, text: t, env: c.env, scope: in, want: want, what: what}
	c.expressions = append(c.expressions, e)
	return e
}

// constant returns "true" or "false" for a condition that is that literal,
// and "" for any other.
func constant(t Text) string {
	s := strings.TrimSpace(t.Source)
	for strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	if s == "true" || s == "false" {
		return s
	}
	return ""
}

func (c *compiler) compileAll() {
	for _, e := range c.expressions {
		c.list.Add(e.compile()...)
	}
}
