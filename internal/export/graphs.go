package export

import (
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/owlform"
	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema/linkml"
)

// OWLOptions are the settings of an OWL export, and what stands in it beside the vocabulary.
type OWLOptions struct {
	Covering bool   // axioms that nothing else is below abstract classes
	Records  Record // invocations and a trace; empty for none
}

// OWL writes the ontology as Turtle. The error names what cannot be written, such as a text with a character that XML
// does not have.
func (x *Export) OWL(opt OWLOptions) ([]byte, error) {
	g := x.vocabulary.OWL(linkml.OWLOptions{Covering: opt.Covering})
	closure := "none, no trace is in the export"
	if t := opt.Records.Trace; t != nil {
		closure = "not declared"
		if t.Closed {
			closure = "declared"
		}
	}
	x.addNotes(g)
	if x.catalog != nil {
		declareExecutions(g)
		if err := x.records(g, opt.Records); err != nil {
			return nil, err
		}
	}
	x.header(g, "owl", settings{{"covering axioms of abstract classes", yes(opt.Covering)}, {"closure of the trace", closure}}, owlCaveats())
	return g.Turtle()
}

func owlCaveats() []string {
	return []string{
		"OWL's world is open: what is not in a graph is not known to be false. That no event of a kind happened follows only where the trace is declared closed.",
		"Contract types are classes of records with parameters. No contract type, and no invocation, is a class of executions or below one.",
		"A class of executions that meet a contract is another thing: it is there for invocations that were asked for and whose OWL form is not \"not expressible\".",
		"A catalog is open: an abstract class may have more classes below it than are known here.",
		"A field with several values is a property with several values: neither their order nor repetitions are kept.",
	}
}

// SHACLOptions are the settings of a SHACL export.
type SHACLOptions struct{ Open bool }

// SHACL writes the shapes as Turtle.
func (x *Export) SHACL(opt SHACLOptions) ([]byte, error) {
	g := x.vocabulary.SHACL(linkml.SHACLOptions{Open: opt.Open, Ignore: ignoreEffectType})
	x.header(g, "shacl", settings{{"closed shapes", yes(!opt.Open)}}, shaclCaveats())
	return g.Turtle()
}

// ignoreEffectType lets an event say of which effect type it is.
func ignoreEffectType(v *linkml.View, c *linkml.Class) []rdf.IRI {
	if event := v.Class("EffectEvent"); event != nil && v.IsA(c, event) {
		return []rdf.IRI{owlform.EffectType}
	}
	return nil
}

func shaclCaveats() []string {
	return []string{
		"SHACL checks the graph that it is given. A graph that conforms says nothing of calls that it does not hold, and nothing of other runs.",
		"A shape of a contract type checks the parameters of an invocation, not whether any execution meets the contract.",
		"Values that may be of several classes are held against the classes known here; a class that is defined later needs another export.",
		"A field with several values is a property with several values: neither their order nor repetitions are kept.",
	}
}

// declareExecutions declares what executions and their events are described with.
func declareExecutions(g *rdf.Graph) {
	g.Node(owlform.Execution).Add(rdf.Type, rdf.OWL+"Class").Add(rdf.RDFS+"label", rdf.Text("Execution")).
		Add(rdf.SKOS+"definition", rdf.Text("A run with the events that it performed. Nothing is below this class but classes of executions; contracts and their invocations are not."))
	g.Node(owlform.HasEvent).Add(rdf.Type, rdf.OWL+"ObjectProperty").Add(rdf.RDFS+"domain", owlform.Execution).
		Add(rdf.RDFS+"comment", rdf.Text("An event of the execution. Each call is an individual of its own."))
	g.Node(owlform.EffectType).Add(rdf.Type, rdf.OWL+"DatatypeProperty", rdf.OWL+"FunctionalProperty").
		Add(rdf.RDFS+"comment", rdf.Text("The qualified name of the one effect type that an event is of, by which contracts list it."))
}

// fieldType is the type of a field's values.
func fieldType(e *index.Effect, name string) value.Type {
	for _, f := range e.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	return value.Any()
}
