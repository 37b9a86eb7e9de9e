package catalog_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
)

// kitchen loads the test bundle, whose only finding is that two libraries expose one module.
func kitchen(t testing.TB) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Load([]catalog.Source{{FS: os.DirFS("testdata/kitchen"), Origin: catalog.OriginFolder}}, catalog.Options{})
	if c == nil || len(problems) != 1 || problems[0].Severity != diag.Warning || problems[0].Code != "library.module" {
		t.Fatalf("kitchen: %v", details(problems))
	}
	return c
}

// The golden file holds imports, "alias=module …" after "imports ", which hold for what follows, and expressions after "> " or as Go strings after
// ">q ". Below each stands the invocation, or the errors with their places in the expression.
func TestBind(t *testing.T) {
	const file = "testdata/bind.golden"
	c := kitchen(t)
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	imports := map[string]string{}
	for line := range strings.Lines(string(old)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "imports"):
			imports = readImports(line)
			out.WriteString(line + "\n")
		case strings.HasPrefix(line, ">"):
			out.WriteString(line + "\n" + bound(t, c, expressionOf(t, line), imports))
		case line == "" || line[0] == '#':
			out.WriteString(line + "\n")
		}
	}
	compareGolden(t, file, []byte(out.String()))
}

func readImports(line string) map[string]string {
	imports := map[string]string{}
	for _, pair := range strings.Fields(line)[1:] {
		alias, module, _ := strings.Cut(pair, "=")
		imports[alias] = module
	}
	return imports
}

func expressionOf(t *testing.T, line string) string {
	t.Helper()
	quoted, ok := strings.CutPrefix(line, ">q ")
	if !ok {
		return strings.TrimPrefix(line, "> ")
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return text
}

func bound(t *testing.T, c *catalog.Catalog, text string, imports map[string]string) string {
	t.Helper()
	g, problems := c.Bind(text, imports)
	if g == nil {
		return shownPlaces(problems)
	}
	if g.Invocation.Expression != text || g.Invocation.Digest != g.Contract.Digest || g.Invocation.SourceDigest != c.Library(g.Contract.Library).Digest {
		t.Errorf("%s: the invocation is not that of its contract: %+v", text, g.Invocation)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s %s@%s\n", g.Invocation.Symbol, g.Invocation.TypeName, g.Invocation.Version)
	for _, a := range g.Invocation.Arguments {
		v, err := json.Marshal(a.Value)
		if err != nil {
			t.Fatal(err)
		}
		source := "default"
		if a.Source != nil {
			source = "from " + strconv.Quote(*a.Source)
		}
		if (a.Source == nil) != a.Defaulted {
			t.Errorf("%s: defaulted is %t with source %v", text, a.Defaulted, a.Source)
		}
		fmt.Fprintf(&b, "    %s = %s %s\n", a.Name, v, source)
	}
	return b.String() + shownConstraint(t, g)
}

// shownConstraint checks that no parameter is left in the constraint.
func shownConstraint(t *testing.T, g *catalog.Guarantee) string {
	t.Helper()
	text, err := json.Marshal(g.Constraint)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "ParameterTerm") {
		t.Errorf("%s: a parameter is not bound: %s", g.Invocation.Expression, text)
	}
	return ""
}

func shownPlaces(problems diag.List) string {
	var b strings.Builder
	for _, d := range problems {
		fmt.Fprintf(&b, "  error %s to %s: %s [%s]; %s\n", d.Range.Start, d.Range.End, d.Summary, d.Code, d.Detail)
	}
	return b.String()
}

// Values that only substitution sees reach the constraint.
func TestBindSubstitutes(t *testing.T) {
	g, problems := kitchen(t).Bind("kitchen.budget(degrees=7)", nil)
	if g == nil {
		t.Fatal(problems)
	}
	text, err := json.Marshal(g.Constraint)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"kind":"Sum","set":{"version":"1.0.0","effects":["kitchen.Heat"]},"field":"degrees","op":"le","bound":{"kind":"AddTerm","left":{"kind":"LiteralTerm","literal":{"type":"IntegerValue","integer":"7"}},"right":{"kind":"LiteralTerm","literal":{"type":"IntegerValue","integer":"1"}}}}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func FuzzBind(f *testing.F) {
	golden, err := os.ReadFile("testdata/bind.golden")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(golden)) {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			f.Add(strings.TrimSuffix(text, "\n"), true)
			f.Add(strings.TrimSuffix(text, "\n"), false)
		}
	}
	c := kitchen(f)
	imports := map[string]string{"k": "tools.kitchen.contracts", "Row": "tools.kitchen.rows.Row", "rows": "tools.kitchen.rows"}
	f.Fuzz(func(t *testing.T, text string, imported bool) {
		aliases := imports
		if !imported {
			aliases = nil
		}
		g, problems := c.Bind(text, aliases)
		if (g == nil) != (len(problems) > 0) {
			t.Fatalf("%q: a guarantee and problems, or neither: %v", text, problems)
		}
		for _, d := range problems {
			if d.Code == "" || d.Summary == "" || !d.Range.Known() {
				t.Errorf("%q: incomplete diagnostic %+v", text, d)
			}
		}
		if g != nil {
			shownConstraint(t, g)
		}
	})
}

func BenchmarkBind(b *testing.B) {
	c := load(b, "../policies")
	imports := map[string]string{"rules": "tools.filesystem.trusted.contracts"}
	for b.Loop() {
		if g, problems := c.Bind(`rules.only_read_under("docs/")`, imports); g == nil {
			b.Fatal(problems)
		}
	}
}

func BenchmarkMap(b *testing.B) {
	c := load(b, "../policies")
	for b.Loop() {
		if c.Map("", "read_file") == nil {
			b.Fatal("no mapping")
		}
	}
}

func BenchmarkPerform(b *testing.B) {
	c := load(b, "../policies")
	m, args := c.Map("", "write_file"), map[string]any{"path": "a", "content": "b"}
	for b.Loop() {
		if _, err := c.Perform(b.Context(), m, args); err != nil {
			b.Fatal(err)
		}
	}
}
