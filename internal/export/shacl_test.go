package export

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/interop"
	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/internal/value"
)

// TestInvocationsConform turns invocations of every contract, as the examples of the bundles have them, into graphs by the
// JSON-LD context, and validates them with the shapes: whole ones conform; those that miss a parameter, have one of
// another type, or one more, do not.
func TestInvocationsConform(t *testing.T) {
	from := testbundles.All(t)
	x := exportOf(t, from)
	shapes, err := x.SHACL(SHACLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	documents, want := map[string]map[string]any{}, map[string]string{}
	for _, c := range from.Contracts {
		examples := from.Examples(c.ID)
		if examples == nil || len(examples.Good) == 0 {
			t.Errorf("%s has no examples", c.ID)
			continue
		}
		arguments := map[string]any{}
		for name, v := range examples.Good[0].Arguments {
			arguments[name] = plain(v)
		}
		addInvocations(documents, want, c, arguments)
	}
	linked := link(t, contextOf(t, x, ""), documents)
	var data strings.Builder
	for _, name := range sortedKeys(documents) {
		data.WriteString(linked[name].Graph)
		if strings.HasSuffix(name, " extra") {
			fmt.Fprintf(&data, "<%s> <https://example.com/extra> \"x\" .\n", linked[name].Node)
		}
	}
	report := conform(t, shapes, []interop.Case{{Name: "all", Data: data.String()}})["all"]
	counts := map[string]int{}
	for _, name := range sortedKeys(documents) {
		got := about(report, linked[name].Node)
		if want[name] == "" && len(got) > 0 || want[name] != "" && !slices.ContainsFunc(got, func(r string) bool { return strings.HasPrefix(r, want[name]) }) {
			t.Errorf("%s: want %q, got %q of\n%s", name, want[name], got, linked[name].Graph)
		}
		counts[name[strings.LastIndexByte(name, ' ')+1:]]++
	}
	t.Logf("validated %v", counts)
	if counts["whole"] < 90 || counts["missing"] < 50 || counts["mistyped"] < 50 || counts["extra"] < 90 {
		t.Errorf("validated only %v", counts)
	}
}

// about are the results about one node.
func about(report interop.Result, node string) []string {
	var out []string
	for _, r := range report.Results {
		if rest, ok := strings.CutPrefix(r, node+" "); ok {
			out = append(out, rest)
		}
	}
	return out
}

// linked is what a JSON-LD context makes of a document.
type linked struct {
	Node  string `json:"node"`
	Graph string `json:"graph"` // as N-Triples
}

func link(t *testing.T, context json.RawMessage, documents map[string]map[string]any) map[string]linked {
	t.Helper()
	var out map[string]linked
	graphs(t, "linked", map[string]any{"context": context, "documents": documents}, &out)
	return out
}

// addInvocations adds an invocation as it is, with a parameter missing, with one mistyped, and one that gets a property
// that its class does not have; want is the constraint that must refuse it.
func addInvocations(documents map[string]map[string]any, want map[string]string, c *index.Contract, arguments map[string]any) {
	add := func(kind, constraint string, change func(map[string]any)) {
		d := map[string]any{"@type": c.Library + "." + c.TypeName}
		for k, v := range arguments {
			d[k] = v
		}
		change(d)
		documents[c.ID+" "+kind], want[c.ID+" "+kind] = d, constraint
	}
	add("whole", "", func(map[string]any) {})
	add("extra", "ClosedConstraintComponent", func(map[string]any) {})
	for _, p := range c.Parameters {
		if p.Default == nil && p.Type.Kind != value.List {
			add(p.Name+" missing", "MinCountConstraintComponent", func(d map[string]any) { delete(d, p.Name) })
		}
		switch p.Type.Kind {
		case value.Invalid:
		case value.Integer, value.Decimal, value.Boolean:
			add(p.Name+" mistyped", "DatatypeConstraintComponent", func(d map[string]any) { d[p.Name] = "7" })
		default:
			add(p.Name+" mistyped", "DatatypeConstraintComponent", func(d map[string]any) { d[p.Name] = 7 })
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func contextOf(t *testing.T, x *Export, class string) json.RawMessage {
	t.Helper()
	text, _, err := x.JSONLD(class)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Context json.RawMessage `json:"@context"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Context
}

// TestRecordsConform validates the individuals of an ontology with the shapes: they are records of their classes.
func TestRecordsConform(t *testing.T) {
	from := testbundles.All(t)
	x := exportOf(t, from)
	shapes, err := x.SHACL(SHACLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := Record{Trace: &Trace{Events: events(t, `{"effect":"ReadFile","library":"filesystem","fields":{"path":"a"}}`, `{"effect":"ReadFile","library":"filesystem","fields":{"path":"a"}}`, `{"effect":"email_from_db.DbQuery","fields":{"table":"t","where":{"a":[1,2.5,null]}}}`), Closed: true}}
	r.Invocations = bind(t, from, `filesystem.only_read_under("a")`, `email_from_db.only(["a", "b"])`, `email_from_db.only_where({"x": True})`, `filesystem.only_read_within("/a")`)
	text, err := x.OWL(OWLOptions{Records: r})
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.Replace(string(text), `filesystem:path "a"`, `filesystem:path 7`, 1)
	if bad == string(text) {
		t.Fatal("the ontology has no event")
	}
	got := conform(t, shapes, []interop.Case{{Name: "good", Data: string(text)}, {Name: "bad", Data: bad}})
	if !got["good"].Conforms {
		t.Errorf("the records do not conform: %v", got["good"].Results)
	}
	if len(got["bad"].Results) != 1 || !strings.HasSuffix(got["bad"].Results[0], " DatatypeConstraintComponent "+filesystem+"path") {
		t.Errorf("a mistyped field is not refused: %v", got["bad"].Results)
	}
}

func bind(t *testing.T, from *catalog.Catalog, expressions ...string) []*catalog.Guarantee {
	t.Helper()
	var out []*catalog.Guarantee
	for _, e := range expressions {
		g, problems := from.Bind(e, nil)
		if g == nil {
			t.Fatal(problems)
		}
		out = append(out, g)
	}
	return out
}
