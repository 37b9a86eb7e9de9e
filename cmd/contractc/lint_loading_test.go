package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
)

// loadingMistake is a mistake that loading a bundle finds: what is written in
// the place of something else, and the first problem that is told of it.
type loadingMistake struct {
	name, file, old, new string
	code, place, advice  string
}

// loadingMistakes are mistakes of the kinds that a lint has to find and that are
// errors already when a bundle is loaded.
func loadingMistakes() []loadingMistake {
	return []loadingMistake{
		{"LinkML: unknown range", "store/schema.yaml", "root: {range: PathPrefix", "root: {range: PathPrefx", "linkml.unknown-range", "24:21-24:30", `Did you mean "PathPrefix"?`},
		{"LinkML: unknown parent", "store/schema.yaml", "is_a: EffectEvent", "is_a: EffectEvnt", "linkml.unknown-class", "16:11-16:21", `Did you mean "EffectEvent"?`},
		{"LinkML: unknown key", "store/schema.yaml", "    description: An object is put into the store.", "    descripton: An object is put into the store.", "linkml.unknown-metaslot", "17:5-17:15", "Check the spelling, or move it below annotations."},
		{"YAML: dup key", "store/library.yaml", "name: store", "name: store\nname: store", "yaml.duplicate-key", "3:1-3:5", "keep one of the two"},
		{"YAML: unquoted", "store/library.yaml", "version: 1.0.0", "version: 1.0", "instance.type", "3:10-3:13", "Write a string."},
		{"CEL predicate: unknown field", "store/contracts/only_put_under.yaml", "event.path.", "event.pth.", "cel.field", "11:16-11:25", "did you mean path?"},
		{"CEL predicate: type", "store/contracts/only_put_under.yaml", "event.path.startsWith(params.root)", "event.path > 3", "cel.type", "11:16-11:30", "compare values of one type"},
		{"CEL predicate: unknown param", "store/contracts/only_put_under.yaml", "params.root", "params.rot", "cel.parameter", "11:38-11:48", "did you mean root?"},
		{"CEL rule: unknown field", "store/rules/public.yaml", "input.effects.exists", "input.efects.exists", "cel.check", "11:25-11:31", "Did you mean effects?"},
		{"CEL rule: syntax", "store/rules/public.yaml", "startsWith('/public/'))", "startsWith('/public/')", "cel.syntax", "11:142-11:142", "Look here and just before for a bracket, a quote or an opera"},
		{"CEL rule: type", "store/rules/public.yaml", "string(e.fields.path).startsWith('/public/')", "size(e.effect)", "cel.check", "11:102-11:103", "Compare the value, so that it is true or false."},
		{"CEL rule: condition false", "store/rules/public.yaml", `- condition: "`, "- {condition: false, output: \"'x'\"}\n    - condition: \"", "policy.condition-false", "11:19-11:24", "Mend the condition, or remove the item."},
		{"CEL rule: unreachable", "store/rules/public.yaml", `    - condition: "`, "    - output: \"'x'\"\n    - condition: \"", "policy.unreachable", "12:7-13:64", "The item before this one always matches, so that this one is"},
		{"CEL fact: unknown function", "store/facts.yaml", "startsWith", "startWith", "cel.check", "6:125-6:126", ""},
		{"CEL mapping: syntax", "store/effects.yaml", "path: args.path", "path: args.path)", "cel.syntax", "14:26-14:27", "write an expression such as event.path.startsWith(params.roo"},
		{"CEL precondition field", "store/effects.yaml", "    sentence:", "    preconditions:\n      - {id: short, version: 1.0.0, expression: size(event.pat) < 3, message: It is long.}\n    sentence:", "cel.field", "7:54-7:63", "did you mean path?"},
		{"Rego: misspelt input", "store/secret.rego", "input.action.tool ==", "input.action.tol ==", "rego.field", "21:15-21:18", `Did you mean "tool"?`},
		{"Rego: misspelt in context", "store/secret.rego", "input.action.tool ==", "input.contxt.mode ==", "rego.field", "21:8-21:14", `Did you mean "context"?`},
		{"Rego: unknown fact", "store/secret.rego", "facts.is_public", "facts.is_publc", "rego.field", "22:18-22:26", `Did you mean "is_public"?`},
		{"Rego: strict unused variable", "store/secret.rego", "\tnot input", "\tx := 1\n\tnot input", "rego.compile", "22:2-22:8", "Remove it, or use it."},
		{"Rego: strict unused import", "store/secret.rego", "package store.secret", "package store.secret\n\nimport data.store.other", "rego.compile", "6:1-6:7", "Remove it, or use it."},
		{"Rego: type mismatch", "store/secret.rego", `startswith(input.action.args.path, "/secret/")`, `startswith(input.index, "/secret/")`, "rego.type", "23:2-23:37", "have: (number, string)"},
		{"Rego: refused builtin", "store/secret.rego", "\tnot input", "\thttp.send({\"method\": \"get\", \"url\": \"x\"}).status_code == 200\n\tnot input", "rego.builtin", "22:2-22:42", "Reason: asks the network."},
		{"Rego: refused builtin time", "store/secret.rego", "\tnot input", "\ttime.now_ns() > 1\n\tnot input", "rego.builtin", "22:2-22:15", "Reason: the clock."},
		{"Rego: unknown builtin", "store/secret.rego", "startswith(", "startwith(", "rego.type", "23:2-23:47", "Did you mean startswith?"},
		{"Rego: guard", "store/secret.rego", "\tinput.action.type == \"call_tool\"\n\tinput.action.tool == \"put_object\"\n", "", "rego.guard", "15:1-15:21", "Put this statement into the rule itself, not into a rule tha"},
		{"Rego: unknown action", "store/secret.rego", "actions: [call_tool]", "actions: [call_tol]", "rego.guard", "15:1-15:21", "Put this statement into the rule itself, not into a rule tha"},
		{"Rego: no title", "store/secret.rego", "# title: Nothing is put below /secret/\n", "", "rego.metadata", "6:1-6:11", "Add a line to its annotations: # title: What the rule demand"},
		{"Rego: data", "store/secret.rego", "\tnot input", "\tdata.store.nothing.x\n\tnot input", "rego.data", "22:2-22:22", "Rules read the input and other rules, each by its full name"},
		{"Rego: action type value", "store/secret.rego", `input.action.type == "call_tool"`, `input.action.type == "call_tol"`, "rego.guard", "15:1-15:21", "Put this statement into the rule itself, not into a rule tha"},
		{"template: unknown parameter", "store/contracts/only_put_under.yaml", "starts with {root}", "starts with {rot}", "template.missing-slot", "14:7-14:62", "name it as {root}, or remove it from the class"},
		{"template: missing parameter", "store/contracts/only_put_under.yaml", "starts with {root}", "starts somewhere", "template.missing-slot", "14:7-14:61", "name it as {root}, or remove it from the class"},
		{"template: unknown field", "store/effects.yaml", "at {path}", "at {pth}", "template.slot", "6:34-6:39", "did you mean path?"},
		{"template: conversion", "store/effects.yaml", "at {path}", "at {path!r}", "template.syntax", "6:34-6:35", "slots are written {name}"},
		{"unknown effect in set", "store/contracts/only_put_under.yaml", "effects: [PutObject]", "effects: [PutObjct]", "effects.unknown", "10:17-10:25", "did you mean PutObject?"},
		{"effect set without version", "store/contracts/only_put_under.yaml", "      version: 1.0.0\n      effects", "      effects", "instance.missing-field", "9:7-9:27", "Add it."},
		{"repeated effect", "store/contracts/only_put_under.yaml", "effects: [PutObject]", "effects: [PutObject, PutObject]", "bundle.duplicate", "10:28-10:37", "name each effect type once"},
		{"unknown effect in mapping", "store/effects.yaml", "effect: PutObject", "effect: PutObjct", "effects.unknown", "12:17-12:25", "did you mean PutObject?"},
		{"unknown effect in example", "store/contracts/only_put_under.yaml", "{effect: PutObject, fields: {path: /etc/x}}", "{effect: PutObjct, fields: {path: /etc/x}}", "effects.unknown", "23:18-23:26", "did you mean PutObject?"},
		{"unknown field in example", "store/contracts/only_put_under.yaml", "fields: {path: /etc/x}", "fields: {pth: /etc/x}", "example.field", "23:38-23:41", "did you mean path?"},
		{"unknown field in mapping", "store/effects.yaml", "path: args.path", "pth: args.path", "mapping.missing-field", "12:17-12:26", "say which argument it comes from"},
		{"unknown class", "store/contracts/only_put_under.yaml", "type_name: StoreOnlyPutUnder", "type_name: StoreOnlyPutUnde", "contract.class", "5:12-5:28", "did you mean StoreOnlyPutUnder?"},
		{"unknown default", "store/contracts/only_put_under.yaml", "  root: /srv/data/", "  rot: /srv/data/", "contract.parameter", "13:3-13:6", "did you mean root?"},
		{"unknown recommended", "store/library.yaml", "description:", "coverage: {recommended: [only_put_undr]}\ndescription:", "library.coverage", "4:26-4:39", "did you mean only_put_under?"},
		{"unknown library", "contractc.yaml", "  - store", "  - stor", "bundle.missing-library", "5:5-5:9", "did you mean store?"},
		{"unknown rule set", "contractc.yaml", "libraries:", "rule_sets: [store@1]\nlibraries:", "bundle.rule-set", "4:13-4:20", "there are none"},
		{"unversioned rule set", "contractc.yaml", "libraries:", "rule_sets: [store]\nlibraries:", "bundle.rule-set", "4:13-4:18", "there are none"},
		{"unversioned rule set of a rule", "store/rules/public.yaml", "  actions:", "  sets: [store]\n  actions:", "rule.set", "4:7-4:7", "its rules act only where it is chosen"},
		{"requirement without digest", "contractc.yaml", "libraries:", "requires: [{name: other}]\nlibraries:", "instance.missing-field", "4:12-4:25", "Add it."},
		{"requirement not loaded", "contractc.yaml", "libraries:", "requires: [{name: other, digest: 'sha256:0000000000000000000000000000000000000000000000000000000000000000'}]\nlibraries:", "bundle.requires", "4:12-4:108", "load it beside this one"},
		{"unknown severity", "store/rules/public.yaml", "severity: deny", "severity: dney", "instance.value", "6:13-6:17", `Write one of "deny", "ask", "allow", "warn", "observe".`},
		{"unknown action", "store/rules/public.yaml", "actions: [call_tool]", "actions: [call_tol]", "rule.action", "7:13-7:21", "Did you mean call_tool?"},
		{"twin unknown", "store/rules/public.yaml", "  actions:", "  twin: store.secrt\n  actions:", "rule.twin", "4:7-4:7", "name the id of the rule in the other language"},
		{"mapping twice", "store/effects.yaml", "mappings:\n", "mappings:\n  - {id: store.again, version: 1.0.0, tool: put_object, effects: [{effect: PutObject, fields: {path: args.path}}]}\n", "mapping.duplicate", "9:5-9:5", "map each tool once"},
	}
}

// mistaken is a copy of the bundle of testdata/loading with a mistake.
func mistaken(t *testing.T, m *loadingMistake) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/loading")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, filepath.FromSlash(m.file))
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), m.old) {
		t.Fatalf("%s: %s does not hold %q: %v", m.name, m.file, m.old, err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// linted runs lint on a folder.
func linted(dir string, args ...string) (code int, stdout, stderr string) {
	var out, problems strings.Builder
	code = run(append([]string{"lint", dir}, args...), strings.NewReader(""), &out, &problems)
	return code, out.String(), problems.String()
}

// TestLintLoading requires that lint tells what loading finds, in text and in
// JSON: the code, the range and what to do.
func TestLintLoading(t *testing.T) {
	for i, m := range loadingMistakes() {
		dir := mistaken(t, &m)
		code, out, problems := linted(dir, "--format", "json", "--diagnostics", "json")
		var list schema.Diagnostics
		if err := json.Unmarshal([]byte(problems), &list); err != nil || code != exitBundle || out != "" || len(list.Diagnostics) == 0 {
			t.Errorf("%s: exit code %d, %q, %q, %v", m.name, code, out, problems, err)
			continue
		}
		checkLoading(t, &m, dir, &list.Diagnostics[0])
		if i%4 > 0 {
			continue // the text is made of the same
		}
		code, out, problems = linted(dir)
		if first, _, _ := strings.Cut(m.place, "-"); code != exitBundle || out != "" || !strings.Contains(problems, first+": ") || !strings.Contains(problems, "["+m.code+"]") {
			t.Errorf("%s: exit code %d, %q, %q", m.name, code, out, problems)
		}
	}
}

func checkLoading(t *testing.T, m *loadingMistake, dir string, d *schema.Diagnostic) {
	t.Helper()
	advice, file, place := "", "", ""
	if d.Detail != nil {
		advice = *d.Detail
	}
	if d.File != nil {
		file = strings.TrimPrefix(filepath.ToSlash(*d.File), filepath.ToSlash(dir)+"/")
	}
	if d.Line != nil && d.EndLine != nil {
		place = placeText(d)
	}
	if d.Code != m.code || place != m.place || !strings.Contains(advice, m.advice) {
		t.Errorf("%s: %s %s in %s, %q, %q; want %s %s, %q", m.name, d.Code, place, file, d.Summary, advice, m.code, m.place, m.advice)
	}
}

func placeText(d *schema.Diagnostic) string {
	text, err := json.Marshal([]*int64{d.Line, d.Column, d.EndLine, d.EndColumn})
	if err != nil {
		return ""
	}
	parts := strings.Split(strings.Trim(string(text), "[]"), ",")
	return parts[0] + ":" + parts[1] + "-" + parts[2] + ":" + parts[3]
}

// TestLintLoadingBase requires that nothing is wrong without a mistake.
func TestLintLoadingBase(t *testing.T) {
	if code, out, problems := linted("testdata/loading"); code != exitOK || problems != "" {
		t.Errorf("exit code %d, %q, %q", code, out, problems)
	}
}
