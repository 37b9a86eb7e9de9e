package eval_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// reduced is the default bundle with the files that keep lets through, texts
// replaced, and files added.
func reduced(t *testing.T, keep func(path string) bool, replace *strings.Replacer, files map[string]string) fstest.MapFS {
	t.Helper()
	bundle := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == "contractc.lock" || !keep(path) {
			return err
		}
		text, err := fs.ReadFile(policies.FS, path)
		bundle[path] = &fstest.MapFile{Data: []byte(replace.Replace(string(text)))}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		bundle[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return bundle
}

// of loads bundles that must load.
func of(t *testing.T, bundles ...fs.FS) *catalog.Catalog {
	t.Helper()
	var sources []catalog.Source
	for i, b := range bundles {
		sources = append(sources, catalog.Source{FS: b, Name: "bundle" + string(rune('a'+i)), Origin: catalog.OriginFolder})
	}
	from, problems := eval.Load(sources)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

func everything(string) bool { return true }

func untouched() *strings.Replacer { return strings.NewReplacer() }

const (
	inDocs    = "filesystem.only_read_under('docs/')"
	readsDocs = `{"type": "call_tool", "tool": "read_file", "args": {"path": "docs/a"}}`
)

// asked checks that the only call of a result is asked about, for a reason, in
// spite of a rule that allows every call.
func asked(t *testing.T, r *eval.Result, code eval.Code) {
	t.Helper()
	if got := decision(t, r); got != schema.OutcomeAsk {
		t.Errorf("decision %s, failure %v", got, r.Failure)
	}
	for _, reason := range r.Actions[0].Call.Reasons {
		if reason.Code == code && reason.Outcome == schema.OutcomeAsk {
			return
		}
	}
	t.Errorf("no reason %s: %+v", code, r.Actions[0].Call.Reasons)
}

// A rule of stage shape that asks about a call has its say in the decision.
func TestShapeRuleAsks(t *testing.T) {
	const shape = `
name: test_shape
description: Asks about every call.
metadata: {id: claim.test_shape, version: 1.0.0, severity: ask, stage: shape, actions: [call_tool]}
rule:
  match:
    - output: "'asked at once'"
`
	e := engine(t, loaded(t, map[string]string{allowFile: allowAll, celFile: shape}), eval.Options{})
	asked(t, judge(t, e, ready(t, e, tools, inDocs), call("read_file", `{"path": "docs/a"}`)), eval.ReasonRule)
}

// A tool whose mapping performs no effect for the arguments is not modelled.
func TestNoEffectIsUnmodelled(t *testing.T) {
	sometimes := strings.NewReplacer("      - effect: ReadFile\n", "      - effect: ReadFile\n        when: args.path == 'x'\n")
	e := engine(t, of(t, reduced(t, everything, sometimes, map[string]string{allowFile: allowAll})), eval.Options{})
	asked(t, judge(t, e, ready(t, e, tools, inDocs), call("read_file", `{"path": "docs/a"}`)), eval.ReasonUnmodelled)
}

// Where no rule speaks of coverage, a domain without a guarantee is a gap.
func TestSilentWithoutCoverageRules(t *testing.T) {
	noCoverage := func(path string) bool { return !strings.HasPrefix(path, "coverage/") }
	from := of(t, reduced(t, noCoverage, strings.NewReplacer("  - coverage\n", ""), map[string]string{allowFile: allowAll}))
	e := engine(t, from, eval.Options{})
	reads := call("read_file", `{"path": "docs/a"}`)
	asked(t, judge(t, e, ready(t, e, tools, "editor.no_edits()"), reads), eval.ReasonCoverage)
	asked(t, judge(t, e, ready(t, e, tools, "editor.no_edits()", "filesystem.no_guarantees()"), reads), eval.ReasonCoverage)
	if got := decision(t, judge(t, e, ready(t, e, tools, inDocs), reads)); got != schema.OutcomeAllow {
		t.Errorf("with a guarantee of the domain: %s", got)
	}
}

// A rule that finds a domain not modelled has its say as well.
func TestRuleSaysUnmodelled(t *testing.T) {
	const rule = `package coverage.test

# METADATA
# title: A test
# custom:
#   id: coverage.test
#   version: 1.0.0
#   actions: [call_tool]
coverage contains {"domain": "filesystem", "status": "unmodelled"} if {
	input.action.type == "call_tool"
}
`
	e := engine(t, loaded(t, map[string]string{allowFile: allowAll, "coverage/test.rego": rule}), eval.Options{})
	asked(t, judge(t, e, ready(t, e, tools, inDocs), call("read_file", `{"path": "docs/a"}`)), eval.ReasonUnmodelled)
}

// A claim, a citation and an answer that no rule in force could refuse are not
// accepted.
func TestWhatNoRuleJudgesIsNotAccepted(t *testing.T) {
	shapeOnly := func(path string) bool {
		return !strings.HasPrefix(path, "claim/") || strings.HasPrefix(path, "claim/tables/") || strings.HasPrefix(path, "claim/rules/shape_") || path == "claim/library.yaml"
	}
	e := engine(t, of(t, reduced(t, shapeOnly, untouched(), nil)), eval.Options{})
	r := judge(t, e, ready(t, e, tools), `{"actions": [
		{"type": "claim", "key": "k", "value": 1},
		{"type": "cite", "document": "d", "quote": "q", "key": "k", "value": 1},
		{"type": "answer", "text": "x"}]}`)
	if len(r.Actions) != 3 {
		t.Fatalf("%+v", r)
	}
	for _, a := range r.Actions {
		if a.Accepted || rules(a) != eval.RuleJudged {
			t.Errorf("%s: accepted %v, broken rules %q", a.Type, a.Accepted, rules(a))
		}
	}
}

// An accepted answer ends a response, but not what a message asks for itself.
func TestCallsOfAMessageAreJudged(t *testing.T) {
	e := embedded(t, eval.Options{})
	c := ready(t, e, tools+"beliefs: {b: {value: 1}}\n", inDocs)
	const text = `{\"actions\": [{\"type\": \"answer\", \"text\": \"x\", \"follows_from\": [\"b\"]}, {\"type\": \"call_tool\", \"tool\": \"pay\"}]}`
	r := judge(t, e, c, `{"type": "message", "stop_reason": "tool_use", "content": [
		{"type": "text", "text": "`+text+`"}, {"type": "tool_use", "name": "read_file", "input": {"path": "/etc/x"}}]}`)
	if len(r.Actions) != 3 || !r.Actions[0].Accepted || !r.Actions[1].Ignored {
		t.Fatalf("%+v", r.Actions)
	}
	if native := r.Actions[2]; native.Ignored || native.Call == nil || native.Call.Decision != schema.OutcomeDeny {
		t.Errorf("the call of the message: %+v", native)
	}
}

// Arguments without a canonical form are the call's fault, and hide no other
// action.
func TestDeepArgumentsHideNothing(t *testing.T) {
	e := embedded(t, eval.Options{})
	c := ready(t, e, tools, inDocs)
	deep := strings.Repeat("[", 400) + strings.Repeat("]", 400)
	r := judge(t, e, c, `{"actions": [{"type": "call_tool", "tool": "pay", "args": {"x": `+deep+`}}, `+readsDocs+`]}`)
	if r.Failure != nil || len(r.Actions) != 2 {
		t.Fatalf("%+v", r)
	}
	if first := r.Actions[0]; first.Accepted || rules(first) != eval.RuleExact {
		t.Errorf("accepted %v, broken rules %q", first.Accepted, rules(first))
	}
	if second := r.Actions[1]; second.Call == nil || second.Call.Decision != schema.OutcomeAsk {
		t.Errorf("the other call: %+v", second)
	}
}

// TestRuleSets has bundles and choices that name rule sets: what is pinned stays,
// and two versions of one set are never settled by an order.
func TestRuleSets(t *testing.T) {
	sets := func(words string) fstest.MapFS {
		return reduced(t, everything, strings.NewReplacer("rule_sets:\n  - claim@2\n", words), nil)
	}
	other := func(words string) fstest.MapFS {
		return fstest.MapFS{
			"contractc.yaml":     {Data: []byte("kind: Bundle\nname: other\nversion: 1.0.0\nlibraries: [other]\n" + words)},
			"other/library.yaml": {Data: []byte("kind: Library\nname: other\nversion: 1.0.0\n")},
		}
	}
	for name, test := range map[string]struct {
		bundles []fs.FS
		chosen  []string
		want    string // the sets in force, or a part of the error
	}{
		"as the bundle says":          {[]fs.FS{sets("rule_sets: [claim@2]\n")}, nil, "claim@2"},
		"chosen":                      {[]fs.FS{sets("rule_sets: [claim@2]\n")}, []string{"claim@1"}, "claim@1"},
		"chosen twice":                {[]fs.FS{sets("rule_sets: [claim@2]\n")}, []string{"claim@1", "claim@1"}, "claim@1"},
		"chosen in two versions":      {[]fs.FS{sets("rule_sets: [claim@2]\n")}, []string{"claim@1", "claim@2"}, "two versions"},
		"unknown":                     {[]fs.FS{sets("rule_sets: [claim@2]\n")}, []string{"claim@9"}, "no rule belongs"},
		"pinned":                      {[]fs.FS{sets("pinned_rule_sets: [claim@2]\n")}, []string{"claim@1"}, "pins"},
		"pinned, and chosen the same": {[]fs.FS{sets("pinned_rule_sets: [claim@2]\n")}, []string{"claim@2"}, "claim@2"},
		"pinned before another":       {[]fs.FS{sets("pinned_rule_sets: [claim@2]\n"), other("rule_sets: [claim@1]\n")}, nil, "claim@2"},
		"pinned after another":        {[]fs.FS{other("rule_sets: [claim@1]\n"), sets("pinned_rule_sets: [claim@2]\n")}, nil, "claim@2"},
		"pinned twice":                {[]fs.FS{sets("pinned_rule_sets: [claim@2]\n"), other("pinned_rule_sets: [claim@1]\n")}, nil, "two versions"},
		"in force twice":              {[]fs.FS{sets("rule_sets: [claim@2]\n"), other("rule_sets: [claim@1]\n")}, nil, "two versions"},
		"in force twice, and chosen":  {[]fs.FS{sets("rule_sets: [claim@2]\n"), other("rule_sets: [claim@1]\n")}, []string{"claim@2"}, "claim@2"},
		"in force twice, and the same": {
			[]fs.FS{sets("rule_sets: [claim@2]\n"), other("rule_sets: [claim@2]\n")}, nil, "claim@2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := eval.New(of(t, test.bundles...), eval.Options{RuleSets: test.chosen})
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %q, want %q", err, test.want)
				}
				return
			}
			if got := strings.Join(e.RuleSets(), " "); got != test.want {
				t.Errorf("in force %q, want %q", got, test.want)
			}
		})
	}
}

// An argument that neither the mapping nor the tool's schema names, and a field
// that other formats have for the tool or its arguments, may mean anything.
func TestWhatNothingReadsAsks(t *testing.T) {
	e := engine(t, loaded(t, map[string]string{allowFile: allowAll}), eval.Options{})
	c := ready(t, e, `
tools:
  - name: read_file
    parameters: {type: object, properties: {path: {type: string}, limit: {type: integer}}, required: [path]}
  - {name: delete_path}
`, inDocs)
	for text, want := range map[string]eval.Code{
		`"tool": "read_file", "args": {"path": "docs/a"}`:                                     "",
		`"tool": "read_file", "args": {"path": "docs/a", "limit": 3}`:                         "",
		`"tool": "read_file", "args": {"path": "docs/a", "target": null}`:                     "",
		`"tool": "read_file", "args": {"path": "docs/a", "target": "/etc/x"}`:                 eval.ReasonUnread,
		`"tool": "delete_path", "args": {"path": "docs/a"}`:                                   "",
		`"tool": "delete_path", "args": {"path": "docs/a", "recursive": true}`:                eval.ReasonUnread,
		`"tool": "read_file", "args": {"path": "docs/a"}, "reason": "x"`:                      "",
		`"tool": "read_file", "args": {"path": "docs/a"}, "arguments": {"path": "/etc/x"}`:    eval.ReasonField,
		`"tool": "read_file", "args": {"path": "docs/a"}, "name": "delete_path"`:              eval.ReasonField,
		`"tool": "read_file", "args": {"path": "docs/a"}, "tool_input": "{\"path\": \"/x\"}"`: eval.ReasonField,
	} {
		r := judge(t, e, c, `{"actions": [{"type": "call_tool", `+text+`}]}`)
		if want != "" {
			asked(t, r, want)
		} else if got := decision(t, r); got != schema.OutcomeAllow {
			t.Errorf("%s: %s, %+v", text, got, r.Actions[0].Call.Reasons)
		}
	}
}

// There is a limit to the guarantees in force.
func TestTooManyGuarantees(t *testing.T) {
	e := embedded(t, eval.Options{})
	list := make([]string, 257)
	for i := range list {
		list[i] = inDocs
	}
	if c, problems := e.NewContext(schema.Context{Guarantees: list[:200]}, list[200:]...); c != nil || !strings.Contains(problems.Error(), "at most 256") {
		t.Errorf("%v", problems)
	}
	if _, problems := e.NewContext(schema.Context{Guarantees: list[:200]}, list[200:256]...); problems.HasErrors() {
		t.Error(problems)
	}
}
