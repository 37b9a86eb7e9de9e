package policydiff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// drawnRego is the id of the rule in Rego that is drawn, and its package.
const drawnRego = "t.drawn"

// regoRule is a rule in Rego as it is drawn, in a package of its own. One without a
// body is not there.
type regoRule struct {
	severity, message string
	body, helpers     []string
}

func (d drawer) conjunct() string {
	return pick(d,
		`input.action.tool == "read"`, `input.action.args.path == "x"`, `startswith(input.action.args.path, "x")`, `to_number(input.action.args.n) > 1`,
		`input.action.args.n > 1`, `not input.action.args.path`, `count(input.action.args.list) > 0`, `"x" in input.action.args.list`,
		`input.action.args.list[_] == "x"`, `every i in input.action.args.list { startswith(i, "x") }`, `large`, `limit == 1`, `double(input.action.args.n) > 2`,
		`object.get(input.action.args, "path", "") == "x"`, `[i | i := input.action.args.list[_]] != []`, `input.index == 0`, `not large`,
		`startswith(input.action.tool, "r")`, `input.action.args.n + 1 > 2`, `{k: v | some v in input.action.args.list; k := 1} != {}`)
}

func (d drawer) rego() regoRule {
	r := regoRule{severity: pick(d, "allow", "allow", "deny", "ask"), message: pick(d, `"m"`, `"m"`, `said`), helpers: d.helpers()}
	for range 1 + d.IntN(3) {
		r.body = append(r.body, d.conjunct())
	}
	return r
}

func (d drawer) helpers() []string {
	return []string{
		pick(d, `large if input.action.args.n > 3`, `large if lower(input.action.args.path) == "x"`),
		pick(d, "limit := 1 if input.action.args.n > 1\n\nlimit := 2 if input.action.args.path == \"x\"", "default limit := 1\n\nlimit := 2 if input.action.args.n > 1"),
		`double(x) := x * 2`,
	}
}

// editedRego is a rule that has much in common with another one.
func (d drawer) editedRego(r regoRule) regoRule {
	r.body, r.helpers = slices.Clone(r.body), slices.Clone(r.helpers)
	switch d.IntN(9) {
	case 0, 1, 2:
		r.body = slices.Insert(r.body, d.IntN(len(r.body)+1), d.conjunct())
	case 3, 4:
		r.body = slices.Delete(r.body, 0, 1)
	case 5:
		slices.Reverse(r.body)
	case 6:
		r.helpers = d.helpers()
	case 7:
		r.message = pick(d, `"n"`, `said`)
	case 8:
		r.body = nil
	}
	return r
}

// file is the module of a rule; what nothing reads is left out, since it would be
// refused.
func (r regoRule) file() string {
	var b strings.Builder
	if len(r.body) == 0 {
		return ""
	}
	body := strings.Join(r.body, "\n\t")
	if r.message == "said" {
		body += "\n\tsaid := input.action.args.path\n\tsaid != \"y\""
	}
	fmt.Fprintf(&b, "# METADATA\n# title: Rules\npackage %s\n\n# METADATA\n# title: A rule\n# custom:\n#   id: %s\n#   version: 1.0.0\n#   severity: %s\n#   actions: [call_tool]\n", drawnRego, drawnRego, r.severity)
	fmt.Fprintf(&b, "violation contains {\n\t\"id\": rego.metadata.rule().custom.id,\n\t\"message\": %s,\n} if {\n\tinput.action.type == \"call_tool\"\n\t%s\n}\n", r.message, body)
	for i, name := range []string{"large", "limit", "double"} {
		if strings.Contains(body, name) {
			fmt.Fprintf(&b, "\n%s\n", r.helpers[i])
		}
	}
	return b.String()
}

// regoSide is the pairs' bundle with one more rule; nil where it is refused.
func regoSide(t *testing.T, r regoRule) *side {
	t.Helper()
	files := bundleFiles(t)
	if text := r.file(); text != "" {
		files["t/drawn.rego"] = text
	}
	from, problems := eval.Load([]catalog.Source{{FS: mapFS(files), Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		if !strings.Contains(fmt.Sprint(problems), "rego.optional") {
			t.Log(problems)
		}
		return nil
	}
	return newSide(Side{Catalog: from})
}

// callActions are calls of every kind.
func callActions(t *testing.T) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, args := range []string{
		`{}`, `{"path": "x"}`, `{"path": "y"}`, `{"path": "xy"}`, `{"path": 3}`, `{"path": ""}`, `{"path": ["x"]}`, `{"n": 1}`, `{"n": 5}`, `{"n": "a"}`, `{"n": "7"}`,
		`{"path": "x", "n": 5}`, `{"path": "x", "n": "a"}`, `{"list": ["x"]}`, `{"list": []}`, `{"list": "x", "path": "x"}`, `{"list": ["x", 3], "n": 2}`, `{"list": ["x", "y"], "path": 1}`,
	} {
		for _, tool := range []string{"read", "write"} {
			var plain any
			if err := decodeExact(args, &plain); err != nil {
				t.Fatal(err)
			}
			list = append(list, map[string]any{"type": "call_tool", "tool": tool, "args": plain})
		}
	}
	return list
}

// refusesCalls is how much the rule that was drawn refuses each call.
func refusesCalls(t *testing.T, s *side) []int {
	t.Helper()
	var sources []regorules.Source
	var modules []regorules.Description
	for _, m := range s.Catalog.Rego {
		if text, err := s.Catalog.Text(s.Catalog.Library("t"), m.File); err == nil && m.Package == drawnRego {
			sources, modules = append(sources, regorules.Source{Path: m.Path, Library: "t", Text: string(text)}), append(modules, m.Description)
		}
	}
	e, err := regorules.New(sources, modules, regorules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	turn, err := e.NewTurn(map[string]any{"context": map[string]any{}, "events": []any{}})
	if err != nil {
		t.Fatal(err)
	}
	var levels []int
	for _, action := range callActions(t) {
		fields := map[string]any{"action": action, "index": json.Number("0"), "actions": []any{action}, "claimed": map[string]any{}, "effects": []any{}, "facts": map[string]any{}}
		found, err := turn.Eval(context.Background(), regorules.Query{Stage: schema.RuleStageJudge, Type: "call_tool", Fields: fields})
		var failed *regorules.EvalError
		if err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		levels = append(levels, levelOf(found.Fired, err != nil))
	}
	return levels
}

func levelOf(fired []regorules.Fired, failed bool) int {
	switch {
	case failed:
		return 3
	case len(fired) == 0:
		return 1
	}
	return map[schema.Severity]int{schema.SeverityAllow: 0, schema.SeverityAsk: 2, schema.SeverityDeny: 3}[fired[0].Severity]
}

// TestNoLooserRegoRuleIsCalledTightened holds the class of random changes of rules in
// Rego against what the engine decides in both versions.
func TestNoLooserRegoRuleIsCalledTightened(t *testing.T) {
	d, pairs := newDrawer(3)
	counts, compared := map[Class]int{}, 0
	for compared < pairs {
		before := d.rego()
		after := d.editedRego(before)
		old, new := regoSide(t, before), regoSide(t, after)
		if old == nil || new == nil {
			continue
		}
		compared++
		r, err := Compare(context.Background(), old.Side, new.Side, Options{})
		if err != nil {
			t.Fatal(err)
		}
		counts[r.Class]++
		was, is := refusesCalls(t, old), refusesCalls(t, new)
		for i, action := range callActions(t) {
			if is[i] < was[i] && r.Class != Loosened && r.Class != Incomparable && r.Class != Unknown {
				t.Errorf("what loosens is called %s on %s:\n%s\n%s\n%v", r.Class, compact(action), before.file(), after.file(), r.Changes)
				break
			}
		}
	}
	t.Logf("%d pairs: %v", pairs, counts)
}
