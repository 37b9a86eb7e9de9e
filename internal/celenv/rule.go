package celenv

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/spelling"
	"github.com/contractc/contractc/schema"
)

// Rule is a validation rule: a CEL policy with a metadata block.
type Rule struct {
	Metadata schema.RuleMetadata
	Policy   *celpolicy.Policy
	shape    bool
	input    string
}

// Fired is a rule that an action met, or broke.
type Fired struct {
	Rule     string
	Version  string
	Severity schema.Severity
	Message  string
	// Path is a JSON pointer into the action; empty for the whole action.
	Path string
}

// CompileRule checks a rule file. All problems are reported at once; the rule
// is nil when there is an error.
func (e *Env) CompileRule(file string, n *doc.Node) (*Rule, diag.List) {
	return e.rule(file, n, nil, e.compile)
}

// PrepareRule returns the rule of a file that is known to compile. Its
// expressions are compiled at their first use; what does not compile then is
// an error of the evaluation.
func (e *Env) PrepareRule(file string, n *doc.Node) (*Rule, diag.List) {
	return e.rule(file, n, nil, e.prepare)
}

// CompileRuleAs is [Env.CompileRule] for a CEL Policy file that may lack the
// block metadata; the given one stands for it then.
func (e *Env) CompileRuleAs(file string, n *doc.Node, metadata schema.RuleMetadata) (*Rule, diag.List) {
	return e.rule(file, n, &metadata, e.compile)
}

// PrepareRuleAs is [Env.PrepareRule] for a CEL Policy file that may lack the
// block metadata; the given one stands for it then.
func (e *Env) PrepareRuleAs(file string, n *doc.Node, metadata schema.RuleMetadata) (*Rule, diag.List) {
	return e.rule(file, n, &metadata, e.prepare)
}

// RestoreRule is [Env.PrepareRuleAs] with what [Rule.Store] returned for the
// same file, so that no expression is parsed or checked. Where that belongs to
// another file it is left aside.
func (e *Env) RestoreRule(file string, n *doc.Node, metadata schema.RuleMetadata, stored celpolicy.Stored) (*Rule, diag.List) {
	return e.rule(file, n, &metadata, func(src *celpolicy.Source, r *Rule) (*celpolicy.Policy, diag.List) {
		if e.observer != nil {
			return e.prepare(src, r)
		}
		if p, err := celpolicy.Restore(src, e.plans(r.shape, r.Metadata.Actions), stored); err == nil {
			return p, nil
		}
		return e.prepare(src, r)
	})
}

// Store returns the checked expressions of a compiled rule, for
// [Env.RestoreRule].
func (r *Rule) Store() (celpolicy.Stored, error) { return r.Policy.Store() }

func (e *Env) compile(src *celpolicy.Source, r *Rule) (*celpolicy.Policy, diag.List) {
	environment, list := e.environment(src, r, true)
	if list.HasErrors() {
		return nil, list
	}
	return celpolicy.Compile(src, environment)
}

func (e *Env) prepare(src *celpolicy.Source, r *Rule) (*celpolicy.Policy, diag.List) {
	environment, list := e.environment(src, r, false)
	if list.HasErrors() {
		return nil, list
	}
	return celpolicy.Prepare(src, environment)
}

func (e *Env) environment(src *celpolicy.Source, r *Rule, check bool) (*celpolicy.Environment, diag.List) {
	environment, err := e.scope(r.shape, r.Metadata.Actions, r.input, check)
	if err != nil {
		return nil, diag.List{diag.Errorf(src.File, src.MetadataRange, "rule.input", "%s", diag.Neutralise(err.Error()))}
	}
	return environment, nil
}

type policyFunc func(*celpolicy.Source, *Rule) (*celpolicy.Policy, diag.List)

func (e *Env) rule(file string, n *doc.Node, otherwise *schema.RuleMetadata, policy policyFunc) (*Rule, diag.List) {
	src, list := celpolicy.Parse(file, n, celpolicy.Limits{Expression: maxExpression})
	r, problems := readMetadata(src, otherwise)
	list.Add(problems...)
	if list.HasErrors() {
		return nil, list
	}
	p, problems := policy(src, r)
	list.Add(problems...)
	if p != nil {
		list.Add(checkOutput(src, p.Type())...)
	}
	if list.HasErrors() {
		return nil, list
	}
	r.Policy = p
	return r, list
}

// The patterns of class RuleMetadata.
var patterns = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"id":      regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*([.][A-Za-z0-9_]+)*$`),
		"version": regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$`),
		"input":   regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`),
		"sets":    regexp.MustCompile(`^[a-z][a-z0-9_-]*@[0-9]+$`),
	}
})

func readMetadata(src *celpolicy.Source, otherwise *schema.RuleMetadata) (*Rule, diag.List) {
	r := &Rule{input: "input"}
	switch {
	case src.Metadata != nil:
		if list := r.Metadata.Decode(src.File, src.Metadata); list.HasErrors() {
			return r, list
		}
	case otherwise != nil:
		r.Metadata = *otherwise
	default:
		return r, diag.List{diag.Errorf(src.File, diag.Range{}, "rule.metadata", "a rule needs a block metadata").
			WithDetail("It holds at least id, version and severity.")}
	}
	m := &r.Metadata
	r.shape = m.Stage != nil && *m.Stage == schema.RuleStageShape
	if m.Input != nil {
		r.input = *m.Input
	}
	return r, checkMetadata(src, m)
}

func checkMetadata(src *celpolicy.Source, m *schema.RuleMetadata) diag.List {
	list := checkPattern(src, "id", m.Id)
	list.Add(checkPattern(src, "version", m.Version)...)
	for _, set := range m.Sets {
		list.Add(checkPattern(src, "sets", set)...)
	}
	if m.Input != nil {
		list.Add(checkPattern(src, "input", *m.Input)...)
	}
	for i, action := range m.Actions {
		if !slices.Contains(ActionTypes(), action) {
			detail := "The types are " + strings.Join(ActionTypes(), ", ") + "."
			if near, ok := spelling.Nearest(action, ActionTypes()); ok {
				detail = "Did you mean " + near + "?"
			}
			list.Add(diag.Errorf(src.File, rangeOf(src.Metadata.Get("actions").Items[i]), "rule.action", "%q is no type of action", action).WithDetail("%s", detail))
		}
	}
	return list
}

// slotRange is where a slot of the metadata stands.
func slotRange(src *celpolicy.Source, slot string) diag.Range {
	return rangeOf(src.Metadata.Get(slot))
}

func checkPattern(src *celpolicy.Source, slot, value string) diag.List {
	p := patterns()[slot]
	if p.MatchString(value) {
		return nil
	}
	return diag.List{diag.Errorf(src.File, slotRange(src, slot), "rule.metadata", "%q is not of the form of %s", value, slot).
		WithDetail("It must match %s.", p)}
}

// checkOutput requires outputs that are messages, or maps with a message and
// a path, or lists of either.
func checkOutput(src *celpolicy.Source, t *cel.Type) diag.List {
	if t.Kind() == cel.ListKind {
		t = t.Parameters()[0]
	}
	if t.IsExactType(cel.StringType) || t.IsExactType(cel.MapType(cel.StringType, cel.StringType)) || t.Kind() == cel.DynKind {
		return nil
	}
	return diag.List{diag.Errorf(src.File, src.Rule.Range, "rule.output", "the output of a rule is a message or a map with message and path, not %s", cel.FormatCELType(t)).
		WithDetail("Write 'text', or {'message': 'text', 'path': '/key'}.")}
}

// AppliesTo reports whether the rule is for actions of the type while the
// rule sets are in force.
func (r *Rule) AppliesTo(action string, sets []string) bool {
	return (len(r.Metadata.Actions) == 0 || slices.Contains(r.Metadata.Actions, action)) && InForce(r.Metadata.Sets, sets)
}

// InForce reports whether something that belongs to the sets, to all where it
// names none, is in force.
func InForce(own, inForce []string) bool {
	return len(own) == 0 || slices.ContainsFunc(own, func(set string) bool { return slices.Contains(inForce, set) })
}

// Shape reports whether the rule runs on actions as read.
func (r *Rule) Shape() bool { return r.shape }

// Tools are the tools that a call must be of for the rule to fire, as its
// conditions begin by saying; false where it is for calls of any.
func (r *Rule) Tools() ([]string, bool) {
	if r.shape {
		return nil, false
	}
	return r.Policy.Demanded(r.input, "action", "tool")
}

// Eval evaluates a rule on an input. The error is a [*celpolicy.EvalError].
func (r *Rule) Eval(in *Input) ([]Fired, error) {
	result, err := in.turn.run.Eval(r.Policy, in.vars(r.shape, r.input))
	if err != nil || len(result.Outputs) == 0 {
		return nil, err
	}
	var fired []Fired
	for _, v := range result.Outputs {
		if err := r.read(v, &fired); err != nil {
			return nil, err
		}
	}
	return fired, nil
}

func (r *Rule) read(v ref.Val, out *[]Fired) error {
	if list, ok := v.(lister); ok {
		for it := list.Iterator(); it.HasNext() == types.True; {
			if err := r.readOne(it.Next(), out); err != nil {
				return err
			}
		}
		return nil
	}
	return r.readOne(v, out)
}

func (r *Rule) readOne(v ref.Val, out *[]Fired) error {
	f := Fired{Rule: r.Metadata.Id, Version: r.Metadata.Version, Severity: r.Metadata.Severity}
	switch v := v.(type) {
	case types.String:
		f.Message = string(v)
	case mapper:
		if !f.readMap(v) {
			return r.shapeError("an output has keys other than message and path, or no message")
		}
	default:
		return r.shapeError("an output is neither a message nor a map with message and path")
	}
	if f.Message == "" {
		return r.shapeError("a message is empty")
	}
	if f.Path != "" && f.Path[0] != '/' {
		return r.shapeError("a path does not begin with /")
	}
	*out = append(*out, f)
	return nil
}

func (f *Fired) readMap(m mapper) bool {
	message, ok := m.Find(types.String("message"))
	if !ok {
		return false
	}
	text, ok := message.(types.String)
	if !ok {
		return false
	}
	f.Message = string(text)
	path, ok := m.Find(types.String("path"))
	if !ok {
		return m.Size() == types.Int(1)
	}
	where, ok := path.(types.String)
	f.Path = string(where)
	return ok && m.Size() == types.Int(2)
}

func (r *Rule) shapeError(message string) error {
	return &celpolicy.EvalError{
		Failure: celpolicy.FailedShape, File: r.Policy.Source.File, Position: r.Policy.Source.Rule.Range.Start, Message: message,
	}
}
