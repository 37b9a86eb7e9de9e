package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/rdf"
	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/schema/linkml"
)

const (
	filesystem = "https://contractc.dev/policies/filesystem/v1/"
	core       = "https://contractc.dev/schema/v1/"
	subClassOf = string(rdf.RDFS + "subClassOf")
)

type loaded struct {
	Size int   `json:"size"`
	Held []int `json:"held"`
}

// TestGraphsLoad reads the graphs of the whole catalog with rdflib and looks for triples that must and must not be there.
func TestGraphsLoad(t *testing.T) {
	x := exportOf(t, testbundles.All(t))
	plain, err := x.OWL(OWLOptions{})
	covered, err2 := x.OWL(OWLOptions{Covering: true})
	shapes, err3 := x.SHACL(SHACLOptions{})
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	target := string(rdf.SH + "targetClass")
	contract := filesystem + "FilesystemOnlyReadUnder"
	triples := map[string][][]string{
		"owl": {
			{contract, subClassOf, core + "Contract"},
			{filesystem + "ReadFile", subClassOf, core + "EffectEvent"},
			{core + "Contract", subClassOf},
			{contract, string(rdf.OWL + "equivalentClass")},
			{contract, subClassOf, string(linkml.Export + "Execution")},
			{string(linkml.Export + "owl"), string(linkml.Export + "source")},
			{string(linkml.Export + "owl"), string(linkml.Export + "setting")},
		},
		"covered": {{core + "Contract", subClassOf}, {core + "EffectEvent", subClassOf}},
		"shacl": {
			{contract, target, contract},
			{filesystem + "ReadFile", target, filesystem + "ReadFile"},
			{contract, string(rdf.SH + "property")},
			{string(linkml.Export + "shacl"), string(linkml.Export + "source")},
		},
	}
	var got map[string]loaded
	graphs(t, "load", map[string]any{"graphs": map[string]string{"owl": string(plain), "covered": string(covered), "shacl": string(shapes)}, "triples": triples}, &got)
	sources := len(x.sources())
	for name, want := range map[string][]int{"owl": {1, 1, 0, 0, 0, sources, 2}, "covered": {1, 1}, "shacl": {1, 1, 1, sources}} {
		if fmt.Sprint(got[name].Held) != fmt.Sprint(want) {
			t.Errorf("%s holds %v of the triples, want %v", name, got[name].Held, want)
		}
		if got[name].Size < 5000 {
			t.Errorf("%s has only %d triples", name, got[name].Size)
		}
	}
	again, err := exportOf(t, testbundles.All(t)).OWL(OWLOptions{})
	if err != nil || string(again) != string(plain) {
		t.Error("a second export has other bytes", err)
	}
}

// TestTurtleIsRead writes hostile texts as Turtle and compares what rdflib reads with triples that are spelled another way.
func TestTurtleIsRead(t *testing.T) {
	const ex = "https://example.com/v1/"
	texts := []string{"", `"`, `\`, `"""`, `'`, "a\nb\r\n\tc", "\x01\x1b\x7f\u0085", "\u202e\u200b\ufeff", "\U0001F600\U000E0041", `\u0041 \n`, "<a> . ; , @en ^^ # x", "é漢", strings.Repeat("x\\\"", 50)}
	g := rdf.NewGraph(append(rdf.Vocabularies(), rdf.Prefix{Name: "ex", IRI: ex})...)
	var triples strings.Builder
	for i, text := range texts {
		subject := rdf.IRI(fmt.Sprintf("%ss%d", ex, i))
		g.Node(subject).Add(ex+"p", rdf.Text(text), rdf.Literal{Text: text, Datatype: rdf.RDF + "JSON"}).Add(ex+"l", rdf.List{rdf.Text(text), rdf.Blank().Add(ex+"q", rdf.Integer("7"))})
		fmt.Fprintf(&triples, "<%s> <%sp> %s .\n<%s> <%sp> %s^^<%sJSON> .\n", subject, ex, ascii(text), subject, ex, ascii(text), rdf.RDF)
		fmt.Fprintf(&triples, "<%s> <%sl> _:a%d .\n_:a%d <%sfirst> %s .\n_:a%d <%srest> _:b%d .\n_:b%d <%sfirst> _:c%d .\n_:b%d <%srest> <%snil> .\n_:c%d <%sq> \"7\"^^<%sinteger> .\n",
			subject, ex, i, i, rdf.RDF, ascii(text), i, rdf.RDF, i, i, rdf.RDF, i, i, rdf.RDF, rdf.RDF, i, ex, rdf.XSD)
	}
	turtle, err := g.Turtle()
	if err != nil {
		t.Fatal(err)
	}
	var same bool
	graphs(t, "same", map[string]string{"turtle": string(turtle), "triples": triples.String()}, &same)
	if !same {
		t.Errorf("rdflib reads another graph from\n%s", turtle)
	}
}

// ascii writes a literal with every character but ASCII letters and digits as an escape.
func ascii(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 && strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, `\U%08X`, r)
	}
	return `"` + b.String() + `"`
}
