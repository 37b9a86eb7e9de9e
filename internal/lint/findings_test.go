package lint_test

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/lint"
)

// base is a bundle in which nothing is wrong, with changes: pairs of a file and
// what is put at a mark in it.
func base(t *testing.T, edits ...string) fs.FS {
	t.Helper()
	const dir = "../../cmd/contractc/testdata/loading"
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(dir + "/" + name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+2 < len(edits); i += 3 {
		file, old, text := edits[i], edits[i+1], edits[i+2]
		if old == "" {
			files[file] = &fstest.MapFile{Data: []byte(text)}
			continue
		}
		before := string(files[file].Data)
		if !strings.Contains(before, old) {
			t.Fatalf("%s does not hold %q", file, old)
		}
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(before, old, text, 1))}
	}
	return files
}

const (
	rule      = "store/rules/public.yaml"
	module    = "store/secret.rego"
	contract  = "store/contracts/only_put_under.yaml"
	effects   = "store/effects.yaml"
	cases     = "store/tests/public.yaml"
	condition = `"input.effects.exists(e, e.effect == 'store.PutObject' && has(e.fields.path) && string(e.fields.path).startsWith('/public/'))"`
	guarded   = "\tnot input.facts.is_public\n"
)

// TestFindings puts mistakes into a bundle and requires what is found, and where;
// and for what only looks like a mistake, that nothing is.
func TestFindings(t *testing.T) {
	const item = "    - condition: "
	for _, test := range []struct {
		name  string
		edits []string
		want  string // rule, place and part of the message; empty for nothing
	}{
		{"false by its parts", []string{rule, condition, `"1 == 2 || false && input.index > 0"`}, "never-fires 11:18-11:54 whatever the input is"},
		{"an empty list", []string{rule, condition, `"input.action.tool in []"`}, "never-fires 11:18-11:43 false"},
		{"not an empty list", []string{rule, condition, `"!(input.action.tool in [])"`}, ""},
		{"two texts", []string{rule, condition, `"input.action.tool == 'put_object' && input.context.mode == 'declared' && input.action.tool == 'put'"`}, "never-fires 11:18-11:119 input.action.tool"},
		{"a text that is excluded", []string{rule, condition, `"input.action.tool == 'put_object' && input.action.tool != 'put_object'"`}, "never-fires 11:18-11:90 input.action.tool"},
		{"a text that is excluded by a list", []string{rule, condition, `"input.action.tool == 'put_object' && !(input.action.tool in ['put_object'])"`}, "never-fires 11:18-11:95 input.action.tool"},
		{"beginnings", []string{rule, condition, `"input.action.tool.startsWith('put') && input.action.tool.startsWith('get')"`}, "never-fires 11:18-11:94 input.action.tool"},
		{"beginnings that go on", []string{rule, condition, `"input.action.tool.startsWith('put') && input.action.tool.startsWith('put_')"`}, ""},
		{"a beginning that none has", []string{rule, condition, `"input.action.tool == 'put_object' && input.action.tool.startsWith('get')"`}, "never-fires 11:18-11:92 input.action.tool"},
		{"numbers", []string{rule, condition, `"input.index > 3 && input.index < 4"`}, "never-fires 11:18-11:54 input.index"},
		{"numbers with one between", []string{rule, condition, `"input.index > 3 && input.index < 5"`}, ""},
		{"sizes", []string{rule, condition, `"size(input.actions) == 0 && size(input.actions) > 2"`}, "never-fires 11:18-11:71 input.actions.size()"},
		{"a type of action that the rule is not for", []string{rule, condition, `"input.action.type == 'claim' && input.index > 0"`}, "never-fires 11:18-11:67 it is for call_tool"},
		{"a type of action that the rule is for", []string{rule, condition, `"input.action.type == 'call_tool' && input.index > 0"`}, ""},
		{"a field of an effect type", []string{rule, "e.fields.path)", "e.fields.pth)"}, "unknown-name 11:89-11:92 the effect type store.PutObject has no field \"pth\""},
		{"a field of any effect type", []string{rule, condition, `"input.effects.exists(e, e.effect != 'store.PutObject' && has(e.fields.pth)) && input.events.all(e, e.fields.path == 'x')"`}, "unknown-name 11:89-11:92 the effect type store.PutObject has no field \"pth\""},
		{"a field of what is no effect", []string{rule, condition, `"has(input.action.args.list) && input.action.args.list.exists(e, has(e.fields.pth))"`}, ""},
		{"a field of an effect by its place", []string{rule, condition, `"input.effects[0].fields.pth == 'x'"`}, "unknown-name 11:43-11:46 the effect type store.PutObject has no field \"pth\""},
		{"a fact in CEL", []string{rule, condition, `"input.facts.is_publc == true"`}, "unknown-name 11:31-11:39 no fact has the name \"is_publc\""},
		{"a fact in CEL that may be absent", []string{rule, condition, `"has(input.facts.is_publc) && input.facts.is_public"`}, "unknown-name 11:35-11:43 no fact has the name \"is_publc\""},
		{"a fact in a variable", []string{rule, "rule:\n", "rule:\n  variables:\n    - {name: open, expression: \"input.facts.is_publc\"}\n", rule, condition, `"variables.open == true"`}, "unknown-name 11:45-11:53 no fact has the name"},
		{"Rego: a field of an effect type", []string{module, guarded, guarded + "\tsome e in input.effects\n\te.effect == \"store.PutObject\"\n\te.fields.pth == \"x\"\n"}, "unknown-name 25:2-25:14 the effect type store.PutObject has no field \"pth\""},
		{"Rego: a field of an effect by its place", []string{module, guarded, guarded + "\tinput.events[_].fields.pth == \"x\"\n"}, "unknown-name 23:2-23:28 the effect type store.PutObject has no field \"pth\""},
		{"Rego: a field of a second variable", []string{module, guarded, guarded + "\tsome i, e in input.effects\n\ti > 0\n\te.fields[\"pth\"]\n"}, "unknown-name 25:2-25:17 the effect type store.PutObject has no field"},
		{"Rego: a field that an effect type has", []string{module, guarded, guarded + "\tsome e in input.effects\n\te.fields.path == \"x\"\n"}, ""},
		{"an example that is violated", []string{contract, "path: /srv/data/x", "path: /etc/x"}, "wrong-example 19:5-19:5 verdict violated"},
		{"a counter-example that holds", []string{contract, "path: /etc/x", "path: /srv/data/x"}, "wrong-example 22:5-22:5 verdict holds"},
		{"an effect type", []string{rule, "store.PutObject", "store.PutObjct"}, "unknown-name 11:18-11:143 effect type \"store.PutObjct\""},
		{"a tool", []string{rule, condition, `"input.action.tool == 'put_objct'"`}, "never-fires 11:18-11:52 the tool \"put_objct\""},
		{"one of two tools", []string{rule, condition, `"input.action.tool in ['put_objct', 'put_object']"`}, "unknown-name 11:18-11:68 the tool \"put_objct\""},
		{"a mode", []string{rule, condition, `"input.context.mode != 'declred'"`}, "unknown-name 11:18-11:51 the mode \"declred\""},
		{"Rego: false", []string{module, guarded, guarded + "\t1 == 2\n"}, "never-fires 23:2-23:8 whatever the input is"},
		{"Rego: not true", []string{module, guarded, guarded + "\tnot true\n"}, "never-fires 23:2-23:10 whatever the input is"},
		{"Rego: two tools", []string{module, guarded, guarded + "\tinput.action.tool in {\"put\", \"get\"}\n"}, "never-fires 15:1-19:2 input.action.tool"},
		{"Rego: not among tools", []string{module, guarded, guarded + "\tnot input.action.tool in {\"put_object\", \"get\"}\n"}, "never-fires 15:1-19:2 input.action.tool"},
		{"Rego: beginnings", []string{module, guarded, guarded + "\tstartswith(input.action.args.path, \"/public/\")\n"}, "never-fires 15:1-19:2 input.action.args.path"},
		{"Rego: counts", []string{module, guarded, guarded + "\tcount(input.actions) > 2\n\tcount(input.actions) <= 2\n"}, "never-fires 15:1-19:2 input.actions.count()"},
		{"Rego: a mode", []string{module, guarded, guarded + "\tinput.context.mode == \"declred\"\n"}, "never-fires 15:1-19:2 the mode \"declred\""},
		{"Rego: an effect type in a comprehension", []string{module, guarded, guarded + "\tcount([e | some e in input.effects; e.effect == \"store.Put\"]) == 0\n"}, "unknown-name 23:38-23:61 effect type \"store.Put\""},

		{"the same branch", []string{rule, item, item + condition + "\n      output: \"'x'\"\n" + item}, "shadowed 13:18-13:144 that at line 11"},
		{"a branch in another order", []string{rule, item + condition, item + `"input.index > 1"` + "\n      output: \"'x'\"\n" + item + `"input.index < 9 && input.index > 1"`}, "shadowed 13:18-13:54 that at line 11"},
		{"a wider branch", []string{rule, item + condition, item + `"input.index < 9 && input.index > 1"` + "\n      output: \"'x'\"\n" + item + `"input.index > 1"`}, ""},
		{"all branches count", []string{rule, "match:", "aggregate:", rule, item, item + condition + "\n      output: \"'x'\"\n" + item}, ""},
		{"two rules", []string{"store/rules/other.yaml", "", other(condition, "deny")}, "shadowed 4:7-4:7 \"store.other\""},
		{"two rules of other severity", []string{"store/rules/other.yaml", "", other(condition, "ask")}, ""},
		{"a permission that is refused", []string{"store/rules/other.yaml", "", other(strings.TrimSuffix(condition, `"`)+` && input.index == 0"`, "allow")}, "shadowed 4:7-4:7 \"store.public\" refuses"},
		{"a permission that is wider", []string{"store/rules/other.yaml", "", other(`"input.action.tool == 'put_object'"`, "allow")}, ""},
		{"an effect twice", []string{effects, "          path: args.path\n", "          path: args.path\n      - effect: PutObject\n        when: has(args.path)\n        fields:\n          path: args.path\n"}, "shadowed 8:5-8:5 twice"},
		{"an effect from another argument", []string{effects, "          path: args.path\n", "          path: args.path\n      - effect: PutObject\n        fields:\n          path: args.other\n"}, ""},

		{"an empty message", []string{rule, "'what lies below /public/ is seen by everybody'", "''"}, "missing-message 12:15-12:19 without a message"},
		{"a map without a message", []string{rule, `"'what lies below /public/ is seen by everybody'"`, `"{'path': '/x'}"`}, "missing-message 12:15-12:31 without a message"},
		{"a message that is computed", []string{rule, `"'what lies below /public/ is seen by everybody'"`, `"{'message': input.action.tool}"`}, ""},
		{"Rego: an empty message", []string{module, `"what lies below /secret/ is kept as it is"`, `" "`}, "missing-message 17:13-17:16 is empty"},
		{"Rego: no message", []string{module, "\t\"message\": \"what lies below /secret/ is kept as it is\",\n", ""}, "missing-message 15:1-18:2 without a message"},
		{"a precondition", []string{effects, "    sentence:", "    preconditions:\n      - {id: short, version: 1.0.0, expression: size(event.path) < 9, message: \" \"}\n    sentence:"}, "missing-message 7:9-7:9 the message of \"store.PutObject.short\""},

		{"print", []string{module, guarded, guarded + "\tprint(input.action)\n"}, "unsafe-builtin 23:2-23:21 print"},
		{"a pattern of the input", []string{module, guarded, guarded + "\tregex.match(input.action.args.p, input.action.args.path)\n"}, "unsafe-builtin 23:2-23:58 regex.match"},
		{"a pattern of the rule", []string{module, guarded, guarded + "\tregex.match(\"^/secret/\", input.action.args.path)\n"}, ""},
		{"a glob without delimiters", []string{module, guarded, guarded + "\tglob.match(\"/secret/*\", null, input.action.args.path)\n"}, "unsafe-builtin 23:2-23:55 delimiters"},
		{"a glob with delimiters", []string{module, guarded, guarded + "\tglob.match(\"/secret/*\", [\"/\"], input.action.args.path)\n"}, ""},
		{"a walk over the input", []string{module, guarded, guarded + "\tsome path, _ in [[p, v] | walk(input, [p, v])]\n\tpath == 1\n"}, "unsafe-builtin 23:28-23:47 walk"},
		{"a pattern of the input in CEL", []string{rule, condition, `"input.action.tool.matches(input.action.tool)"`}, "unsafe-builtin 11:18-11:64 pattern of matches"},

		{"a guard on a variable", []string{module, "\tinput.action.tool == \"put_object\"\n", "\tsome tool in {\"put_object\", \"put\"}\n\tinput.action.tool == tool\n"}, "guard-not-in-body 22:2-22:27 variable of some"},
		{"a guard in a function", []string{module, "\tinput.action.tool == \"put_object\"\n", "\tputs(input)\n", module, "# METADATA\n# title: Nothing", "puts(x) if {\n\tinput.action.tool == \"put_object\"\n\tx.index >= 0\n}\n\n# METADATA\n# title: Nothing"}, "guard-not-in-body 26:2-26:13 in puts"},
		{"a guard that is negated", []string{module, "# METADATA\n# title: Nothing", "puts if input.action.tool == \"put_object\"\n\n# METADATA\n# title: Nothing", module, "\tinput.action.tool == \"put_object\"\n", "\tnot puts\n"}, ""},

		{"a rule set in a test", []string{cases, "  - name: a page", "  - name: in a set\n    rule_sets: [store@1]\n    reply: {}\n    expect: {}\n  - name: a page"}, "unknown-name 4:16-4:25 \"store@1\""},
		{"a guarantee in a test", []string{cases, "cases:", "context: {guarantees: ['store.only_put_undr(\"/srv/\")']}\ncases:"}, "unknown-name 2:31-2:44 does not bind"},
		{"a name that stands twice", []string{cases, "name: a secret", "name: a page for everybody"}, "broken-tests 7:11-7:31 stands twice"},
		{"a fact that reads what need not be there", []string{"store/facts.yaml", "'path' in input.action.args && ", ""}, "unguarded-read 6:79-6:83 the argument \"path\""},
		{"a fact", []string{module, guarded, ""}, "unused 3:3-3:3 \"is_public\""},
		{"a variable", []string{rule, "rule:\n", "rule:\n  variables:\n    - {name: path, expression: \"'x'\"}\n"}, "unused 11:14-11:18 \"path\""},
		{"a table", []string{"store/tables/words.yaml", "", "kind: Table\nid: claim.unit\nversion: 1.0.0\nvalues: [a]\n"}, "unused 2:5-2:5 \"claim.unit\""},
		{"tools that look alike", []string{effects, "mappings:\n", "mappings:\n  - {id: store.again, version: 1.0.0, tool: put_0bject, effects: [{effect: PutObject, fields: {path: args.path}}]}\n"}, "confusable-name 9:5-9:5 looks like"},
		{"a pattern of a host in a contract", []string{contract, "event.path.startsWith(params.root)", "event.path.startsWith(params.root) || event.path.matches('a.example.com')"}, "unanchored-pattern 7:3-11:89 \"a.example.com\""},
		{"Rego: a pattern of a host", []string{module, guarded, guarded + "\tregex.match(\"a.example.com\", input.action.args.path)\n"}, "unanchored-pattern 23:2-23:54 \"a.example.com\""},
		{"Rego: a permission", []string{module, "severity: deny", "severity: allow", module, "\tinput.action.tool == \"put_object\"\n" + guarded + "\tstartswith(input.action.args.path, \"/secret/\")\n", ""}, "wide-permission 15:1-15:1 \"store.secret\""},
		{"a character of another script", []string{rule, "by everybody'", "by еverybody'"}, "hidden-character 12:53-12:54 U+0435"},
		{"an output contract", []string{"store/outputs/report.yaml", "", outputContract}, "missing-example 2:5-2:5 no counter_examples"},
		{"an escape in a name", []string{effects, "tool: put_object", `tool: "put\u200Bobject"`}, "hidden-character 10:11-10:28 cannot be seen"},
		{"an escape in a text", []string{effects, "sentence: \"Puts", `sentence: "Puts\u00A0`}, ""},
		{"an escape in a name that is compared", []string{rule, condition, `"input.action.tool == 'put\\u200Bobject'"`}, "hidden-character 11:18-11:59 cannot be seen"},
		{"Rego: an escape in a name that is compared", []string{module, guarded, guarded + "\tinput.action.tool != \"p\\u0443t\"\n"}, "hidden-character 23:2-23:33 cannot be seen"},
	} {
		t.Run(test.name, func(t *testing.T) { checkFindings(t, base(t, test.edits...), test.want) })
	}
}

// outputContract has no counter-example.
const outputContract = `kind: OutputContract
id: store.report
version: 1.0.0
title: A report
text: What was put into the store.
sections:
  headings:
    - {heading: Summary, text: What was put.}
ladder: [fail]
examples:
  - reply: "## Summary\n\nA page.\n"
`

// other is a second rule of the library.
func other(condition, severity string) string {
	return "name: store.other\ndescription: Another one.\nmetadata:\n  id: store.other\n  version: 1.0.0\n  severity: " + severity +
		"\n  actions: [call_tool]\n  why: It is an example.\nrule:\n  match:\n    - condition: " + condition + "\n      output: \"'another message'\"\n"
}

// checkFindings requires one finding among those that are not about tests or
// reviews that are missing; none where nothing is wanted.
func checkFindings(t *testing.T, files fs.FS, want string) {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{{FS: files, Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	s := &lint.Subject{Catalog: from, Libraries: from.Libraries, NoProver: "none is needed"}
	var got []string
	for _, f := range lint.Run(context.Background(), s, lint.Rules()).Findings {
		if !strings.HasPrefix(f.Rule.ID, "missing-case") && f.Rule.ID != "reviewed-sentence" {
			got = append(got, f.Rule.ID+" "+rangeText(f.Place.Range)+" "+f.Message)
		}
	}
	id, rest, _ := strings.Cut(want, " ")
	place, part, _ := strings.Cut(rest, " ")
	if want == "" && len(got) > 0 || want != "" && !slices.ContainsFunc(got, func(g string) bool {
		return strings.HasPrefix(g, id+" "+place+" ") && strings.Contains(g, part)
	}) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func rangeText(r diag.Range) string { return r.Start.String() + "-" + r.End.String() }
