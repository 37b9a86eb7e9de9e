package export

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/owlform"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
)

// Record is what an OWL export holds beside the vocabulary: individuals.
type Record struct {
	Invocations []*catalog.Guarantee
	Trace       *Trace
}

// Trace is an execution with its events in order. Only of a closed one does anything follow from what is not there.
type Trace struct {
	Events []schema.Event
	Closed bool
}

func (x *Export) records(g *rdf.Graph, r Record) error {
	for _, i := range r.Invocations {
		if err := x.invocation(g, i); err != nil {
			return err
		}
	}
	if len(r.Invocations) > 0 {
		annotate(g, bindingTerms())
	}
	if r.Trace != nil {
		return x.trace(g, r.Trace)
	}
	return nil
}

func bindingTerms() [][2]string {
	return [][2]string{
		{"invocation", "The record of the parameters of a binding."},
		{"expression", "The contract expression as written."},
		{"executions", "The class of the executions that meet the invocation. It is no class that the invocation is of."},
	}
}

// invocation writes three things: the record, an individual of its contract type; the class of executions that meet it;
// and the binding that relates them.
func (x *Export) invocation(g *rdf.Graph, i *catalog.Guarantee) error {
	lib := x.library(i.Invocation.Library)
	if lib == nil || lib.view == nil || lib.view.Class(i.Invocation.TypeName) == nil {
		return fmt.Errorf("the library %q has no schema", i.Invocation.Library)
	}
	id, err := digestOf(map[string]any{"digest": i.Invocation.Digest, "arguments": i.Invocation.Arguments})
	if err != nil {
		return err
	}
	class := lib.view.Class(i.Invocation.TypeName)
	record := term("invocation/" + id)
	n := g.Node(record).Add(rdf.Type, rdf.OWL+"NamedIndividual", lib.view.ClassIRI(class))
	for _, a := range i.Invocation.Arguments {
		if err := addValue(n, lib.view, class, a.Name, a.Value); err != nil {
			return fmt.Errorf("%s: the argument %q: %w", i.Invocation.Symbol, a.Name, err)
		}
	}
	b := g.Node(term("binding/"+id)).Add(rdf.Type, rdf.OWL+"NamedIndividual").Add(term("invocation"), record)
	b.Add(term("contract"), rdf.Text(i.Invocation.Contract)).Add(term("expression"), rdf.Text(i.Invocation.Expression))
	b.Add(term("digest"), rdf.Text(i.Invocation.Digest)).Add(term("sourceDigest"), rdf.Text(i.Invocation.SourceDigest))
	b.Add(term("version"), rdf.Text(i.Invocation.Version))
	x.executions(g, b, id, i)
	return nil
}

// executions writes the class of the executions that meet an invocation, as far as OWL has one.
func (x *Export) executions(g *rdf.Graph, binding *rdf.Node, id string, i *catalog.Guarantee) {
	class, form := owlform.Executions(i.Constraint, x.field)
	binding.Add(term("owlForm"), rdf.Text(string(form.Label)))
	for _, why := range form.Why {
		binding.Add(term("owlFormWhy"), rdf.Text(why))
	}
	if class == nil {
		return
	}
	name := term("executions/" + id)
	binding.Add(term("executions"), name)
	meets := rdf.Blank().Add(rdf.Type, rdf.OWL+"Class").Add(rdf.OWL+"intersectionOf", rdf.List{owlform.Execution, class})
	g.Node(name).Add(rdf.Type, rdf.OWL+"Class").Add(rdf.OWL+"equivalentClass", meets).
		Add(rdf.RDFS+"label", rdf.Text("Executions that meet "+i.Invocation.Expression)).Add(term("owlForm"), rdf.Text(string(form.Label)))
	for _, u := range form.Undefined {
		g.Node(u.Name).Add(rdf.Type, rdf.OWL+"Class").Add(term("notExpressed"), rdf.Text(u.Text)).
			Add(rdf.RDFS+"comment", rdf.Text("Events for which this predicate is true. The class has no definition here."))
	}
}

// trace writes an execution, its events as individuals that are all different, and its closure where it was declared.
func (x *Export) trace(g *rdf.Graph, t *Trace) error {
	id, err := digestOf(map[string]any{"events": t.Events, "closed": t.Closed})
	if err != nil {
		return err
	}
	name := term("trace/" + id)
	run := g.Node(name).Add(rdf.Type, rdf.OWL+"NamedIndividual", owlform.Execution)
	events := rdf.List{}
	for i := range t.Events {
		event := name + rdf.IRI("/event-"+strconv.Itoa(i))
		if err := x.event(g.Node(event), &t.Events[i]); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		run.Add(owlform.HasEvent, event)
		events = append(events, event)
	}
	if len(events) > 1 {
		g.Unnamed().Add(rdf.Type, rdf.OWL+"AllDifferent").Add(rdf.OWL+"distinctMembers", events)
	}
	if t.Closed {
		run.Add(rdf.Type, closure(events))
	}
	return nil
}

// closure says that an execution has no other events.
func closure(events rdf.List) rdf.Term {
	var all rdf.Term = rdf.OWL + "Nothing"
	if len(events) > 0 {
		all = rdf.Blank().Add(rdf.Type, rdf.OWL+"Class").Add(rdf.OWL+"oneOf", events)
	}
	return rdf.Blank().Add(rdf.Type, rdf.OWL+"Restriction").Add(rdf.OWL+"onProperty", owlform.HasEvent).Add(rdf.OWL+"allValuesFrom", all)
}

// event writes one event. A field that is absent, or of the wrong type, is not in the graph: its value is not known.
func (x *Export) event(n *rdf.Node, e *schema.Event) error {
	library := ""
	if e.Library != nil {
		library = *e.Library
	}
	effect, err := x.catalog.EffectNamed(e.Effect, library)
	if err != nil {
		return err
	}
	lib := x.library(effect.Library)
	if lib == nil || lib.view == nil || lib.view.Class(effect.Name) == nil {
		return fmt.Errorf("the library %q has no schema", effect.Library)
	}
	class := lib.view.Class(effect.Name)
	n.Add(rdf.Type, rdf.OWL+"NamedIndividual", lib.view.ClassIRI(class)).Add(owlform.EffectType, rdf.Text(effect.ID))
	var given map[string]any
	if e.Fields != nil {
		given, _ = e.Fields.Value.(map[string]any)
	}
	fields, _ := value.Fields(given, typesOf(effect), permittedBy(effect))
	for _, f := range effect.Fields {
		if v := fields[f.Name]; v != nil {
			if err := addValue(n, lib.view, class, f.Name, v); err != nil {
				return fmt.Errorf("the field %q: %w", f.Name, err)
			}
		}
	}
	return nil
}

func typesOf(e *index.Effect) map[string]value.Type {
	types := map[string]value.Type{}
	for _, f := range e.Fields {
		types[f.Name] = f.Type
	}
	return types
}

// permittedBy are the values that the enumerations of fields permit.
func permittedBy(e *index.Effect) map[string][]string {
	permitted := map[string][]string{}
	for _, f := range e.Fields {
		permitted[f.Name] = f.Values
	}
	return permitted
}

// addValue says of an individual that a slot has a value; each member of a list where the slot holds several.
func addValue(n *rdf.Node, v *linkml.View, c *linkml.Class, slot string, x schema.Value) error {
	for _, s := range v.Induced(c) {
		if s.Property != slot {
			continue
		}
		values := []schema.Value{x}
		if list, ok := x.(*schema.ListValue); ok && s.Multivalued() {
			values = list.Items
		}
		for _, one := range values {
			l, err := literalOf(v, s, one)
			if err != nil {
				return err
			}
			n.Add(v.SlotIRI(s), l)
		}
	}
	return nil
}

// literalOf is a value as a literal of a slot's datatype; of a slot for any JSON, a literal of type rdf:JSON.
func literalOf(v *linkml.View, s *linkml.Induced, x schema.Value) (rdf.Literal, error) {
	if s.Any {
		text, err := json.Marshal(plain(x))
		return rdf.Literal{Text: string(text), Datatype: rdf.RDF + "JSON"}, err
	}
	return owlform.Literal(x, owlform.Field{Datatype: v.Datatype(s)})
}

// digestOf is a SHA-256 over canonical JSON, in hex.
func digestOf(v any) (string, error) {
	text, err := canonical.DigestExact(v)
	return strings.TrimPrefix(text, "sha256:"), err
}
