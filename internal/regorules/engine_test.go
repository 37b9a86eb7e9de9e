package regorules

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
	"github.com/contractc/contractc/schema/linkml"
	"github.com/google/go-cmp/cmp"
)

// organisation reads the example rules of an organisation.
func organisation(t testing.TB) []Source {
	t.Helper()
	paths, err := filepath.Glob("testdata/organisation/*.rego")
	if err != nil || len(paths) == 0 {
		t.Fatal("no organisation rules", err)
	}
	var sources []Source
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, Source{Path: "organisation/" + filepath.Base(p), Library: "organisation", Text: string(text)})
	}
	return sources
}

// engine checks the modules and makes an engine of them.
func engine(t testing.TB, sources []Source, facts map[string][]string, opt Options) *Engine {
	t.Helper()
	described, problems := Check(sources, CheckOptions{Input: inputType(t), Facts: facts})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	e, err := New(sources, described, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// testInput is one row of testdata/inputs.json.
type testInput struct {
	Name     string
	Input    map[string]any
	Fired    []string
	Coverage []string
}

// testInputs reads testdata/inputs.json; fields that a row lacks are the base's.
func testInputs(t testing.TB) []testInput {
	t.Helper()
	file, err := os.Open("testdata/inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all struct {
		Base   map[string]any
		Inputs []testInput
	}
	d := json.NewDecoder(file)
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for i := range all.Inputs {
		whole := maps.Clone(all.Base)
		maps.Copy(whole, all.Inputs[i].Input)
		all.Inputs[i].Input = whole
	}
	return all.Inputs
}

// typeOf is the type of the action of an input.
func typeOf(input map[string]any) string {
	return input["action"].(map[string]any)["type"].(string)
}

// known reports whether an action has its type, so that it can be judged.
func known(input map[string]any) bool {
	return slices.Contains([]string{"call_tool", "cite", "claim", "answer"}, typeOf(input))
}

// judgeBoth judges an input in both stages, as the engine of a turn does.
func judgeBoth(e *Engine, input map[string]any) (shape, judge Result, err error) {
	shared := maps.Clone(input)
	delete(shared, "action")
	turn, err := e.NewTurn(shared)
	if err != nil {
		return Result{}, Result{}, err
	}
	q := Query{Stage: schema.RuleStageShape, Type: typeOf(input), Fields: map[string]any{"action": input["action"]}}
	if shape, err = turn.Eval(context.Background(), q); err != nil || !known(input) {
		return shape, Result{}, err
	}
	q.Stage = schema.RuleStageJudge
	judge, err = turn.Eval(context.Background(), q)
	return shape, judge, err
}

func evalBoth(t testing.TB, e *Engine, input map[string]any) (shape, judge Result) {
	t.Helper()
	shape, judge, err := judgeBoth(e, input)
	if err != nil {
		t.Fatal(err)
	}
	return shape, judge
}

// The inputs of the tests are such as the engine makes.
func TestTheInputsAreValid(t *testing.T) {
	view := vocabulary(t)
	for _, tc := range testInputs(t) {
		if !known(tc.Input) || strings.Contains(tc.Name, "unknown field") {
			continue
		}
		if problems := view.Validate("Input", doc.FromPlain(tc.Input), linkml.ValidateOptions{}); problems.HasErrors() {
			t.Errorf("%s: %v", tc.Name, problems)
		}
	}
}

func TestTheRulesFire(t *testing.T) {
	facts := policyFacts(t)
	e := engine(t, append(policies(t), organisation(t)...), facts, Options{Sets: []string{"claim@2"}})
	for _, tc := range testInputs(t) {
		t.Run(tc.Name, func(t *testing.T) {
			shape, judge := evalBoth(t, e, tc.Input)
			got := []string{}
			for _, f := range append(shape.Fired, judge.Fired...) {
				got = append(got, f.Rule)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tc.Fired, got); diff != "" {
				t.Error(diff)
			}
			var coverage []string
			for _, c := range judge.Coverage {
				coverage = append(coverage, c.Domain+" "+string(c.Status))
			}
			if diff := cmp.Diff(tc.Coverage, coverage); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFiredHoldsWhatTheRuleSays(t *testing.T) {
	e := engine(t, organisation(t), nil, Options{})
	input := map[string]any{"action": map[string]any{"type": "call_tool", "tool": "pay", "args": map[string]any{"amount": json.Number("1500.5")}}, "actions": []any{}}
	_, judge := evalBoth(t, e, input)
	want := []Fired{{Rule: "organisation.large_payment", Version: "1.0.0", Severity: schema.SeverityAsk, Message: "a payment of 1500.5 needs a person", Path: "/args/amount"}}
	if diff := cmp.Diff(want, judge.Fired); diff != "" {
		t.Error(diff)
	}
}

// The first rule set reports the first failing dependency, the second all.
func TestRuleSets(t *testing.T) {
	input := map[string]any{
		"action":  map[string]any{"type": "claim", "key": "k"},
		"context": map[string]any{"mode": "declared", "beliefs": map[string]any{}},
		"claimed": map[string]any{},
		"facts": map[string]any{"key_repr": "'k'", "dependencies": []any{
			map[string]any{"key": "x", "repr": "'x'"}, map[string]any{"key": "y", "repr": "'y'"},
		}},
	}
	for set, want := range map[string][]string{
		"claim@1": {"depends on unknown key 'x'"},
		"claim@2": {"depends on unknown key 'x'", "depends on unknown key 'y'"},
		"other":   nil,
	} {
		_, judge := evalBoth(t, engine(t, policies(t), policyFacts(t), Options{Sets: []string{set}}), input)
		var got []string
		for _, f := range judge.Fired {
			got = append(got, f.Message)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", set, diff)
		}
	}
}

// Only what the types of action need is compiled, and it is kept.
func TestCompilesWhatIsNeeded(t *testing.T) {
	e := engine(t, append(policies(t), organisation(t)...), policyFacts(t), Options{Sets: []string{"claim@2"}})
	if err := e.Prepare(schema.RuleStageJudge, []string{"call_tool"}); err != nil {
		t.Fatal(err)
	}
	if err := e.Prepare(schema.RuleStageJudge, []string{"answer", "claim", "call_tool"}); err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, p := range e.programs {
		got = append(got, sortedKeys(p.compiler.Modules))
	}
	want := [][]string{
		{"contractc/dispatch.rego", "coverage/coverage.rego", "organisation/calls.rego", "organisation/coverage.rego"},
		{"claim/beliefs.rego", "claim/conflicts.rego", "claim/dependencies.rego", "claim/grounding.rego", "claim/mid_turn.rego", "contractc/dispatch.rego"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := len(e.programs[1].compiler.Modules["claim/dependencies.rego"].Rules); n != 7+3 {
		t.Errorf("%d rules of dependencies.rego, and those of claim@1 are not needed", n)
	}
}

func TestDispatcherSource(t *testing.T) {
	e := engine(t, organisation(t), nil, Options{})
	want := `# Generated from the annotations of the rules. Do not edit.
package contractc.dispatch

judge contains ["organisation.calls", violation] if {
	input.action.type == "call_tool"
	some violation in data.organisation.calls.violation
}

coverage contains ["organisation.coverage", entry] if {
	input.action.type == "call_tool"
	some entry in data.organisation.coverage.coverage
}

shape contains ["organisation.shape", violation] if {
	some violation in data.organisation.shape.violation
}
`
	if diff := cmp.Diff(want, e.Dispatcher()); diff != "" {
		t.Error(diff)
	}
	tools := Dispatcher([]Description{{Package: "p.q", Rules: []Rule{
		{Metadata: schema.RuleMetadata{Id: "a", Actions: []string{"call_tool"}}, Tools: []string{"b\"\n\u202e𝄞"}},
		{Metadata: schema.RuleMetadata{Id: "b", Actions: []string{"call_tool"}, Sets: []string{"s@1"}}, Tools: []string{"x"}},
	}}}, nil)
	for _, want := range []string{`input.action.tool == "b\"\u000a\u202e\ud834\udd1e"`, `not violation.id in {"b"}`} {
		if !strings.Contains(tools, want) {
			t.Errorf("no %s in\n%s", want, tools)
		}
	}
}

func TestNewRefusesAForeignIndex(t *testing.T) {
	described, _ := Check(organisation(t), CheckOptions{Input: inputType(t)})
	if _, err := New(nil, described, Options{}); err == nil {
		t.Error("an index without sources was accepted")
	}
	other := organisation(t)
	for i := range other {
		other[i].Text = strings.ReplaceAll(other[i].Text, "organisation.no_shell", "organisation.shell")
	}
	e, err := New(other, described, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Prepare(schema.RuleStageJudge, []string{"call_tool"}); err == nil || !strings.Contains(err.Error(), "not those of its index") {
		t.Errorf("got %v", err)
	}
}

// Several goroutines may use one engine.
func TestConcurrentUse(t *testing.T) {
	e := engine(t, append(policies(t), organisation(t)...), policyFacts(t), Options{Sets: []string{"claim@2"}, Deadline: time.Minute})
	inputs := testInputs(t)
	failed := make(chan error)
	for range 4 {
		go func() {
			var err error
			for _, tc := range inputs {
				if _, _, e := judgeBoth(e, tc.Input); e != nil {
					err = e
				}
			}
			failed <- err
		}()
	}
	for range 4 {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
