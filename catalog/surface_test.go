package catalog_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/value"
)

func kind(k value.Kind) value.Type { return value.Type{Kind: k} }

func surfaceScope() catalog.SurfaceScope {
	colour := value.EnumOf("test.Colour")
	return catalog.SurfaceScope{
		Event: map[string]value.Type{
			"path": kind(value.String), "count": kind(value.Integer), "price": kind(value.Decimal), "ok": kind(value.Boolean),
			"tags": value.ListOf(kind(value.String)), "sizes": value.ListOf(kind(value.Integer)), "colour": colour, "where": value.Any(), "data": kind(value.Bytes),
		},
		Params: map[string]value.Type{
			"root": kind(value.PathPrefix), "dir": kind(value.Directory), "limit": kind(value.Integer), "max": kind(value.Decimal), "name": kind(value.String),
			"names": value.ListOf(kind(value.String)), "colours": value.ListOf(colour), "row": kind(value.ClassReference), "filter": value.Any(),
		},
	}
}

// The golden file holds expressions, a line each after "> ", and below each the typed predicate, or the errors with their columns in the expression.
func TestSurface(t *testing.T) {
	const file = "testdata/surface.golden"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(old)) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "> "); ok {
			out.WriteString(line + "\n" + translated(t, text))
		} else if line == "" || line[0] == '#' {
			out.WriteString(line + "\n")
		}
	}
	compareGolden(t, file, []byte(out.String()))
}

func translated(t *testing.T, text string) string {
	t.Helper()
	n := expression(t, text)
	p, problems := surfaceScope().Predicate("e.yaml", n)
	if len(problems) > 0 {
		return shownProblems(problems)
	}
	typed, err := json.Marshal(p)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compilesAsCEL(t, text)
	return "  " + string(typed) + "\n"
}

func shownProblems(problems diag.List) string {
	var b strings.Builder
	for _, d := range problems {
		fmt.Fprintf(&b, "  error at %d-%d: %s [%s]; %s\n", d.Range.Start.Column, d.Range.End.Column, d.Summary, d.Code, d.Detail)
	}
	return b.String()
}

// expression reads the text as JSON would quote it, and moves columns so that they count from 1 at the text's own first character.
func expression(t testing.TB, text string) *doc.Node {
	t.Helper()
	n, problems := doc.ReadYAML("e.yaml", []byte("|-\n "+text), doc.Limits{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	return n
}

// compilesAsCEL checks that what the surface accepts is CEL to cel-go's own checker, decimals and values of any type apart.
func compilesAsCEL(t *testing.T, text string) {
	t.Helper()
	directory, row := cel.OpaqueType("Directory"), cel.OpaqueType("Class")
	event := map[string]*cel.Type{"path": cel.StringType, "count": cel.IntType, "price": cel.DynType, "ok": cel.BoolType, "tags": cel.ListType(cel.StringType), "sizes": cel.ListType(cel.IntType), "colour": cel.StringType, "where": cel.DynType, "data": cel.BytesType}
	params := map[string]*cel.Type{"root": cel.StringType, "dir": directory, "limit": cel.IntType, "max": cel.DynType, "name": cel.StringType, "names": cel.ListType(cel.StringType), "colours": cel.ListType(cel.StringType), "row": row, "filter": cel.DynType}
	options := []cel.EnvOption{
		cel.StdLib(),
		cel.Function("within", cel.MemberOverload("within", []*cel.Type{cel.StringType, directory}, cel.BoolType)),
		cel.Function("comesFrom", cel.MemberOverload("comes_from", []*cel.Type{cel.DynType, row, cel.StringType}, cel.BoolType)),
	}
	for name, typ := range event {
		options = append(options, cel.Variable("event."+name, typ))
	}
	for name, typ := range params {
		options = append(options, cel.Variable("params."+name, typ))
	}
	env, err := cel.NewCustomEnv(options...)
	if err != nil {
		t.Fatal(err)
	}
	if checked, issues := env.Compile(text); issues.Err() != nil {
		t.Errorf("cel-go does not take %s: %v", text, issues.Err())
	} else if checked.OutputType() != cel.BoolType && checked.OutputType() != cel.DynType {
		t.Errorf("cel-go gives %s the type %s", text, checked.OutputType())
	}
}

// Positions are exact in every way of writing a text in YAML.
func TestSurfacePositions(t *testing.T) {
	cases := []struct {
		yaml         string
		line, column int
	}{
		{"event.path == evnt.path", 1, 15},
		{"'event.path == ''a'' && evnt.ok'", 1, 25},
		{`"event.path == \"\u00e9\\n\" && evnt.ok"`, 1, 33},
		{"|\n  event.path == 'ü'\n    && evnt.ok\n", 3, 8},
		{">-\n  event.path == 'a'\n  && evnt.ok\n", 3, 6},
		{"event.path ==\n 'a' &&\n evnt.ok", 3, 2},
	}
	for _, c := range cases {
		n, problems := doc.ReadYAML("e.yaml", []byte(c.yaml), doc.Limits{})
		if len(problems) > 0 {
			t.Fatalf("%q: %v", c.yaml, problems)
		}
		_, problems = surfaceScope().Predicate("e.yaml", n)
		if len(problems) != 1 || problems[0].Range.Start != (diag.Position{Line: c.line, Column: c.column}) {
			t.Errorf("%q: %v, want %d:%d", c.yaml, problems, c.line, c.column)
		}
	}
}

func TestSurfaceLimits(t *testing.T) {
	cases := map[string]string{
		strings.Repeat("!(", 200) + "true" + strings.Repeat(")", 200):                   "cel.limit",
		"size(" + strings.Repeat("event.count + (", 60) + "1" + strings.Repeat(")", 61): "cel.limit",
		strings.Repeat("event.ok && ", 2000) + "event.ok":                               "limit.chars",
		strings.Repeat("a.", 400) + "b":                                                 "cel.limit",
	}
	for text, code := range cases {
		_, problems := surfaceScope().Predicate("e.yaml", &doc.Node{Kind: doc.String, Text: text})
		if len(problems) == 0 || problems[0].Code != code {
			t.Errorf("%.40s… gives %v, want %s", text, problems, code)
		}
	}
}

func FuzzSurface(f *testing.F) {
	golden, err := os.ReadFile("testdata/surface.golden")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(golden)) {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			f.Add(strings.TrimSuffix(text, "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, problems := surfaceScope().Predicate("e.yaml", &doc.Node{Kind: doc.String, Text: text})
		if (p == nil) != (len(problems) > 0) {
			t.Fatalf("%q: a predicate and problems, or neither: %v %v", text, p, problems)
		}
		if p == nil {
			return
		}
		if _, err := json.Marshal(p); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
