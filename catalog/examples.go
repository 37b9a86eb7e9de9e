package catalog

import (
	"slices"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
)

// Examples are the examples and counter-examples of one contract.
type Examples struct{ Good, Bad []Example }

// Example is a trace with the verdict that the contract has for it when the trace is closed.
type Example struct {
	File       string // relative to the bundle's root
	Line       int
	Column     int
	Arguments  map[string]schema.Value
	Constraint schema.Constraint // the contract's, its parameters replaced by literals
	Events     []ExampleEvent
	Verdict    schema.Verdict
}

// ExampleEvent is an event of an example with typed fields.
type ExampleEvent struct {
	Effect     *index.Effect
	Fields     map[string]schema.Value
	Provenance any // plain JSON: by field, the schema, field and row; nil where there is none
}

// readExamples reads the examples of a contract and checks their arguments and events against the schema.
func (l *libraryLoad) readExamples(d *document, c *index.Contract) {
	l.examples[c.ID] = &Examples{
		Good: l.readExampleList(d, c, d.node.Get("examples"), schema.VerdictHolds),
		Bad:  l.readExampleList(d, c, d.node.Get("counter_examples"), schema.VerdictViolated),
	}
}

func (l *libraryLoad) readExampleList(d *document, c *index.Contract, list *doc.Node, verdict schema.Verdict) []Example {
	if list == nil {
		return nil
	}
	var out []Example
	for _, n := range list.Items {
		e := Example{File: d.file.path, Line: n.Range.Start.Line, Column: n.Range.Start.Column, Verdict: verdict}
		if v := given(n, "verdict"); v != nil {
			e.Verdict = schema.Verdict(v.Text)
		}
		e.Arguments = l.exampleArguments(d, c, n)
		for _, event := range n.Get("events").Items {
			if read := l.exampleEvent(d, event); read != nil {
				e.Events = append(e.Events, *read)
			}
		}
		e.Constraint = substitute(c.Constraint, e.Arguments)
		out = append(out, e)
	}
	return out
}

func (l *libraryLoad) exampleArguments(d *document, c *index.Contract, n *doc.Node) map[string]schema.Value {
	values := map[string]schema.Value{}
	arguments := n.Get("arguments")
	names := slotNames(parameterSlots(c))
	for _, f := range fields(arguments) {
		if !slices.Contains(names, f.Key) {
			l.report(d.file.path, f.KeyRange, "example.argument", choice(f.Key, names, "parameters are"), "the contract has no parameter %s", quote(f.Key))
		}
	}
	for i := range c.Parameters {
		p := &c.Parameters[i]
		written := arguments.Get(p.Name)
		if written == nil {
			if values[p.Name] = p.Default; p.Default == nil {
				l.report(d.file.path, exampleAt(n), "example.argument", "add it to arguments", "the example does not give the argument %s", quote(p.Name))
			}
			continue
		}
		v, err := value.FromPlain(written.Plain(), p.Type)
		if err == nil && v != nil {
			err = checkFacets(p, v)
		}
		if err != nil || v == nil {
			l.report(d.file.path, written.Range, "example.argument", "write a value of type "+p.Type.String(), "the argument %s does not fit its type", quote(p.Name))
			continue
		}
		values[p.Name] = v
	}
	return values
}

// exampleAt is the beginning of an example: the whole of it would be a long range.
func exampleAt(n *doc.Node) diag.Range {
	return diag.Range{Start: n.Range.Start, End: n.Range.Start}
}

// fitting says what to write for a field.
func fitting(f *index.Field) string {
	if f.Type.Kind == value.Enum && len(f.Values) > 0 {
		return "write " + enumerate(f.Values, "or")
	}
	return "write a value of type " + f.Type.String()
}

func (l *libraryLoad) exampleEvent(d *document, n *doc.Node) *ExampleEvent {
	name := n.Get("effect")
	if library := given(n, "library"); library != nil {
		qualified := *name
		qualified.Text = library.Text + "." + name.Text
		name = &qualified
	}
	effect := l.effect(d.file.path, name)
	if effect == nil {
		return nil
	}
	event := &ExampleEvent{Effect: effect, Fields: map[string]schema.Value{}, Provenance: n.Get("provenance").Plain()}
	for _, f := range fields(n.Get("fields")) {
		i := fieldIndex(effect, f.Key)
		if i < 0 {
			l.report(d.file.path, f.KeyRange, "example.field", choice(f.Key, fieldNames(effect), "fields are"), "%s has no field %s", quote(effect.Name), quote(f.Key))
			continue
		}
		v, err := value.FromPlain(f.Value.Plain(), effect.Fields[i].Type)
		if err == nil {
			err = value.CheckPermitted(v, effect.Fields[i].Values)
		}
		if err != nil {
			l.report(d.file.path, f.Value.Range, "example.field", fitting(&effect.Fields[i]), "the field %s does not fit its type", quote(f.Key))
			continue
		}
		if v != nil {
			event.Fields[f.Key] = v
		}
	}
	return event
}
