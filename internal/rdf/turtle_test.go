package rdf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/rdf"
)

const ex rdf.IRI = "https://example.com/v1/"

func TestTurtle(t *testing.T) {
	g := rdf.NewGraph(append(rdf.Vocabularies(), rdf.Prefix{Name: "ex", IRI: ex}, rdf.Prefix{Name: "ex", IRI: "https://other.example/"}, rdf.Prefix{Name: "b@d", IRI: "https://bad.example/"})...)
	g.Node(ex+"Z").Add(rdf.Type, rdf.OWL+"Class")
	g.Node(ex+"a/b").Add(rdf.RDFS+"seeAlso", ex+"1x", ex+"-x", ex+"x.", ex+"x.y", ex, rdf.IRI("https://bad.example/x"))
	n := g.Node(ex + "A")
	n.Add(ex+"p", rdf.Text("b"), rdf.Text("a"), rdf.Text("a"), rdf.Integer("-12"), rdf.Integer("1.0"), rdf.Boolean(true), rdf.Literal{Text: "1.5", Datatype: rdf.XSD + "decimal"})
	n.Add(rdf.Type, rdf.OWL+"NamedIndividual", ex+"Z")
	n.Add(ex+"q", rdf.List{}, rdf.List{rdf.Text("x"), rdf.Blank().Add(ex+"p", rdf.Text("y"))}, rdf.Blank(), rdf.Blank(), g.Node(ex+"Z"))
	g.Unnamed().Add(rdf.Type, rdf.OWL+"AllDifferent").Add(rdf.OWL+"distinctMembers", rdf.List{ex + "A", ex + "Z"})
	g.Node(ex + "said-of-nothing")
	want := `@prefix ex: <https://example.com/v1/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:A
  a ex:Z, owl:NamedIndividual ;
  ex:p "1.0"^^xsd:integer, "1.5"^^xsd:decimal, "a", "b", -12, true ;
  ex:q ( "x" [
    ex:p "y"
  ] ), (), [], [], ex:Z .

ex:Z
  a owl:Class .

<https://example.com/v1/a/b>
  rdfs:seeAlso <https://bad.example/x>, <https://example.com/v1/-x>, <https://example.com/v1/>, <https://example.com/v1/x.>, ex:1x, ex:x.y .

[
  a owl:AllDifferent ;
  owl:distinctMembers ( ex:A ex:Z )
] .
`
	got, err := g.Turtle()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

// TestOrder builds the same graph in two orders.
func TestOrder(t *testing.T) {
	build := func(order []int) string {
		g := rdf.NewGraph(rdf.Vocabularies()...)
		for _, i := range order {
			name := ex + rdf.IRI("n"+string(rune('0'+i)))
			for _, j := range order {
				g.Node(name).Add(ex+rdf.IRI("p"+string(rune('0'+j))), rdf.Integer(string(rune('0'+i))), rdf.Blank().Add(ex+"q", rdf.Integer(string(rune('0'+j)))))
			}
			g.Unnamed().Add(ex+"q", name)
		}
		text, err := g.Turtle()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if diff := cmp.Diff(build([]int{0, 1, 2, 3}), build([]int{3, 1, 0, 2})); diff != "" {
		t.Error(diff)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                          `""`,
		`a"b\c`:                     `"a\"b\\c"`,
		"a\nb\rc\td":                `"a\nb\rc\td"`,
		"\x00\x1b\u202e":            `"\u0000\u001B\u202E"`,
		"é 漢 \U0001F600":            "\"é 漢 \U0001F600\"",
		"\U000E0041\uFEFF":          `"\U000E0041\uFEFF"`,
		"'''\"\"\"":                 `"'''\"\"\""`,
		"<not> an {IRI} . ; , @en ": `"<not> an {IRI} . ; , @en "`,
	} {
		if got := rdf.Quote(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

func TestWrongTerms(t *testing.T) {
	for name, add := range map[string]func(*rdf.Node){
		"relative":     func(n *rdf.Node) { n.Add(ex+"p", rdf.IRI("x")) },
		"space":        func(n *rdf.Node) { n.Add(ex+"p", ex+"a b") },
		"bracket":      func(n *rdf.Node) { n.Add(ex+"p", ex+"a>b") },
		"line break":   func(n *rdf.Node) { n.Add(ex+"p\n", rdf.Text("x")) },
		"hidden":       func(n *rdf.Node) { n.Add(ex+"p", ex+"a\u202eb") },
		"datatype":     func(n *rdf.Node) { n.Add(ex+"p", rdf.Literal{Text: "x", Datatype: "y"}) },
		"not UTF-8":    func(n *rdf.Node) { n.Add(ex+"p", rdf.Text("\xff")) },
		"nothing":      func(n *rdf.Node) { n.Add(ex+"p", nil) },
		"within lists": func(n *rdf.Node) { n.Add(ex+"p", rdf.List{rdf.Blank().Add(ex+"q", rdf.IRI(""))}) },
	} {
		g := rdf.NewGraph()
		add(g.Node(ex + "A"))
		if text, err := g.Turtle(); err == nil {
			t.Errorf("%s: written without an error: %s", name, text)
		}
	}
}

func TestLocal(t *testing.T) {
	for name, want := range map[string]string{
		"Plain.Name-1": "Plain.Name-1", "a b": "a%20b", "a/b#c?d": "a%2Fb%23c%3Fd", "100%": "100%25", "ä\u202e": "ä%E2%80%AE", `"<>\`: "%22%3C%3E%5C",
	} {
		got := rdf.Local(name)
		if got != want {
			t.Errorf("%q becomes %s, want %s", name, got, want)
		}
		if err := rdf.CheckIRI(ex + rdf.IRI(got)); err != nil {
			t.Error(err)
		}
	}
}

// FuzzQuote checks that what is written stands on one line between its quotation marks.
func FuzzQuote(f *testing.F) {
	f.Add("a\"b\\")
	f.Add("\u202e\x00")
	f.Fuzz(func(t *testing.T, text string) {
		got := rdf.Quote(text)
		inner := strings.NewReplacer(`\\`, "", `\"`, "").Replace(got[1 : len(got)-1])
		if strings.ContainsAny(inner, "\"\n\r") || got[0] != '"' || got[len(got)-1] != '"' {
			t.Errorf("%q is written %s", text, got)
		}
	})
}
