package celenv_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/schema"
)

// tablesOf reads the tables of the claim library.
func tablesOf(t testing.TB) map[string]any {
	files, err := filepath.Glob("../../policies/claim/tables/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	values := map[string]any{}
	for _, file := range files {
		n := readYAML(t, file)
		values[n.Get("id").Text] = n.Get("values").Plain()
	}
	return values
}

func readYAML(t testing.TB, file string) *doc.Node {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parseYAML(t, file, string(src))
}

func parseYAML(t testing.TB, file, src string) *doc.Node {
	n, list := doc.ReadYAML(file, []byte(src), doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	return n
}

func newEnv(t testing.TB, set string) *celenv.Env {
	values := tablesOf(t)
	if err := domain.Check(domain.Values(values), set); err != nil {
		t.Fatal(err)
	}
	e, err := celenv.New(celenv.Options{Functions: domain.Functions(domain.Values(values), set)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func pointer[T any](v T) *T { return &v }

func number(s string) schema.Any { return schema.Any{Value: json.Number(s)} }

// sample is an input with everything that rules can look at.
func sample(action schema.Action) *schema.Input {
	return &schema.Input{
		Action: action, Index: 1,
		Actions: []schema.Any{{Value: json.Number("3")}, {Value: map[string]any{"type": "claim", "key": "k", "extra": []any{nil, true}}}},
		Context: schema.InputContext{
			Mode: schema.ModeDeclared,
			Beliefs: []schema.InputBelief{
				{Key: "b", Value: number("4300000000"), Visible: true, Status: schema.BeliefStatusIn, Version: pointer(int64(2))},
				{Key: "a", Value: number("1.5"), Status: schema.BeliefStatusOut, Conflicted: true},
				{Key: "big", Value: number("123456789012345678901234567890"), Visible: true, Status: schema.BeliefStatusIn},
			},
			Documents: []schema.Document{{Name: "10-K", Text: "Total revenue was\n$4.3 billion."}},
			Tools: []schema.Tool{{
				Name: "read_file",
				Parameters: &schema.Any{Value: map[string]any{
					"type": "object", "required": []any{"path"}, "properties": map[string]any{"path": map[string]any{"type": "string"}},
				}},
			}},
			WorkingDirectory: pointer("/home/me"),
		},
		Claimed:    []schema.Established{{Key: "c", By: "claim", Index: 0, Value: &schema.Any{Value: nil}}, {Key: "d", By: "call_tool"}},
		Guarantees: []schema.InputGuarantee{{Expression: "rules.read_only()", Library: "filesystem", Symbol: "filesystem.read_only", Contract: "filesystem.read_only"}},
		Events:     []schema.Event{{Effect: "read_file", Fields: &schema.Any{Value: map[string]any{"path": "a.txt"}}}},
		Domains:    []schema.InputDomain{{Name: "filesystem", Recommended: []string{"filesystem.read_only"}}},
		Facts:      schema.Any{Value: map[string]any{"f": "x"}},
	}
}

func claim() *schema.Claim {
	return &schema.Claim{Key: "k", Value: pointer(number("4.30")), FollowsFrom: []string{"b", "a"}, Formula: pointer("{b} / 2")}
}

func parseNode(text string) *doc.Node { return &doc.Node{Kind: doc.String, Text: text} }

// factOn compiles an expression for claims and evaluates it on the sample.
func factOn(t *testing.T, e *celenv.Env, text string, action schema.Action, actions ...string) (any, error) {
	f, list := e.CompileFact("facts.yaml", "f", actions, parseNode(text))
	if list.HasErrors() {
		t.Fatalf("%s: %v", text, list)
	}
	turn := e.NewTurn(t.Context())
	defer turn.Close()
	return f.Eval(turn.Input(sample(action)))
}

func TestInputIsRead(t *testing.T) {
	e := newEnv(t, "claim@2")
	for text, want := range map[string]string{
		"input.action.key":                                                  `"k"`,
		"input.action.type":                                                 `"claim"`,
		"input.action.value":                                                `4.3`,
		"input.action.follows_from":                                         `["b","a"]`,
		"has(input.action.claim)":                                           `false`,
		"has(input.action.confidence)":                                      `false`,
		"input.action.?claim.orValue('none')":                               `"none"`,
		"input.action.?formula.orValue('none')":                             `"{b} / 2"`,
		"input.index + 1":                                                   `2`,
		"input.actions[0] == 3":                                             `true`,
		"input.actions[1].extra":                                            `[null,true]`,
		"input.context.mode":                                                `"declared"`,
		"input.context.beliefs['b'].value":                                  `4300000000`,
		"input.context.beliefs['b'].version":                                `2`,
		"has(input.context.beliefs.b.version)":                              `true`,
		"has(input.context.beliefs.a.version)":                              `false`,
		"'zz' in input.context.beliefs":                                     `false`,
		"input.context.beliefs.map(k, k)":                                   `["a","b","big"]`,
		"input.context.beliefs.filter(k, input.context.beliefs[k].visible)": `["b","big"]`,
		"size(input.context.beliefs)":                                       `3`,
		"input.context.?beliefs[?'zz'].hasValue()":                          `false`,
		"input.context.beliefs['big'].value":                                `123456789012345678901234567890`,
		"value.format(input.context.beliefs['big'].value)":                  `"123,456,789,012,345,678,901,234,567,890"`,
		"input.context.documents['10-K'].name":                              `"10-K"`,
		"input.context.tools.map(t, t.name)":                                `["read_file"]`,
		"input.context.working_directory":                                   `"/home/me"`,
		"has(input.context.principal)":                                      `false`,
		"input.claimed['c'].value == null":                                  `true`,
		"has(input.claimed['c'].value)":                                     `true`,
		"has(input.claimed['d'].value)":                                     `false`,
		"input.guarantees[0].unrestricted":                                  `false`,
		"input.events[0].fields.path":                                       `"a.txt"`,
		"input.effects.size()":                                              `0`,
		"input.domains['filesystem'].required":                              `[]`,
		"input.facts.f":                                                     `"x"`,
		"type(input.action) == type(input)":                                 `false`,
		"{'b': 1, 'a': 2, 'c': 0}.map(k, k)":                                `["a","b","c"]`,
		"{true: 1, false: 2}.map(k, k)":                                     `[false,true]`,
		"{input.action.key: 1, 'j': 2}.map(k, k)":                           `["j","k"]`,
		"dyn({'a': 1}) == dyn({'a': 1.0})":                                  `true`,
		"input.actions[1] == {'type': dyn('claim'), 'key': dyn('k'), 'extra': dyn([dyn(null), dyn(true)])}": `true`,
		"dyn(input.action).key":                                    `"k"`,
		"has(dyn(input.action).claim)":                             `false`,
		"input.context.beliefs['b'] == input.context.beliefs['b']": `true`,
		"input.context.beliefs['b'] == input.context.beliefs['a']": `false`,
	} {
		got, err := factOn(t, e, text, claim(), "claim")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		written, err := json.Marshal(got)
		if diff := cmp.Diff(want, string(written)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
}

func TestSeveralTypesOfAction(t *testing.T) {
	e := newEnv(t, "claim@2")
	const text = "input.action.type + (has(input.action.formula) ? ' with a formula' : '') + (has(input.action.follows_from) ? ' ' + input.action.follows_from[0] : '')"
	for want, action := range map[string]schema.Action{
		"claim with a formula b": claim(),
		"claim":                  &schema.Claim{},
		"answer x":               &schema.Answer{FollowsFrom: []string{"x"}},
		"answer":                 &schema.Answer{},
	} {
		if got, err := factOn(t, e, text, action, "answer", "claim"); err != nil || got != want {
			t.Errorf("got %v, %v; want %q", got, err, want)
		}
	}
	all := map[string]schema.Action{"call_tool": &schema.CallTool{}, "cite": &schema.Cite{}, "claim": &schema.Claim{}, "answer": &schema.Answer{}}
	for want, action := range all {
		if got, err := factOn(t, e, "input.action.type", action); err != nil || got != want {
			t.Errorf("got %v, %v; want %q", got, err, want)
		}
	}
}

func TestAbsentFieldsAreErrors(t *testing.T) {
	e := newEnv(t, "claim@2")
	for text, want := range map[string]string{
		"input.action.claim":                                                  `the field "claim" is absent`,
		"input.action.claim == ''":                                            `the field "claim" is absent`,
		"input.context.principal.startsWith('a')":                             `the field "principal" is absent`,
		"input.claimed['d'].value":                                            `the field "value" is absent`,
		"input.context.beliefs['zz'].value":                                   "no such key: zz",
		"input.actions[1].missing":                                            "no such key: missing",
		"dyn(input.action).claim":                                             `the field "claim" is absent`,
		"dyn(input.action).colour":                                            `has no field "colour"`,
		"input.context.beliefs['big'].value + 1 > 2":                          "no such overload",
		"double(input.context.beliefs['big'].value)":                          "no such overload",
		"path.within('~/x', '/home')":                                         "it cannot be told",
		"formula.eval('1 / 0', [])":                                           "float division by zero",
		"formula.eval('{a}', [])":                                             "1 keys",
		"text.repr(dyn(input.action))":                                        "the value is an object",
		"timestamp(input.action.formula) < timestamp('2024-03-01T00:00:00Z')": "invalid RFC 3339 timestamp",
		"cidr('10.0.0.0/8').containsIP(input.action.formula)":                 "",
	} {
		_, err := factOn(t, e, text, claim(), "claim")
		var failure *celpolicy.EvalError
		if !errors.As(err, &failure) || failure.Failure != celpolicy.FailedExpression || !strings.Contains(failure.Message, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFunctions(t *testing.T) {
	e := newEnv(t, "claim@2")
	for text, want := range map[string]string{
		"formula.keys('{b} + {a} + {b}')":                                            `["b","a"]`,
		"formula.error('{b} + {a}', [1.0, 2.5])":                                     `""`,
		"formula.error('{b} + {a}', [dyn(1), dyn('x')])":                             `"{a} has non-numeric value 'x'"`,
		"formula.error('1 +', [])":                                                   `"invalid formula '1 +': invalid syntax: the formula ends here"`,
		"formula.eval('{b} / {a}', [1, 4])":                                          `0.25`,
		"formula.same(0.2500000001, 0.25)":                                           `true`,
		"formula.same(true, 1.0)":                                                    `false`,
		"quote.found(input.context.documents['10-K'], 'TOTAL  revenue')":             `true`,
		"quote.found(input.context.documents['10-K'], 'net income')":                 `false`,
		"quote.states('revenue was $4.3 billion', input.context.beliefs['b'].value)": `true`,
		"quote.problems('a loss of 3.5 million', 3500000)":                           `["sign"]`,
		"value.same(0.30000000000000004, 0.3)":                                       `true`,
		"value.same([1, 2], [1, 3])":                                                 `false`,
		"value.format(4300000000.0)":                                                 `"4,300,000,000"`,
		"text.repr('it\\'s')":                                                        `"\"it's\""`,
		"text.repr(null)":                                                            `"None"`,
		"text.repr([1.0, true, {'a': 'b'}])":                                         `"[1.0, True, {'a': 'b'}]"`,
		"text.confusable('p\\u0430ypal')":                                            `true`,
		"text.confusable('paypal')":                                                  `false`,
		"path.within('a/../b', '/home/me', input.context.working_directory)":         `true`,
		"path.within('/home/other', '/home/me')":                                     `false`,
		"args.problems(input.context.tools[0], {'path': 'x'})":                       `[]`,
		"args.problems(input.context.tools[0], {})":                                  `["missing a required argument: 'path'"]`,
		"['a', 'b', 'a'].distinct().join(', ')":                                      `"a, b"`,
		"timestamp('2024-02-29T10:00:00+02:00') + duration('36h') < timestamp('2024-03-02T00:00:00Z')": `true`,
		"string(timestamp('2024-02-29T10:00:00Z'))":                                                    `"2024-02-29T10:00:00Z"`,
		"timestamp('2024-02-29T23:30:00-01:00').getDate()":                                             `1`,
		"cidr('10.0.0.0/8').containsIP('10.9.8.7')":                                                    `true`,
		"isIP('300.1.1.1')": `false`,
	} {
		if strings.Contains(text, "dyn(") || strings.Contains(text, "1.0, true") {
			text = strings.ReplaceAll(text, "[1.0, true, {'a': 'b'}]", "[dyn(1.0), dyn(true), dyn({'a': 'b'})]")
		}
		got, err := factOn(t, e, text, claim(), "claim")
		written, _ := json.Marshal(got)
		if diff := cmp.Diff(want, string(written)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
}

func TestRefusedExpressions(t *testing.T) {
	e := newEnv(t, "claim@2")
	for text, want := range map[string]string{
		"input.action.kye":              "undefined field 'kye'",
		"input.context.belief":          "undefined field 'belief'",
		"[1, 'a']":                      "expected type 'int' but found 'string'",
		"input.action.key.matches('(')": "the pattern is not in RE2 syntax: missing closing )",
		"timestamp('2024-01-01T00:00:00Z').getHours('Europe/Paris')":               "no matching overload for 'getHours'",
		"dyn(timestamp('2024-01-01T00:00:00Z')).getFullYear(input.action.formula)": "no matching overload for 'getFullYear'",
		"now()":                         "undeclared reference to 'now'",
		"contractc.Claim{key: 'x'}.key": "cannot make an object",
		"input.context.documents['a'].text.contains(input.action.key)": "can cost",
		"[1].map(a, [1].map(b, [1].map(c, [1].map(d, d))))":            "nesting",
		strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500):      "recursion",
		"'" + strings.Repeat("x", 30000) + "'":                         "size",
	} {
		_, list := e.CompileFact("facts.yaml", "f", []string{"claim"}, parseNode(text))
		if !strings.Contains(list.Error(), want) {
			t.Errorf("%.60s: %v", text, list)
		}
	}
}
