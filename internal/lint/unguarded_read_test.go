package lint_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/lint"
	"github.com/contractc/contractc/policies"
	"github.com/contractc/contractc/schema"
)

// TestUnguardedRead holds what is found against what happens: a rule is found where
// it fails on a call without arguments, and only there. Every rule is for a tool of its
// own.
func TestUnguardedRead(t *testing.T) {
	const item = "  match:\n    - condition: "
	tests := []struct{ body, want string }{
		{item + `"A.path == '/x'"`, "path"},
		{item + `"A['path'] == '/x'"`, `"A['path'] == '/x'"`},
		{item + `"has(A.path) && A.path == '/x'"`, ""},
		{item + `"A.path == '/x' && has(A.path)"`, ""},
		{item + `"'path' in A && A['path'] == '/x'"`, ""},
		{item + `"'path' in A && A.path == '/x'"`, ""},
		{item + `"'other' in A && A.path == '/x' || A.path == '/y'"`, "path"},
		{item + `"!has(A.path) || A.path == '/x'"`, ""},
		{item + `"has(A.path) || A.path == '/x'"`, "path"},
		{item + `"!(has(A.path) && A.path == '/x')"`, ""},
		{item + `"!(!has(A.path) || A.path == '/x')"`, ""},
		{item + `"has(A.path) ? A.path == '/x' : false"`, ""},
		{item + `"has(A.path) ? false : A.path == '/x'"`, "path"},
		{item + `"(has(A.path) ? true : false) && A.path == '/x'"`, ""},
		{item + `"(has(A.path) ? A.path == '/x' : has(A.path)) && A.path != '/y'"`, ""},
		{item + `"(has(A.path) || input.index == 0) && A.path == '/x'"`, "path"},
		{item + `"(has(A.path) && input.index == 0 || has(A.path) && input.index == 1) && A.path == '/x'"`, ""},
		{item + `"A.?path.orValue('') == '/x'"`, ""},
		{item + `"A.?path.hasValue() && A.path == '/x'"`, ""},
		{item + `"A[?'path'].hasValue() && A['path'] == '/x'"`, ""},
		{item + `"A.?path.deep.orValue('') == '/x'"`, ""},
		{item + `"has(A.path.deep)"`, "path"},
		{item + `"has(A.path) && has(A.path.deep) && A.path.deep == 1"`, ""},
		{item + `"has(A.path.deep) && has(A.path.other)"`, "path"},
		{item + `"['path', 'other'].all(n, n in A) && A.path == A.other"`, ""},
		{item + `"A.exists(n, A[n] == '/x')"`, ""},
		{item + `"string(A.path).startsWith('/x')"`, "path"},
		{item + `"[A.path].exists(p, p == '/x')"`, "path"},
		{item + `"{'p': A.path}.p == '/x'"`, "path"},
		{item + `"input.effects.exists(e, string(e.fields.path) == '/x')"`, "path"},
		{item + `"input.effects.exists(e, has(e.fields.path) && string(e.fields.path) == '/x')"`, ""},
		{item + `"input.effects.filter(e, 'path' in e.fields).exists(e, string(e.fields.path) == '/x')"`, ""},
		{"  variables: [{name: p, expression: \"A.path\"}]\n" + item + `"variables.p == '/x'"`, "path"},
		{"  variables: [{name: p, expression: \"A.path\"}]\n" + item + `"has(A.path) && variables.p == '/x'"`, ""},
		{"  variables: [{name: p, expression: \"has(A.path) ? A.path : ''\"}]\n" + item + `"variables.p == '/x'"`, ""},
		{"  variables: [{name: there, expression: \"has(A.path)\"}]\n" + item + `"variables.there && A.path == '/x'"`, ""},
		{"  variables: [{name: a, expression: \"A\"}]\n" + item + `"variables.a.path == '/x'"`, "path"},
		{"  variables: [{name: a, expression: \"A\"}]\n" + item + `"has(variables.a.path) && A.path == '/x'"`, ""},
		{item + `"!has(A.path)"` + "\n      output: \"'none'\"\n    - condition: " + `"A.path == '/x'"`, ""},
		{item + `"has(A.other)"` + "\n      output: \"'none'\"\n    - condition: " + `"A.path == '/x'"`, "path"},
		{item + `"has(A.path)"` + "\n      rule: {match: [{condition: \"A.path == '/x'\", output: \"'no'\"}]}\n    - condition: " + `"input.index > 9"`, ""},
		{item + `"has(A.path)"` + "\n      output: string(A.path)\n    - condition: " + `"input.index > 9"`, ""},
		{item + `"input.index == 0"` + "\n      output: string(A.path)\n    - condition: " + `"input.index > 9"`, "path"},
	}
	var edits []string
	mappings := ""
	for i, test := range tests {
		body := strings.ReplaceAll(test.body, "A", "input.action.args") + "\n      output: \"'no'\""
		edits = append(edits, ruleFile(i), "", fmt.Sprintf("name: store.r%[1]d\ndescription: It is odd.\nmetadata:\n  id: store.r%[1]d\n  version: 1.0.0\n  severity: deny\n  actions: [call_tool]\n  why: It is so.\n"+
			"rule:\n  match:\n    - condition: input.action.tool == 't%[1]d'\n      rule:\n      %[2]s\n", i, strings.ReplaceAll(body, "\n", "\n      ")))
		mappings += fmt.Sprintf("  - {id: store.m%[1]d, version: 1.0.0, tool: t%[1]d, effects: [{effect: PutObject, fields: {path: args.path}}]}\n", i)
	}
	source := catalog.Source{FS: base(t, append(edits, effects, "mappings:\n", "mappings:\n"+mappings)...), Name: "b", Origin: catalog.OriginFolder}
	rules := slices.DeleteFunc(lint.Rules(), func(r lint.Rule) bool { return r.ID != "unguarded-read" })
	found := map[string]string{}
	for _, f := range lint.Run(context.Background(), subject(t, source), rules).Findings {
		found[f.Place.File] += textAt(t, source, f.Place)
	}
	fails := failing(t, source)
	for i, test := range tests {
		if got := found["b/"+ruleFile(i)]; got != strings.ReplaceAll(test.want, "A[", "input.action.args[") {
			t.Errorf("%s: found %q, want %q", test.body, got, test.want)
		}
		if failed := fails(fmt.Sprintf("t%d", i)); failed != (test.want != "") {
			t.Errorf("%s: failed is %v, want %q", test.body, failed, test.want)
		}
	}
}

func ruleFile(i int) string { return fmt.Sprintf("store/rules/r%d.yaml", i) }

// failing tells whether judging fails on a call of a tool without arguments.
func failing(t *testing.T, source catalog.Source) func(tool string) bool {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{{FS: policies.FS, Origin: catalog.OriginEmbedded}, source})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	engine, err := eval.New(from, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return func(tool string) bool {
		in, problems := engine.NewContext(schema.Context{Tools: []schema.Tool{{Name: tool}}})
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		reply := `{"actions": [{"type": "call_tool", "tool": "` + tool + `", "args": {}}]}`
		return engine.Judge(context.Background(), in, &eval.Turn{Reply: []byte(reply)}).Failure != nil
	}
}

// TestVariablesInEachOther requires that rules whose variables stand in each other
// twice are looked at by all rules of the lint in the end, and that one of them says
// what it did not follow.
func TestVariablesInEachOther(t *testing.T) {
	for _, twice := range []string{"variables.v%d || !variables.v%[1]d", "variables.v%d && variables.v%[1]d", "variables.v%d ? variables.v%[1]d : true"} {
		text := "name: store.odd\ndescription: It is odd.\nmetadata:\n  id: store.odd\n  version: 1.0.0\n  severity: deny\n  actions: [call_tool]\n  why: It is so.\nrule:\n  variables:\n    - {name: v0, expression: \"has(input.action.args.path)\"}\n"
		for i := 1; i < 40; i++ {
			text += fmt.Sprintf("    - {name: v%d, expression: %q}\n", i, fmt.Sprintf(twice, i-1))
		}
		text += "  match: [{condition: variables.v39, output: \"'no'\"}]\n"
		s := subject(t, catalog.Source{FS: base(t, "store/rules/odd.yaml", "", text), Name: "b", Origin: catalog.OriginFolder})
		var left []string
		for _, n := range lint.Run(context.Background(), s, lint.Rules()).NotChecked {
			left = append(left, n.Rule.ID+" "+n.Place.File)
		}
		if !slices.Contains(left, "unguarded-read b/store/rules/odd.yaml") {
			t.Errorf("%s: not checked are %q", twice, left)
		}
	}
}
