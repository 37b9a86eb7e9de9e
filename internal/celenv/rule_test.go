package celenv_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/schema"
)

// ruleWith is a rule file with the lines of its metadata and one output.
func ruleWith(metadata, output string) string {
	return "name: r\nmetadata: {" + metadata + "}\nrule:\n  match:\n    - output: \"" + output + "\"\n"
}

const goodMetadata = "id: t.r, version: 1.0.0, severity: deny"

func TestRuleFilesAreChecked(t *testing.T) {
	e := newEnv(t, "claim@2")
	for src, want := range map[string]string{
		"name: r\nrule: {match: [{output: \"'x'\"}]}\n":                  "a rule needs a block metadata",
		ruleWith("id: t.r, version: 1.0.0", "'x'"):                       "severity",
		ruleWith("id: 1, version: 1.0.0, severity: deny", "'x'"):         "r.yaml:2:16",
		ruleWith("id: t..r, version: 1.0.0, severity: deny", "'x'"):      `r.yaml:2:16: "t..r" is not of the form of id`,
		ruleWith("id: t.r, version: '1.0', severity: deny", "'x'"):       `r.yaml:2:30: "1.0" is not of the form of version`,
		ruleWith("id: t.r, version: 1.0.0, severity: block", "'x'"):      "r.yaml:2:47",
		ruleWith(goodMetadata+", sets: [claim]", "'x'"):                  `"claim" is not of the form of sets`,
		ruleWith(goodMetadata+", input: a.b", "'x'"):                     `"a.b" is not of the form of input`,
		ruleWith(goodMetadata+", actions: [calim]", "'x'"):               `"calim" is no type of action`,
		ruleWith(goodMetadata+", colour: red", "'x'"):                    "colour",
		ruleWith(goodMetadata, "1"):                                      "the output of a rule is a message or a map with message and path, not int",
		ruleWith(goodMetadata, "{'message': 1}"):                         "not map(string, int)",
		ruleWith(goodMetadata, "[['x']]"):                                "not list(string)",
		ruleWith(goodMetadata+", actions: [answer]", "input.action.key"): "undefined field 'key'",
		ruleWith(goodMetadata+", input: request", "input.action.type"):   "undeclared reference to 'input'",
	} {
		_, list := e.CompileRule("r.yaml", parseYAML(t, "r.yaml", src))
		if !list.HasErrors() || !strings.Contains(list.Error(), want) {
			t.Errorf("%s\ngives %v, want %s", src, list, want)
		}
	}
}

func TestRuleWithoutMetadata(t *testing.T) {
	e := newEnv(t, "claim@2")
	n := parseYAML(t, "r.yaml", "name: r\nrule: {match: [{output: \"'x'\"}]}\n")
	meta := schema.RuleMetadata{Id: "t.r", Version: "0.0.0", Severity: schema.SeverityWarn}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	for name, make := range map[string]func() (*celenv.Rule, error){
		"compiled": func() (*celenv.Rule, error) { r, list := e.CompileRuleAs("r.yaml", n, meta); return r, list.Err() },
		"prepared": func() (*celenv.Rule, error) { r, list := e.PrepareRuleAs("r.yaml", n, meta); return r, list.Err() },
	} {
		r, err := make()
		if err != nil {
			t.Fatal(err)
		}
		fired, err := r.Eval(turn.Input(sample(claim())))
		want := []celenv.Fired{{Rule: "t.r", Version: "0.0.0", Severity: schema.SeverityWarn, Message: "x"}}
		if diff := cmp.Diff(want, fired); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestOutputs(t *testing.T) {
	e := newEnv(t, "claim@2")
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	for output, want := range map[string]string{
		"'x'":                              " x",
		"{'message': 'x'}":                 " x",
		"{'message': 'x', 'path': '/key'}": "/key x",
		"['x', 'y']":                       " x, y",
		"[{'message': 'x'}, {'message': 'y', 'path': '/a'}]":    " x,/a y",
		"dyn({'message': 'x'})":                                 " x",
		"input.actions.map(a, text.repr(a)).filter(a, a == '')": "",
		"dyn(3)":                                     "an output is neither",
		"dyn([dyn('x'), dyn(3)])":                    "an output is neither",
		"{'path': '/key'}":                           "keys other than",
		"{'message': 'x', 'paht': '/'}":              "keys other than",
		"dyn({'message': 3})":                        "keys other than",
		"dyn({'message': dyn('x'), 'path': dyn(3)})": "keys other than",
		"''":                              "a message is empty",
		"{'message': 'x', 'path': 'key'}": "a path does not begin with /",
	} {
		r, list := e.CompileRule("r.yaml", parseYAML(t, "r.yaml", ruleWith(goodMetadata, output)))
		if list.HasErrors() {
			t.Fatal(output, list)
		}
		fired, err := r.Eval(turn.Input(sample(claim())))
		var got []string
		for _, f := range fired {
			got = append(got, f.Path+" "+f.Message)
		}
		text := strings.Join(got, ",")
		if err != nil {
			wantFailure(t, err, celpolicy.FailedShape)
			text = err.Error()
		}
		if !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("%s: got %q, want %q", output, text, want)
		}
	}
}

func TestShapeRulesReadActionsAsRead(t *testing.T) {
	e := newEnv(t, "claim@2")
	src := ruleWith(goodMetadata+", stage: shape, input: request", "text.repr(request.action.extra) + request.context.mode")
	r, list := e.CompileRule("r.yaml", parseYAML(t, "r.yaml", src))
	if list.HasErrors() {
		t.Fatal(list)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	in := sample(nil)
	fired, err := r.Eval(turn.Input(in))
	if err != nil || len(fired) != 1 || fired[0].Message != "[None, True]declared" {
		t.Errorf("got %v, %v", fired, err)
	}
	in.Index = 9
	_, err = r.Eval(turn.Input(in))
	wantFailure(t, err, celpolicy.FailedExpression)
}

func TestExpressionsOverAnyValue(t *testing.T) {
	e := newEnv(t, "claim@2")
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	args := map[string]any{"path": "a/b", "list": []any{"x", nil}}
	for text, want := range map[string]any{
		"args.path":        "a/b",
		"args.list":        []any{"x", nil},
		"has(args.mode)":   false,
		"args.path + '/c'": "a/b/c",
	} {
		x, list := e.CompileExpression("e.yaml", "args", parseNode(text), false)
		if list.HasErrors() {
			t.Fatal(list)
		}
		got, err := x.Eval(turn, args)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
	if _, list := e.CompileExpression("e.yaml", "args", parseNode("args.path"), true); !list.HasErrors() {
		t.Error("a condition of type dyn compiles")
	}
	x, err := e.PrepareExpression("e.yaml", "args", parseNode("args.path == 'a/b'"), true)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := x.Eval(turn, args); err != nil || got != true {
		t.Errorf("got %v, %v", got, err)
	}
	_, err = x.Eval(turn, map[string]any{})
	wantFailure(t, err, celpolicy.FailedExpression)
}

// TestTurnsAtOnce makes rules ready for their first use in several turns at
// once; the race detector watches.
func TestTurnsAtOnce(t *testing.T) {
	e := newEnv(t, "claim@2")
	var rules []*celenv.Rule
	for _, actions := range []string{"", ", actions: [claim]", ", actions: [claim, answer]", ", actions: [cite]"} {
		r, list := e.PrepareRule("r.yaml", parseYAML(t, "r.yaml", ruleWith(goodMetadata+actions, "input.action.type")))
		if list.HasErrors() {
			t.Fatal(list)
		}
		rules = append(rules, r)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			turn := e.NewTurn(t.Context())
			defer turn.Close()
			in := turn.Input(sample(claim()))
			for _, r := range rules {
				if fired, err := r.Eval(in); err != nil || fmt.Sprint(fired) == "" {
					t.Errorf("got %v, %v", fired, err)
				}
			}
			if _, list := e.CompileFact("f", "f", []string{"claim", "cite"}, parseNode("input.action.key")); list.HasErrors() {
				t.Error(list)
			}
		})
	}
	group.Wait()
}
