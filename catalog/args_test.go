package catalog_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
)

func arguments(t *testing.T, text string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var args map[string]any
	if err := d.Decode(&args); err != nil {
		t.Fatal(err)
	}
	return args
}

func TestPerform(t *testing.T) {
	cases := []performCase{
		{"numbers that an expression only names stay as written", `{"place": "p", "to": {"degrees": 12345678901234567890}, "dish": "C", "notes": [1.50]}`,
			`[{"kitchen.Heat": {"degrees": 12345678901234567890, "dish": "cake", "notes": [1.50], "place": "p"}}]`, ""},
		{"a number that an expression cannot use", `{"place": "p", "dish": 12345678901234567890}`, ``, "fails"},
		{"null is absent", `{"place": "p", "to": {"degrees": 7}, "dish": "C", "notes": null}`,
			`[{"kitchen.Heat": {"degrees": 7, "dish": "cake", "place": "p"}}]`, ""},
		{"an absent member", `{"place": "p", "to": {}, "dish": "x"}`, `[{"kitchen.Heat": {"dish": "soup", "place": "p"}}]`, ""},
		{"a member of a text", `{"place": "p", "to": "hot", "dish": "x"}`, `[{"kitchen.Heat": {"dish": "soup", "place": "p"}}]`, ""},
		{"an argument that an expression needs is absent", `{"place": "p"}`, `[{"kitchen.Heat": {"place": "p"}}]`, ""},
		{"two effects", `{"place": "p", "dish": "C", "open": "door"}`, `[{"kitchen.Heat": {"dish": "cake", "place": "p"}}, {"kitchen.Open": {"door": "oven door", "place": "p"}}]`, ""},
		{"a condition that does not hold", `{"place": "p", "dry": true, "open": "door"}`, `[{"kitchen.Open": {"door": "oven door", "place": "p"}}]`, ""},
		{"a condition that is no boolean", `{"dry": 1}`, ``, "line"},
		{"a failing expression", `{"place": "p", "dish": "C", "open": 7}`, ``, "fails"},
	}
	testPerform(t, "heat", cases)
}

func TestPerformForEach(t *testing.T) {
	testPerform(t, "roast", []performCase{
		{"once for each item", `{"place": "p", "dishes": [{"name": "a", "degrees": 7}, {"name": "b"}], "doors": ["x", "shut", "y"]}`,
			`[{"kitchen.Heat": {"place": "p", "degrees": 7, "dish": "a!"}}, {"kitchen.Heat": {"place": "p", "dish": "b!"}},
			{"kitchen.Open": {"place": "p", "door": "x"}}, {"kitchen.Open": {"place": "p", "door": "y"}}]`, ""},
		{"a condition on the item", `{"place": "p", "dishes": [{"name": "a", "cold": 1}, {"name": "b"}], "doors": []}`, `[{"kitchen.Heat": {"place": "p", "dish": "b!"}}]`, ""},
		{"the other spelling of an argument", `{"oven": "o", "dishes": [], "doors": ["x"]}`, `[{"kitchen.Open": {"place": "o", "door": "x"}}]`, ""},
		{"null is not given", `{"oven": "o", "place": null, "dishes": [], "doors": ["x"]}`, `[{"kitchen.Open": {"place": "o", "door": "x"}}]`, ""},
		{"both spellings", `{"oven": "o", "place": "p", "dishes": [], "doors": ["x"]}`, `[{"kitchen.Open": {"door": "x"}}]`, ""},
		{"both spellings, though they agree", `{"oven": "p", "place": "p", "dishes": [], "doors": ["x"]}`, `[{"kitchen.Open": {"door": "x"}}]`, ""},
		{"neither spelling", `{"dishes": [], "doors": ["x"]}`, `[{"kitchen.Open": {"door": "x"}}]`, ""},
		{"an item that is no object has no members", `{"place": "p", "dishes": ["a"], "doors": []}`, `[{"kitchen.Heat": {"place": "p"}}]`, ""},
		{"no list", `{"place": "p", "dishes": {"name": "a"}, "doors": []}`, ``, "each is no list"},
		{"no argument", `{"place": "p", "doors": []}`, ``, "no such argument"},
		{"a long list", `{"dishes": [` + strings.Repeat(`1,`, 10_000) + `1], "doors": []}`, ``, "more than 10000 items"},
	})
}

// performCase is what a call performs, or a part of the error.
type performCase struct{ name, args, want, failure string }

func testPerform(t *testing.T, tool string, cases []performCase) {
	t.Helper()
	c := kitchen(t)
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			performed, err := c.Perform(t.Context(), c.Map("oven", tool), arguments(t, tc.args))
			if err != nil {
				if tc.failure == "" || !strings.Contains(err.Error(), tc.failure) {
					t.Errorf("error %v, want one with %q", err, tc.failure)
				}
				return
			}
			var want []map[string]map[string]any
			d := json.NewDecoder(strings.NewReader(tc.want))
			d.UseNumber()
			if err := d.Decode(&want); err != nil {
				t.Fatalf("no error, and %v", err)
			}
			var got []map[string]map[string]any
			for _, p := range performed {
				got = append(got, map[string]map[string]any{p.Effect.ID: p.Fields})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEvaluateLimits(t *testing.T) {
	c := kitchen(t)
	e := &index.Expression{Source: "args.list.map(x, args.list.map(y, args.list.map(z, 1)))"}
	list := make([]any, 1000)
	for i := range list {
		list[i] = json.Number("1")
	}
	if _, err := c.Evaluate(t.Context(), e, map[string]any{"list": list}); err == nil || errors.Is(err, catalog.ErrNoArgument) {
		t.Errorf("a costly expression gives %v", err)
	}
	deep := any("x")
	for range 100 {
		deep = []any{deep}
	}
	if _, err := c.Evaluate(t.Context(), &index.Expression{Source: "size(args.deep)"}, map[string]any{"deep": deep}); err == nil {
		t.Error("arguments nested 100 deep are taken")
	}
	if _, err := c.Evaluate(t.Context(), &index.Expression{Source: "1 +"}, nil); err == nil {
		t.Error("an expression that does not compile has a value")
	}
}

func TestLookups(t *testing.T) {
	c := load(t, "../policies")
	if c.Map("", "read_file") == nil || c.Map("server", "read_file") != nil {
		t.Error("a tool of a namespace is another tool than one without")
	}
	for name, want := range map[string]string{"read_file": "filesystem.ReadFile", "ReadFile": "filesystem.ReadFile", "filesystem.ReadFile": "filesystem.ReadFile", "append_file": "editor.AppendFile"} {
		if e, err := c.EffectNamed(name, ""); err != nil || e.ID != want {
			t.Errorf("%s is %v, %v", name, e, err)
		}
	}
	if e, err := c.EffectNamed("read_file", "editor"); err == nil {
		t.Errorf("the editor has %v", e)
	}
	if _, err := c.EffectNamed("nothing", ""); err == nil {
		t.Error("an effect without a name")
	}
	text, err := c.Text(c.Library("filesystem"), "filesystem/library.yaml")
	if err != nil || !strings.Contains(string(text), "name: filesystem") {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := c.Text(c.Library("filesystem"), "../go.mod"); err == nil {
		t.Error("a file outside the bundle can be read")
	}
}

func TestTemplateSlots(t *testing.T) {
	cases := []struct{ text, names, problem string }{
		{"plain", "", ""},
		{"{a} {b_1}{a}", "a b_1 a", ""},
		{"{{a}} {{{b}}}", "b", ""},
		{"{}", "", "0"}, {"x{a.b}", "", "1"}, {"{a[0]}", "", "0"}, {"{a!r}", "", "0"}, {"{a:>3}", "", "0"}, {"{ a }", "", "0"}, {"{1a}", "", "0"},
		{"{a", "", "0"}, {"a}", "", "1"}, {"{a{b}}", "", "0"}, {"é{ä}", "", "1"}, {"{a}}", "a", "3"}, {"{\n}", "", "0"},
	}
	for _, c := range cases {
		names, problem, at := catalog.TemplateSlots(c.text)
		got := ""
		if problem != "" {
			got = string(rune('0' + at))
		}
		if strings.Join(names, " ") != c.names || got != c.problem {
			t.Errorf("%q: %v, %q at %d", c.text, names, problem, at)
		}
	}
}

func FuzzTemplateSlots(f *testing.F) {
	f.Add("{a} {{b}}")
	f.Fuzz(func(t *testing.T, text string) {
		names, problem, _ := catalog.TemplateSlots(text)
		for _, name := range names {
			if problem == "" && !strings.Contains(text, "{"+name+"}") {
				t.Errorf("%q has no slot %q", text, name)
			}
		}
	})
}
