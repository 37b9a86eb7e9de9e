package eval_test

import (
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/schema"
)

// TestInexactArgumentsAreDenied has arguments that two readers could read
// differently. They are denied under every version of the rules.
func TestInexactArgumentsAreDenied(t *testing.T) {
	for _, set := range []string{"claim@1", "claim@2"} {
		e := embedded(t, eval.Options{RuleSets: []string{set}})
		c := ready(t, e, tools, "filesystem.read_only()")
		for name, args := range map[string]string{
			"a duplicate key":         `{"path": "a", "path": "b"}`,
			"an equal duplicate key":  `{"path": "a", "path": "a"}`,
			"a nested duplicate key":  `{"path": "a", "more": {"x": 1, "x": 2}}`,
			"a lone surrogate":        `{"path": "a\ud800"}`,
			"a lone surrogate in key": `{"path": "a", "\udc00": 1}`,
			"bad UTF-8":               "{\"path\": \"a\xff\"}",
			"NaN":                     `{"path": "a", "n": NaN}`,
			"an infinity":             `{"path": "a", "n": -Infinity}`,
			"a text with a duplicate": `"{\"path\": \"a\", \"path\": \"b\"}"`,
		} {
			t.Run(set+"/"+name, func(t *testing.T) {
				r := judge(t, e, c, call("read_file", args))
				if r.Unusable != "" {
					return // nothing was read, so nothing is allowed
				}
				if len(r.Actions) != 1 || r.Actions[0].Accepted {
					t.Fatalf("it is accepted: %+v", r.Actions)
				}
				if got := rules(r.Actions[0]); !strings.Contains(got, eval.RuleExact) {
					t.Errorf("broken rules %q", got)
				}
			})
		}
	}
}

// digestOf is the action digest of a call of the tool pay.
func digestOf(t *testing.T, e *eval.Engine, c *eval.Context, args string) string {
	t.Helper()
	r := judge(t, e, c, call("pay", args))
	if len(r.Actions) != 1 || r.Actions[0].Call == nil {
		t.Fatalf("%s: %+v", args, r)
	}
	return r.Actions[0].Call.Digest
}

// TestActionDigests compares digests of arguments that are the same, and of ones
// that only look so.
func TestActionDigests(t *testing.T) {
	e := embedded(t, eval.Options{})
	c := ready(t, e, tools)
	for _, same := range [][2]string{
		{`{"a": 1, "b": 2}`, `{"b":2,"a":1}`},
		{`{"a": "\u0041"}`, `{"a": "A"}`},
		{`{"a": 1}`, `"{\"a\": 1}"`},
	} {
		if digestOf(t, e, c, same[0]) != digestOf(t, e, c, same[1]) {
			t.Errorf("%s and %s have different digests", same[0], same[1])
		}
	}
	for _, other := range [][2]string{
		{`{"a": 9007199254740993}`, `{"a": 9007199254740992}`},
		{`{"a": 1}`, `{"a": 1.0}`},
		{`{"a": 1e3}`, `{"a": 1000}`},
		{`{"a": 0}`, `{"a": -0}`},
		{`{"a": 0.1}`, `{"a": 0.10}`},
		{`{"a": {"$number": "1.0"}}`, `{"a": 1.0}`},
		{`{"a": 1}`, `{"a": "1"}`},
		{`{"a": null}`, `{}`},
		{`{"a": "e\u0301"}`, `{"a": "\u00e9"}`},
		{`{"a": []}`, `{"a": {}}`},
	} {
		if digestOf(t, e, c, other[0]) == digestOf(t, e, c, other[1]) {
			t.Errorf("%s and %s have the same digest", other[0], other[1])
		}
	}
}

// TestNamespaceIsPartOfTheIdentity checks that a tool of a server is another
// tool than one of the same name without.
func TestNamespaceIsPartOfTheIdentity(t *testing.T) {
	e := embedded(t, eval.Options{})
	c := ready(t, e, `
tools:
  - {name: read_file, namespace: remote, parameters: {type: object}}
`, "filesystem.read_only()")
	r := judge(t, e, c, `{"actions": [{"type": "call_tool", "tool": "read_file", "namespace": "remote", "args": {"path": "a"}}]}`)
	a := r.Actions[0]
	if a.Call == nil || len(a.Call.Effects) != 1 || a.Call.Effects[0].Type.ID != "mcp_tool.McpToolCall" {
		t.Fatalf("the mapping of the plain tool is used: %+v", a)
	}
	if got := decision(t, r); got == schema.OutcomeAllow {
		t.Errorf("decision %s", got)
	}
}
