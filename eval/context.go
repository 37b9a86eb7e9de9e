package eval

import (
	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/internal/toolcall"
	"github.com/contractc/contractc/schema"
)

// Context is a context that is ready for turns of the engine that made it:
// guarantees bound, monitors past the events so far, the parts that rules read
// converted once. Its documents are made ready for quotes when the first
// citation asks, once for all turns. It is not changed by turns otherwise, so
// that many can use it, from many goroutines.
type Context struct {
	Source schema.Context
	Digest string // of the canonical context
	Events string // digest of the events so far; empty where there are none
	// State is the digest of the belief state that the beliefs come from; empty
	// where there is none. The caller sets it, and cards are bound to it.
	State string

	// Guarantees are those in force, in the order given.
	Guarantees []*catalog.Guarantee

	input  schema.Input // what all actions share
	shared *regorules.Turn
	cel    *celenv.Shared
	past   *monitor.Set // after the events so far; never stepped
	tools  map[toolName]tool
}

// tool is a tool of the context with what its schema says.
type tool struct {
	*schema.Tool
	digest    string   // of the schema of its arguments; empty where it has none
	required  []string // names of arguments that must be given
	signature toolcall.Signature
}

func newTool(t *schema.Tool) (tool, error) {
	out := tool{Tool: t}
	if t.Parameters == nil {
		out.signature = toolcall.FromSchema(t.Name, nil)
		return out, nil
	}
	out.signature = toolcall.FromSchema(t.Name, t.Parameters.Value)
	parameters, _ := t.Parameters.Value.(map[string]any)
	required, _ := parameters["required"].([]any)
	for _, name := range required {
		if name, ok := name.(string); ok {
			out.required = append(out.required, name)
		}
	}
	var err error
	out.digest, err = canonical.DigestExact(t.Parameters.Value)
	return out, err
}

// toolName is the identity of a tool.
type toolName struct{ namespace, name string }

func nameOf(namespace *string, name string) toolName {
	if namespace == nil {
		return toolName{name: name}
	}
	return toolName{*namespace, name}
}

// NewContext makes a context ready. Expressions are guarantees beyond those in
// the context itself. The list has every expression that does not bind and every
// event that no effect type models, positions within the expression.
func (e *Engine) NewContext(source schema.Context, expressions ...string) (*Context, diag.List) {
	return e.NewContextFrom(Written{}, source, expressions...)
}

// NewContextFrom is [Engine.NewContext] for a context that was read from a file.
// Problems are placed in that file.
func (e *Engine) NewContextFrom(w Written, source schema.Context, expressions ...string) (*Context, diag.List) {
	c := &Context{Source: source, tools: map[toolName]tool{}}
	problems := c.bind(e.catalog, w, expressions)
	problems.Add(c.addTools(w)...)
	c.fillInput(e)
	c.cel = e.rules.env.NewShared()
	problems.Add(c.watch(e, w)...)
	if problems.HasErrors() {
		return nil, problems
	}
	if err := c.digest(); err != nil {
		problems.Add(w.errorf(nil, "context.digest", "the context has no canonical form: %v", err))
		return nil, problems
	}
	var err error
	if c.shared, err = e.rego.NewTurn(c.plainShared()); err != nil {
		problems.Add(w.errorf(nil, "context.input", "the context cannot be an input of rules: %v", err))
		return nil, problems
	}
	return c, problems
}

// addTools lists the tools by their identity.
func (c *Context) addTools(w Written) diag.List {
	var problems diag.List
	for i := range c.Source.Tools {
		t := &c.Source.Tools[i]
		name := nameOf(t.Namespace, t.Name)
		if _, twice := c.tools[name]; twice {
			problems.Add(w.errorf([]any{"tools", i, "name"}, "context.tool", "the tool %q stands twice", t.Name).
				WithDetail("remove one of them, or tell them apart by namespace"))
		}
		var err error
		if c.tools[name], err = newTool(t); err != nil {
			problems.Add(w.errorf([]any{"tools", i, "parameters"}, "context.tool", "the schema of the tool %q has no canonical form: %v", t.Name, err))
		}
	}
	return problems
}

// bind binds the guarantees in force.
func (c *Context) bind(from *catalog.Catalog, w Written, expressions []string) diag.List {
	imports := map[string]string{}
	for _, i := range c.Source.Imports {
		imports[i.Alias] = i.Module
	}
	var problems diag.List
	if n := len(c.Source.Guarantees) + len(expressions); n > maxGuarantees {
		problems.Add(w.errorf([]any{"guarantees"}, "context.guarantee", "there are %d guarantees; at most %d can be in force", n, maxGuarantees))
		return problems
	}
	for i, expression := range append(append([]string{}, c.Source.Guarantees...), expressions...) {
		g, found := from.Bind(expression, imports)
		problems.Add(w.placed(i, expression, found)...)
		if g != nil {
			c.Guarantees = append(c.Guarantees, g)
		}
	}
	return problems
}

// maxGuarantees bounds the guarantees in force: every card of a turn is about
// each of them.
const maxGuarantees = 256

// ExpressionPrefix begins the file name of diagnostics about a contract
// expression; the expression follows.
const ExpressionPrefix = "guarantee "

// fillInput makes the part of the input that all actions share.
func (c *Context) fillInput(e *Engine) {
	s := &c.Source
	in := schema.InputContext{
		Mode: schema.ModeDeclared, Tools: s.Tools, Documents: s.Documents,
		WorkingDirectory: s.WorkingDirectory, Principal: s.Principal, Session: s.Session, Request: s.Request,
	}
	if s.Mode != nil {
		in.Mode = *s.Mode
	}
	for _, b := range s.Beliefs {
		in.Beliefs = append(in.Beliefs, filled(b))
	}
	c.input = schema.Input{Context: in, Domains: e.domains, Entailments: e.entailed}
	for _, g := range c.Guarantees {
		c.input.Guarantees = append(c.input.Guarantees, schema.InputGuarantee{
			Expression: g.Invocation.Expression, Library: g.Invocation.Library, Symbol: g.Invocation.Symbol,
			Contract: g.Invocation.Contract, Unrestricted: g.Contract.Unrestricted(),
		})
	}
}

// filled is a belief with the defaults of the context's schema.
func filled(b schema.Belief) schema.InputBelief {
	in := schema.InputBelief{
		Key: b.Key, Value: b.Value, Visible: true, Status: schema.BeliefStatusIn,
		Version: b.Version, Source: b.Source, Claim: b.Claim,
	}
	if b.Visible != nil {
		in.Visible = *b.Visible
	}
	if b.Status != nil {
		in.Status = *b.Status
	}
	if b.Conflicted != nil {
		in.Conflicted = *b.Conflicted
	}
	return in
}

// watch starts the monitors and takes them past the events so far.
func (c *Context) watch(e *Engine, w Written) diag.List {
	var problems diag.List
	constraints := make([]schema.Constraint, len(c.Guarantees))
	for i, g := range c.Guarantees {
		constraints[i] = g.Constraint
	}
	program, err := monitor.Compile(constraints, e.vocabulary.options)
	if err != nil {
		problems.Add(w.errorf([]any{"guarantees"}, "context.guarantee", "a guarantee cannot be monitored: %v", err))
		return problems
	}
	c.past = program.Start(c.environment())
	for i, source := range c.Source.Events {
		_, event, _, err := e.vocabulary.event(&source, i, e.catalog.EffectNamed)
		if err != nil {
			problems.Add(w.errorf([]any{"events", i, "effect"}, "context.event", "event %d: %v", i, err))
			continue
		}
		c.past.Step(event)
		source.Effect = event.Effect
		c.input.Events = append(c.input.Events, source)
	}
	return problems
}

func (c *Context) environment() monitor.Env {
	env := monitor.Env{}
	if c.Source.WorkingDirectory != nil {
		env.WorkingDirectory = *c.Source.WorkingDirectory
	}
	return env
}

// digest computes the digests of the context and of its events.
func (c *Context) digest() (err error) {
	if c.Digest, err = canonical.DigestExact(c.Source); err != nil || len(c.input.Events) == 0 {
		return err
	}
	c.Events, err = canonical.DigestExact(plainEvents(c.input.Events))
	return err
}

// plainShared is what all actions share as rules in Rego read it.
func (c *Context) plainShared() map[string]any {
	in := &c.input
	return map[string]any{
		"context": plainContext(&in.Context), "guarantees": plainGuarantees(in.Guarantees),
		"domains": plainDomains(in.Domains), "entailments": plainEntailments(in.Entailments), "events": plainEvents(in.Events),
	}
}

func anyOf(v *schema.Any) any {
	if v == nil {
		return nil
	}
	return v.Value
}
