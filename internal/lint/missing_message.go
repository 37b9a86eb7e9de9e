package lint

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common/ast"
	rego "github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// missingMessage finds what is shown to people and says nothing: rules that fire
// without a message, and rules, effect types, contracts and output contracts
// without a description.
func missingMessage() Rule {
	return Rule{
		ID: "missing-message", Severity: schema.DiagnosticSeverityError,
		Summary: "Something that is shown to people has no text.",
		Check: func(p *Pass) {
			p.eachCELRule(func(_ *index.Library, _ *index.Rule, src *celpolicy.Source) { p.celMessages(src) })
			p.eachRegoRule(p.regoMessage)
			p.eachRule(p.described)
			for _, lib := range p.Libraries {
				p.describedElements(lib)
			}
		},
	}
}

const giveMessage = "say in one sentence what the reply must do, for the model that reads it"

// celMessages looks for outputs that are empty texts, or maps without a message.
func (p *Pass) celMessages(src *celpolicy.Source) {
	parse := sharedConditions()
	for _, list := range p.celItems(src) {
		for i := range list {
			if list[i].Output == nil {
				continue
			}
			c, ok := parse.parse(*list[i].Output)
			if ok && silent(c.expr) {
				p.Report(Finding{Place: Place{src.File, list[i].Output.Range()}, Message: "the rule fires without a message, which fails", Help: giveMessage})
			}
		}
	}
}

// silent reports an output that is an empty text, or a map without a message.
func silent(e ast.Expr) bool {
	if text, ok := celText(e); ok {
		return strings.TrimSpace(text) == ""
	}
	if e.Kind() != ast.MapKind {
		return false
	}
	for _, entry := range e.AsMap().Entries() {
		if entry.Kind() != ast.MapEntryKind {
			return false
		}
		if key, ok := celText(entry.AsMapEntry().Key()); !ok || key == "message" {
			text, constant := celText(entry.AsMapEntry().Value())
			return ok && constant && strings.TrimSpace(text) == ""
		}
	}
	return true
}

// regoMessage looks at the object in the head of a rule.
func (p *Pass) regoMessage(r *regoRule) {
	object, ok := headValue(r.rule).(rego.Object)
	if !ok {
		return
	}
	at := regoPlace(r.rule.Head.Location)
	message := object.Get(rego.StringTerm("message"))
	if message == nil {
		p.Report(Finding{Place: at, Message: fmt.Sprintf("the rule %q fires without a message, which fails", r.meta.ID), Help: `add "message" to its value: ` + giveMessage})
		return
	}
	if text, ok := message.Value.(rego.String); ok && strings.TrimSpace(string(text)) == "" {
		p.Report(Finding{Place: regoPlace(message.Location), Message: fmt.Sprintf("the message of the rule %q is empty, which fails", r.meta.ID), Help: giveMessage})
	}
}

// headValue is what a rule adds to its set; where the compiler would put it
// together, nil.
func headValue(r *rego.Rule) rego.Value {
	if r.Head.Key == nil {
		return nil
	}
	return r.Head.Key.Value
}

// described looks at what says of a rule what it is. The rules of others in a
// folder are taken as they are.
func (p *Pass) described(lib *index.Library, r *index.Rule) {
	if lib.Folder == nil && strings.TrimSpace(r.Description) == "" && strings.TrimSpace(r.Title) == "" {
		p.Report(Finding{
			Place: p.elementPlace(lib, &r.Element), Message: fmt.Sprintf("the rule %q has no title and no description", r.ID),
			Help: "add description: one sentence on what the rule demands, for its page and for cards",
		})
	}
}

// describedElements looks at the texts of effects, preconditions and contracts.
func (p *Pass) describedElements(lib *index.Library) {
	need := func(e *index.Element, what, text string) {
		if strings.TrimSpace(text) == "" {
			p.Report(Finding{Place: p.elementPlace(lib, e), Message: fmt.Sprintf("%s %q has no text", what, e.ID), Help: "write what it is, in one sentence that a person reads on a card"})
		}
	}
	for _, e := range lib.Effects {
		need(&e.Element, "the sentence of", e.Sentence)
		need(&e.Element, "the description of", e.Description)
		for _, c := range e.Preconditions {
			need(&c.Element, "the message of", c.Message)
		}
	}
	for _, c := range lib.Contracts {
		need(&c.Element, "the text of", c.Text)
		need(&c.Element, "the scope of", strings.Join(c.Scope, ""))
		for _, parameter := range c.Parameters {
			need(&c.Element, "the description of the parameter "+parameter.Name+" of", parameter.Description)
		}
	}
	for _, o := range lib.Outputs {
		need(&o.Element, "the text of", o.Title+o.Text)
	}
}
