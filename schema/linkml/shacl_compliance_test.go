package linkml

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/interop"
)

// TestSHACLOfCompliance turns the instances of the recorded suite into graphs by their JSON-LD contexts, and compares what
// a SHACL engine says of them with what our validator says of the instances.
func TestSHACLOfCompliance(t *testing.T) {
	documents, shapes, want := map[string]string{}, map[string]string{}, map[string]bool{}
	skipped := map[string]int{}
	for _, r := range readCompliance(t) {
		c, err := ReadCase(r.line(t), doc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		v, list := loadCase(c, Options{})
		if list.HasErrors() {
			continue
		}
		g := &grapher{view: v}
		document, turtle, why := g.row(v.targetName(r.TargetClass), c.Instance)
		problems := v.Problems(v.targetName(r.TargetClass), c.Instance, ValidateOptions{})
		switch {
		case why == "" && len(problems) > 0 && onlyUnsaid(problems):
			why = "refused for what neither JSON Schema nor SHACL can say"
		case why == "" && len(v.Unsupported()) > 0:
			why = "a metaslot is not evaluated"
		}
		if why != "" {
			skipped[why]++
			continue
		}
		documents[r.ID], shapes[r.ID], want[r.ID] = document, turtle, len(problems) == 0
	}
	var graphs map[string]string
	interop.Graphs(t, "../..", "expanded", map[string]any{"documents": documents}, &graphs)
	var cases []interop.Case
	for id := range documents {
		cases = append(cases, interop.Case{Name: id, Data: graphs[id], Shapes: shapes[id]})
	}
	slices.SortFunc(cases, func(a, b interop.Case) int { return strings.Compare(a.Name, b.Name) })
	agree := 0
	for id, got := range interop.Conform(t, "../..", nil, cases) {
		if got.Conforms == want[id] {
			agree++
			continue
		}
		t.Errorf("%s: valid is %v, and the graph conforms: %v %q\n%s\n%s", id, want[id], got.Conforms, got.Results, documents[id], graphs[id])
	}
	t.Logf("%d of %d rows agree; left out: %v", agree, len(documents), skipped)
	if agree < 650 {
		t.Errorf("only %d rows agree", agree)
	}
}

// grapher writes an instance as a JSON-LD document that says the class of every object, as graphs do and JSON need not.
type grapher struct {
	view *View
	why  string // why the instance has no graph
}

func (g *grapher) row(class string, n *doc.Node) (document, turtle, why string) {
	c := g.view.Class(class)
	switch {
	case c == nil || g.view.isAny(c) || n.Kind != doc.Map:
		return "", "", "no object of a class"
	case c.Abstract || c.Mixin:
		return "", "", "an abstract class"
	}
	vocabulary, err := NewVocabulary(Named{View: g.view})
	if err != nil {
		return "", "", "IRIs that are none, or shared"
	}
	context, err := vocabulary.JSONLD("")
	shapes, err2 := vocabulary.SHACL(SHACLOptions{}).Turtle()
	if err != nil || err2 != nil {
		return "", "", fmt.Sprint(err, err2)
	}
	context.Terms["@vocab"] = "https://example.com/unknown/" // so that fields that no class has are seen
	object := g.object(c, n)
	text, err := json.Marshal(map[string]any{"@context": context.Terms, "@graph": []any{object}})
	if err != nil {
		return "", "", err.Error()
	}
	return string(text), string(shapes), g.why
}

// object is an object of a class, or of the class below it that it names.
func (g *grapher) object(c *Class, n *doc.Node) any {
	if n.Kind != doc.Map {
		g.why = "something else where an object is expected"
		return nil
	}
	if slot := g.view.discriminator(c); slot != "" && g.view.polymorphic(c) {
		if s := g.view.slotOf(c, slot); s != nil {
			for _, d := range g.view.Concrete(c) {
				if f := n.Field(s.Property); f != nil && g.view.designation(d, slot) == f.Value.Text {
					c = d
				}
			}
		}
	} else if len(g.view.Concrete(c)) != 1 || g.view.Concrete(c)[0] != c {
		g.why = "objects whose class is not said"
	}
	out := map[string]any{"@type": string(g.view.ClassIRI(c))}
	for _, f := range n.Fields {
		g.field(c, f, out)
	}
	return out
}

func (g *grapher) field(c *Class, f doc.Field, out map[string]any) {
	s := g.view.byProperty[c.Name][f.Key]
	switch {
	case strings.ContainsAny(f.Key, "@: "):
		g.why = "a key that JSON-LD reads otherwise"
	case s == nil:
		out[f.Key] = f.Value.Plain()
	case isTrue(s.Expr.DesignatesType):
		if g.view.designator(c, s) != f.Value.Text {
			g.why = "a class that is not the one expected"
		}
	case s.Dict:
		g.why = "a dictionary"
	case s.Multivalued() && len(f.Value.Items) == 0 && f.Value.Kind == doc.List && (s.Expr.HasMember != nil || s.Expr.MinCardinality != nil || s.Expr.ExactCardinal != nil):
		g.why = "an empty list whose length or members count"
	case g.view.rdfForm(s) == asJSON && len(c.Expr.AnyOf)+len(c.Expr.AllOf)+len(c.Expr.ExactlyOneOf)+len(c.Expr.NoneOf)+len(c.Rules) > 0:
		g.why = "conditions on values that may be anything"
	case s.Expr.Array != nil:
		g.why = "an array"
	case f.Value.Kind == doc.List && !s.Multivalued(), f.Value.Kind != doc.List && s.Multivalued() && f.Value.Kind != doc.Null:
		g.why = "a list for one value, or the contrary: one property each"
	case f.Value.Kind == doc.List:
		out[f.Key] = g.list(s, f.Value)
	default:
		out[f.Key] = g.value(s, f.Value)
	}
}

func (g *grapher) list(s *Induced, n *doc.Node) any {
	seen := map[string]bool{}
	list := []any{}
	for _, item := range n.Items {
		text, _ := json.Marshal(item)
		if seen[string(text)] || item.Kind == doc.Null || item.Kind == doc.List {
			g.why = "a list with repetitions, null or lists"
		}
		seen[string(text)] = true
		list = append(list, g.value(s, item))
	}
	return list
}

func (g *grapher) value(s *Induced, n *doc.Node) any {
	form := g.view.rdfForm(s)
	switch {
	case n.Kind == doc.Map && s.Class != nil && s.Form == FormObject:
		return g.object(s.Class, n)
	case n.Kind == doc.Map && form != asJSON, form == asEither, form == asNode && n.Kind != doc.Null:
		g.why = "objects and values that JSON-LD does not tell apart"
	case form == asIRI, form == asName:
		g.why = "references: JSON-LD makes an IRI of any text"
	case n.Kind == doc.Number && s.Type != nil && g.view.kindOf(s.Type) != KindInteger:
		g.why = "numbers that JSON-LD writes in another form"
	case s.Type != nil && coercion(g.view, s, form) != "":
		g.why = "texts that JSON-LD coerces"
	}
	return n.Plain()
}
