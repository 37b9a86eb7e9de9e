package policydiff

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/solver"
	"github.com/contractc/contractc/schema"
)

// drawnRule is a rule in CEL as it is drawn: of each case a condition, empty for
// none, and what it says, or the cases of a rule within it.
type drawnRule struct {
	severity  string
	aggregate bool
	variable  string
	cases     []drawnCase
}

type drawnCase struct {
	condition, output, explanation string
	inner                          []drawnCase
	aggregate                      bool
}

func (d drawer) condition(depth int) string {
	if depth > 0 && d.IntN(2) == 0 {
		a, b := d.condition(depth-1), d.condition(depth-1)
		return pick(d, "("+a+" && "+b+")", "("+a+" || "+b+")", "!("+a+")", "("+a+" ? "+b+" : "+d.condition(0)+")")
	}
	return pick(d,
		"input.action.tool == 'read'", "input.action.args.path == 'x'", "has(input.action.args)", "has(input.action.args.path)",
		"input.action.args.path.startsWith('x')", "input.action.args.n > 1", "'path' in input.action.args", "input.facts.f",
		"variables.v == 'x'", "input.index == 1", "input.action.args.list.exists(i, i == 'x')", "input.facts.f == true", "input.action.args.path in ['x', 'y']",
		"size(input.action.args.path) > 0", "true", "input.action.args['path'] == 'x'", "input.action.?args.?path.orValue('') == 'x'",
		"input.action.args.n + 1 > 2", "input.action.args.path + 'y' == 'xy'", "input.action.args.path.matches('^x')", "input.action.args.n == 1.5",
		"input.action.args.path == input.action.args.n", "input.action.args.path < 'y'", "input.action.args.n >= 1.0", "input.action.args.path != null",
		"type(input.action.args.path) == string", "int(input.action.args.n) == 5", "input.action.args.list.all(i, i == 'x')", "'x' in input.action.args.list",
		"size(input.action.args) == 1", "input.action.args == {'path': 'x'}", "has(input.context.principal)", "input.actions.size() == 1",
		"input.action.args.path in input.action.args.list", "!input.facts.f", "(input.facts.f ? 1 : 2) == 1", "[input.action.args.path, 'x'].exists(i, i == variables.v)",
		"{'a': input.action.args.path}.a == 'x'", "string(input.action.args.n) == '5'")
}

func (d drawer) output() string {
	return pick(d, "'m'", "'m'", "'n'", "input.action.tool", "'m ' + string(input.action.args.path)", "{'message': 'm', 'path': '/args'}",
		"{'message': variables.v}", "['m']", "input.index == 1 ? ['m'] : []", "variables.v", "{'message': 'm', 'path': input.action.tool}")
}

func (d drawer) drawnCase(depth int) drawnCase {
	c := drawnCase{condition: d.condition(1), output: d.output()}
	if d.IntN(6) == 0 {
		c.explanation = pick(d, "'why'", "variables.v")
	}
	if depth > 0 && d.IntN(4) == 0 {
		c.inner, c.aggregate = []drawnCase{d.drawnCase(0)}, d.IntN(2) == 0
		if d.IntN(2) == 0 {
			c.condition = ""
		}
	}
	return c
}

func (d drawer) rule() drawnRule {
	r := drawnRule{severity: pick(d, "allow", "allow", "deny", "deny", "ask", "warn"), aggregate: d.IntN(4) == 0, variable: d.variable(), cases: []drawnCase{d.drawnCase(1)}}
	if d.IntN(3) == 0 {
		r.cases = append(r.cases, d.drawnCase(1))
	}
	return r
}

func (d drawer) variable() string {
	return pick(d, "string(input.action.args.path)", "has(input.action.args) && has(input.action.args.path) ? string(input.action.args.path) : ''", "input.action.tool")
}

// edited is a rule that has much in common with another one.
func (d drawer) edited(r drawnRule) drawnRule {
	r.cases = append([]drawnCase{}, r.cases...)
	c := &r.cases[d.IntN(len(r.cases))]
	switch d.IntN(10) {
	case 0:
		c.condition = d.condition(1)
	case 1, 2:
		c.condition = strings.TrimPrefix(c.condition+" && "+d.condition(0), " && ")
	case 3:
		c.condition = strings.TrimPrefix(d.condition(0)+" || "+c.condition, " || ")
		c.condition = strings.TrimSuffix(c.condition, " || ")
	case 4:
		c.output = d.output()
	case 5:
		r.variable = d.variable()
	case 6:
		r.cases = append([]drawnCase{d.drawnCase(0)}, r.cases...)
	case 7:
		r.aggregate = !r.aggregate
	case 8:
		r.severity = pick(d, "allow", "deny", "ask", "warn")
		c.condition = d.condition(1)
	case 9:
		if len(r.cases) > 1 {
			r.cases = r.cases[1:]
		} else {
			c.explanation = pick(d, "", "'why'", "variables.v")
		}
	}
	return r
}

// file is a rule as a file has it.
func (r drawnRule) file(id string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\ndescription: A rule.\nmetadata: {id: %s, version: 1.0.0, severity: %s, actions: [call_tool]}\nrule:\n", id, id, r.severity)
	fmt.Fprintf(&b, "  variables:\n    - {name: v, expression: %q}\n", r.variable)
	writeCases(&b, "  ", r.aggregate, r.cases)
	return b.String()
}

func writeCases(b *strings.Builder, indent string, aggregate bool, cases []drawnCase) {
	word := "match"
	if aggregate {
		word = "aggregate"
	}
	fmt.Fprintf(b, "%s%s:\n", indent, word)
	for _, c := range cases {
		if c.inner == nil {
			fmt.Fprintf(b, "%s  - output: %q\n", indent, c.output)
		} else {
			fmt.Fprintf(b, "%s  - rule:\n", indent)
			writeCases(b, indent+"      ", c.aggregate, c.inner)
		}
		if c.condition != "" {
			fmt.Fprintf(b, "%s    condition: %q\n", indent, c.condition)
		}
		if c.explanation != "" && c.inner == nil {
			fmt.Fprintf(b, "%s    explanation: %q\n", indent, c.explanation)
		}
	}
}

// bundleFiles are the texts of the pairs' bundle, by file.
func bundleFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS("testdata/bundle"), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile("testdata/bundle/" + name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func mapFS(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// withRules is the pairs' bundle with rules.
func withRules(t *testing.T, rules map[string]drawnRule) *side {
	t.Helper()
	files := bundleFiles(t)
	for id, r := range rules {
		files["t/rules/"+strings.TrimPrefix(id, "t.")+".yaml"] = r.file(id)
	}
	from, problems := eval.Load([]catalog.Source{{FS: mapFS(files), Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return newSide(Side{Catalog: from})
}

// accepted reports whether a rule that was drawn compiles.
func accepted(t *testing.T, r drawnRule) bool {
	t.Helper()
	env, err := celenv.New(celenv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, problems := doc.ReadYAML("drawn.yaml", []byte(r.file("t.drawn")), doc.Limits{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	rule, _ := env.CompileRule("drawn.yaml", n)
	return rule != nil
}

// inputs are those that rules are held against.
func inputs() []map[string]any {
	var list []map[string]any
	args := []map[string]any{
		nil, {}, {"path": "x"}, {"path": "xy"}, {"path": ""}, {"path": int64(3)}, {"path": nil}, {"path": true}, {"path": []any{}}, {"path": map[string]any{}},
		{"n": int64(1)}, {"n": int64(5)}, {"n": "a"}, {"n": 1.5}, {"path": "x", "n": int64(5)}, {"list": []any{"x"}}, {"list": "x", "path": "y"}, {"list": []any{}, "path": "x"},
	}
	for _, a := range args {
		for _, tool := range []string{"read", "write", "", "/x"} {
			for _, facts := range []map[string]any{{}, {"f": true}, {"f": false}, {"f": int64(1)}} {
				for _, i := range []int64{0, 1} {
					action := map[string]any{"type": "call_tool", "tool": tool}
					if a != nil {
						action["args"] = a
					}
					list = append(list, map[string]any{"action": action, "facts": facts, "index": i})
				}
			}
		}
	}
	return list
}

// refuses is how much a rule refuses an input.
func (v *ruleVersion) refuses(t *testing.T, severity schema.Severity, input map[string]any) int {
	t.Helper()
	e, err := v.on(context.Background(), input)
	switch {
	case err != nil:
		t.Fatal(err)
	case e.Err != nil || e.Met && severity == schema.SeverityDeny:
		return 3
	case e.Met && severity == schema.SeverityAsk:
		return 2
	case e.Met && severity == schema.SeverityAllow:
		return 0
	}
	return 1
}

// TestNoLooserRuleIsCalledTightened holds the class of random changes of rules in CEL
// against what both versions do on many inputs.
func TestNoLooserRuleIsCalledTightened(t *testing.T) {
	d, pairs := newDrawer(11)
	before, after := map[string]drawnRule{}, map[string]drawnRule{}
	for len(before) < pairs {
		old := d.rule()
		new := d.edited(old)
		if id := fmt.Sprintf("t.drawn%d", len(before)); accepted(t, old) && accepted(t, new) {
			before[id], after[id] = old, new
		}
	}
	found, err := solver.Find()
	if err != nil {
		t.Fatal(err)
	}
	old, new := withRules(t, before), withRules(t, after)
	r, err := Compare(context.Background(), old.Side, new.Side, Options{Solvers: found, Timeout: 4 * time.Second, Parallel: 2})
	if err != nil {
		t.Fatal(err)
	}
	changes, counts := map[string]schema.DiffChange{}, map[Class]int{}
	for _, c := range r.Changes {
		changes[c.Id] = c
	}
	for id := range before {
		class := Unchanged
		if c, changed := changes[id]; changed {
			class = c.Class
		}
		counts[class]++
		looser, tighter := rulesOn(t, ruleOf(t, old, id), ruleOf(t, new, id))
		if looser != nil && class != Loosened && class != Incomparable && class != Unknown {
			t.Errorf("what loosens is called %s on %s:\n%s\n%s\n%v", class, compact(looser), before[id].file(id), after[id].file(id), changes[id].Aspects)
		}
		if tighter != nil && (class == Unchanged || class == Reworded) {
			t.Errorf("what tightens is called %s on %s:\n%s\n%s\n%v", class, compact(tighter), before[id].file(id), after[id].file(id), changes[id].Aspects)
		}
	}
	t.Logf("%d pairs: %v", pairs, counts)
}

type inForce struct {
	*ruleVersion
	severity schema.Severity
}

func ruleOf(t *testing.T, s *side, id string) inForce {
	t.Helper()
	for _, r := range s.Catalog.Rules {
		if r.ID == id {
			v, err := s.ruleOn(r, []string{"call_tool"})
			if err != nil {
				t.Fatal(err)
			}
			return inForce{v, r.Metadata.Severity}
		}
	}
	t.Fatalf("there is no rule %s", id)
	return inForce{}
}

// rulesOn are an input on which the new version is looser, and one on which it is
// tighter; nil where there is none.
func rulesOn(t *testing.T, old, new inForce) (looser, tighter map[string]any) {
	t.Helper()
	for _, in := range inputs() {
		was, is := old.refuses(t, old.severity, in), new.refuses(t, new.severity, in)
		if is < was && looser == nil {
			looser = in
		}
		if is > was && tighter == nil {
			tighter = in
		}
	}
	return looser, tighter
}
