package catalog_test

import (
	"os"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/value"
)

// load reads a bundle of a folder, which must have no problems.
func load(t testing.TB, folder string) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Load([]catalog.Source{{FS: os.DirFS(folder), Origin: catalog.OriginFolder}}, catalog.Options{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", folder, details(problems))
	}
	return c
}

func details(problems diag.List) []string {
	lines := make([]string, len(problems))
	for i, d := range problems {
		lines[i] = d.String() + "; " + d.Detail
	}
	return lines
}

// Every example and counter-example of the default bundle has the verdict that it claims.
func TestExamplesOfTheDefaultBundle(t *testing.T) {
	c := load(t, "../policies")
	count := 0
	for _, contract := range c.Contracts {
		examples := c.Examples(contract.ID)
		if examples == nil || len(examples.Good) == 0 || len(examples.Bad) == 0 && !contract.Unrestricted() {
			t.Errorf("%s has no example or no counter-example", contract.ID)
			continue
		}
		for _, e := range append(examples.Good, examples.Bad...) {
			judge(t, c, contract, &e)
			count++
		}
	}
	if count < 80 {
		t.Errorf("only %d examples were judged", count)
	}
}

func judge(t *testing.T, c *catalog.Catalog, contract *index.Contract, e *catalog.Example) {
	t.Helper()
	m, err := monitor.New(e.Constraint, monitor.Options{Facts: facts(c)}, monitor.Env{})
	if err != nil {
		t.Errorf("%s:%d: %v", e.File, e.Line, err)
		return
	}
	for i, event := range e.Events {
		m.Step(&monitor.Event{Effect: event.Effect.ID, Fields: event.Fields, Index: i})
	}
	if got, _, reason := m.Verdict(true); got != e.Verdict {
		t.Errorf("%s:%d: an example of %s is %s and should be %s: %s", e.File, e.Line, contract.ID, got, e.Verdict, reason)
	}
}

// facts tells the monitor the types of fields.
func facts(c *catalog.Catalog) monitor.Facts {
	return func(effect, field string) monitor.Fact {
		if e := c.Effect(effect); e != nil {
			for _, f := range e.Fields {
				if f.Name == field {
					return monitor.Fact{Kind: f.Type.Kind}
				}
			}
		}
		return monitor.Fact{}
	}
}

func TestPreconditionsOfTheDefaultBundle(t *testing.T) {
	c := load(t, "../policies")
	cases := []struct {
		effect, field, path string
		broken              string
	}{
		{"filesystem.ReadFile", "path", "test.md", ""},
		{"filesystem.ReadFile", "path", "/a/..b/c..", ""},
		{"filesystem.ReadFile", "path", "", "path_not_empty"},
		{"filesystem.ReadFile", "path", "..", "path_without_parent"},
		{"filesystem.WriteFile", "path", "/repo/../etc/passwd", "path_without_parent"},
		{"filesystem.ListDirectory", "path", "../", "path_without_parent"},
		{"filesystem.DeletePath", "path", `a\..\b`, "path_without_parent"},
		{"filesystem.DeletePath", "path", "a\n/..", "path_without_parent"},
		{"filesystem.MovePath", "source", "a/..", "source_without_parent"},
		{"filesystem.MovePath", "destination", "", "destination_not_empty"},
		{"editor.EditFile", "path", "a/../b", "path_without_parent"},
		{"editor.AppendFile", "path", "", "path_not_empty"},
	}
	for _, tc := range cases {
		e := c.Effect(tc.effect)
		plain := map[string]any{}
		for _, f := range e.Fields {
			plain[f.Name] = "x"
		}
		plain[tc.field] = tc.path
		fields, _ := value.Fields(plain, map[string]value.Type{}, nil)
		broken := ""
		for _, p := range e.Preconditions {
			truth, err := monitor.EvalPredicate(p.Predicate, &monitor.Event{Effect: e.ID, Fields: fields}, monitor.Env{})
			if err != nil {
				t.Fatal(err)
			}
			if truth != monitor.True {
				broken += p.Name
			}
		}
		if broken != tc.broken {
			t.Errorf("%s with %s %q breaks %q, want %q", tc.effect, tc.field, tc.path, broken, tc.broken)
		}
	}
}

// The texts of these three are fixed word for word, parameters as slots.
func TestFixedTexts(t *testing.T) {
	c := load(t, "../policies")
	want := map[string]string{
		"filesystem.read_only":       "No filesystem tool modifies anything. Effects of other libraries, such as git or rsync, are not covered.",
		"filesystem.only_read_under": "Every file a filesystem tool reads or lists starts with {root}.",
		"filesystem.no_deletes":      "No filesystem tool deletes or moves anything away.",
	}
	for id, text := range want {
		if got := c.Contract(id).Text; got != text {
			t.Errorf("%s says %q", id, got)
		}
	}
}
