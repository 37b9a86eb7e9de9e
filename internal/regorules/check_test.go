package regorules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/diag"
	"github.com/google/go-cmp/cmp"
)

// library wraps rules into a module of library demo.
func library(name, body string) Source {
	return Source{Path: "demo/" + name + ".rego", Library: "demo", Text: "package demo." + name + "\n\n" + body}
}

// annotated is a violation rule for claims with the statements in its body.
func annotated(id, statements string) string {
	return `# METADATA
# title: A rule
# custom:
#   id: ` + id + `
#   version: 1.0.0
#   severity: deny
#   actions: [claim]
violation contains {"id": rego.metadata.rule().custom.id, "message": "broken"} if {
	input.action.type == "claim"
	` + statements + `
}
`
}

func checkOne(t *testing.T, sources ...Source) diag.List {
	t.Helper()
	_, problems := Check(sources, CheckOptions{Input: inputType(t), Facts: map[string][]string{
		"both": {"claim", "answer"}, "cited": {"cite"},
	}})
	return problems
}

// What is refused, and the code, place and words of the refusal.
var refused = []struct {
	name string
	body string
	want string
}{
	{"syntax", "violation contains {", "3:20: unexpected eof token"},
	{"foreign syntax", "import rego.v2\n", "rego.v2"},
	{"recursion", annotated("demo.a", "f(1)") + "\nf(x) if f(x)\n", "recursive"},
	{"unknown function", annotated("demo.a", "nosuch(1)"), "undefined function nosuch"},
	{"unused import", "import data.demo.other\n" + annotated("demo.a", "true"), "unused"},
	{"unsafe", annotated("demo.a", "not x == 1"), "unsafe"},
	{"network", annotated("demo.a", `http.send({"method": "get", "url": "http://localhost"}).status_code == 200`),
		`12:2: the built-in "http.send" is not allowed in rules`},
	{"clock", annotated("demo.a", "time.now_ns() > 5"), `the built-in "time.now_ns" is not allowed`},
	{"schema fetch", annotated("demo.a", `json.match_schema({}, {"$ref": "http://localhost"})`), `the built-in "json.match_schema" is not allowed`},

	{"misspelt field", annotated("demo.a", `input.action.folows_from`), `12:15: Claim has no field "folows_from"`},
	{"misspelt, nested", annotated("demo.a", `input.context.modus == "declared"`), `12:16: InputContext has no field "modus"`},
	{"misspelt, in a map", annotated("demo.a", `input.context.beliefs["a"].visble`), `12:29: InputBelief has no field "visble"`},
	{"misspelt, behind a variable key", annotated("demo.a", `some key; input.context.beliefs[key].visble`), `InputBelief has no field "visble"`},
	{"misspelt, in a list", annotated("demo.a", `input.context.tools[0].nmae == "x"`), `Tool has no field "nmae"`},
	{"misspelt, behind some", annotated("demo.a", `some e in input.events; e.efect == "x"`), `Event has no field "efect"`},
	{"misspelt, behind every", annotated("demo.a", `every e in input.events { e.efect == "x" }`), `Event has no field "efect"`},
	{"misspelt, behind a name", annotated("demo.a", `a := input.action; a.formla == ""`), `12:23: Claim has no field "formla"`},
	{"misspelt, in a comprehension", annotated("demo.a", `count({e.efect | some e in input.events}) > 1`), `Event has no field "efect"`},
	{"misspelt, behind a comprehension", annotated("demo.a", `es := [e | some e in input.events]; es[0].efect == "x"`), `has no field "efect"`},
	{"misspelt, behind not", annotated("demo.a", `not input.action.formla`), `Claim has no field "formla"`},
	{"misspelt, in object.get", annotated("demo.a", `object.get(input.action, "formla", "") == ""`), `Claim has no field "formla"`},
	{"misspelt, in a path of object.get", annotated("demo.a", `object.get(input, ["action", "formla"], "") == ""`), `Claim has no field "formla"`},
	{"misspelt, in a pattern", annotated("demo.a", `{"formla": f, "key": k} = input.action; f == k`), `Claim has no field "formla"`},
	{"misspelt, in a function", annotated("demo.a", `f(input.action)`) + "\nf(a) if a.formla\n", `Claim has no field "formla"`},
	{"misspelt, in a rule", annotated("demo.a", `f`) + "\nf if input.action.formla\n", `Claim has no field "formla"`},
	{"misspelt, behind a rule", annotated("demo.a", `b.formla`) + "\nb := input.action\n", `Claim has no field "formla"`},
	{"misspelt, behind a set", annotated("demo.a", `some b in bs; b.efect`) + "\nbs contains e if some e in input.events\n", `Event has no field "efect"`},
	{"misspelt, behind a map", annotated("demo.a", `bs["x"].efect`) + "\nbs[e.effect] := e if some e in input.events\n", `Event has no field "efect"`},
	{"misspelt, in an else", annotated("demo.a", `f == 1`) + "\nf := 1 if { input.action.key == \"a\" } else := 2 if { input.action.formla }\n", `Claim has no field "formla"`},
	{"misspelt, in the message", strings.Replace(annotated("demo.a", "true"), `"broken"`, `input.action.keey`, 1), `Claim has no field "keey"`},
	{"misspelt, in a template", strings.Replace(annotated("demo.a", "true"), `"broken"`, `$"broken {input.action.keey}"`, 1), `Claim has no field "keey"`},
	{"field of another action", annotated("demo.a", `input.action.tool == "x"`), `Claim has no field "tool"`},
	{"unknown fact", annotated("demo.a", `input.facts.bth`), `facts has no field "bth"`},
	{"fact of another action", annotated("demo.a", `input.facts.cited`), `facts has no field "cited"`},
	{"field of a text", annotated("demo.a", `input.action.key.first == "x"`), `string has no field "first"`},
	{"number for a text", annotated("demo.a", `input.action.key == 3`), "match error"},
	{"text for a number", annotated("demo.a", `startswith(input.index, "x")`), "invalid argument"},

	{"unknown rule", annotated("demo.a", `data.demo.nosuch.x`), `12:2: data.demo.nosuch.x leads to no rule`},
	{"whole package", annotated("demo.a", `count(data.other) > 1`), "leads to no rule"},
	{"other data", annotated("demo.a", `data.limits.x > 1`), "leads to no rule"},
	{"with", annotated("demo.a", `f with input as {}`) + "\nf if input.index == 1\n", "a rule may not use with"},

	{"misspelt violation", strings.Replace(annotated("demo.a", "true"), "violation contains", "violations contains", 1), `no rule reads "violations"`},
	{"a rule for another engine", annotated("demo.a", "true") + "\ndeny contains \"x\" if input.index == 1\n", `15:1: no rule reads "deny"`},
	{"a function that nothing calls", annotated("demo.a", "true") + "\nf(x) := x + 1\n", `no rule reads "f"`},

	{"no annotations", "violation contains {\"id\": \"demo.a\", \"message\": \"x\"} if input.action.type == \"claim\"\n", "3:1: this rule has no annotations"},
	{"annotations of the document", strings.Replace(annotated("demo.a", "true"), "# title", "# scope: document\n# title", 1), "this rule has no annotations"},
	{"no id", strings.Replace(annotated("demo.a", "true"), "#   id: demo.a\n", "", 1), "3:1: the rule has no custom.id"},
	{"no version", strings.Replace(annotated("demo.a", "true"), "#   version: 1.0.0\n", "", 1), "the rule has no custom.version"},
	{"no severity", strings.Replace(annotated("demo.a", "true"), "#   severity: deny\n", "", 1), "the rule has no custom.severity"},
	{"no title", strings.Replace(annotated("demo.a", "true"), "# title: A rule\n", "", 1), "3:1: the rule has no title"},
	{"bad id", annotated("9demo", "true"), `6:5: custom.id "9demo" does not match`},
	{"bad version", strings.Replace(annotated("demo.a", "true"), "1.0.0", `"1.0"`, 1), `7:5: custom.version "1.0" does not match`},
	{"version that is a number", strings.Replace(annotated("demo.a", "true"), "1.0.0", "1.0", 1), "7:5: custom.version must be a text"},
	{"bad severity", strings.Replace(annotated("demo.a", "true"), "deny", "block", 1), `8:5: `},
	{"bad stage", strings.Replace(annotated("demo.a", "true"), "#   severity", "#   stage: early\n#   severity", 1), `8:5: `},
	{"unknown metadata", strings.Replace(annotated("demo.a", "true"), "#   severity", "#   sevrity: deny\n#   severity", 1), `8:5: `},
	{"unknown action", strings.NewReplacer("[claim]", "[clam]", `"claim"`, `"clam"`).Replace(annotated("demo.a", "true")), `no action has the type "clam"`},
	{"undefined metadata", strings.Replace(annotated("demo.a", "true"), "custom.id", "custom.name", 1), "undefined ref"},
	{"another id", strings.Replace(annotated("demo.a", "true"), "rego.metadata.rule().custom.id", `"demo.b"`, 1), `the violation's id "demo.b" is not the rule's id "demo.a"`},
	{"a part that no violation has", strings.Replace(annotated("demo.a", "true"), `"message":`, `"pth": "/x", "message":`, 1), `a violation has no part "pth"`},
	{"a message that is no text", strings.Replace(annotated("demo.a", "true"), `"message": "broken"`, `"message": 7`, 1), "the message of a violation is a text"},
	{"a path that is no text", strings.Replace(annotated("demo.a", "true"), `"message":`, `"path": ["x"], "message":`, 1), "the path of a violation is a text"},
	{"a misspelt key of the metadata", strings.Replace(annotated("demo.a", "true"), "severity:", "severty:", 1), "the rule has no custom.severity"},
	{"no id in the head", strings.Replace(annotated("demo.a", "true"), `"id": rego.metadata.rule().custom.id, `, "", 1), "the violation has no id"},
	{"the same id twice", annotated("demo.a", "true") + "\n" + annotated("demo.a", "input.index == 1"), `the id "demo.a" is taken`},

	{"no guard", strings.Replace(annotated("demo.a", "input.index == 1"), "\tinput.action.type == \"claim\"\n", "", 1), "the rule's own body must demand"},
	{"guard in another rule", strings.Replace(annotated("demo.a", "mine"), "\tinput.action.type == \"claim\"\n", "", 1) + "\nmine if input.action.type == \"claim\"\n", "the rule's own body must demand"},
	{"guard for another action", strings.Replace(annotated("demo.a", "true"), `== "claim"`, `== "answer"`, 1), "demands other types of action"},
	{"guard for more actions", strings.Replace(annotated("demo.a", "true"), `== "claim"`, `in {"claim", "answer"}`, 1), "demands other types of action"},
	{"guard behind not", strings.Replace(annotated("demo.a", "true"), `input.action.type == "claim"`, `not input.action.type == "cite"`, 1), "the rule's own body must demand"},

	{"guard on another thing of the name of an import", "import input.action\n" + strings.Replace(annotated("demo.a", "true"), `input.action.type ==`, "action := input.actions[0]\n\taction.type ==", 1), "the rule's own body must demand"},
	{"guard on a member of the name of an import", "import input.action\n" + strings.Replace(annotated("demo.a", "true"), `input.action.type ==`, "some action in input.actions\n\taction.type ==", 1), "the rule's own body must demand"},

	{"no set", "# METADATA\n# title: x\n# custom:\n#   id: demo.a\n#   version: 1.0.0\n#   severity: deny\nviolation := 1\n", `rule "violation" must be a set of objects`},
	{"map", "# METADATA\n# title: x\n# custom:\n#   id: demo.a\n#   version: 1.0.0\n#   severity: deny\nviolation[x] := 1 if some x in [1]\n", `rule "violation" must be a set of objects`},
	{"optional in the head", strings.Replace(annotated("demo.a", "true"), `"broken"`, `input.action.claim`, 1), `the head reads the optional field "claim"`},
	{"coverage without a version", "# METADATA\n# title: x\n# custom:\n#   id: demo.c\ncoverage contains {\"domain\": \"d\", \"status\": \"covered\"} if true\n", "the rule has no custom.version"},
	{"coverage with a severity", "# METADATA\n# title: x\n# custom:\n#   id: demo.c\n#   version: 1.0.0\n#   severity: deny\ncoverage contains {\"domain\": \"d\", \"status\": \"covered\"} if true\n", "severity"},
	{"too deep", "x := " + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "\n", "nests deeper than 200 levels"},
	{"too long a sum", "x := 1" + strings.Repeat(" + 1", 300) + "\n", "nests deeper than 200 levels"},
	{"too large", "# " + strings.Repeat("x", MaxModuleBytes) + "\n", "larger than 262144 bytes"},
}

func TestRefused(t *testing.T) {
	for _, tc := range refused {
		t.Run(tc.name, func(t *testing.T) {
			problems := checkOne(t, library("m", tc.body))
			if !problems.HasErrors() {
				t.Fatal("accepted")
			}
			if !strings.Contains(problems.Error(), tc.want) {
				t.Errorf("got\n%v\nwant %q", problems, tc.want)
			}
			for _, d := range problems {
				if d.File != "demo/m.rego" {
					t.Errorf("no file in %v", d)
				}
			}
		})
	}
}

// What is accepted, though it looks alike.
func TestAccepted(t *testing.T) {
	for name, body := range map[string]string{
		"fields":                annotated("demo.a", `input.action.formula == ""; input.context.beliefs["a"].visible; input.facts.both`),
		"unknown depths":        annotated("demo.a", `input.action.value.anything[3].goes; input.actions[0].anything`),
		"guard through a name":  strings.Replace(annotated("demo.a", "true"), `input.action.type ==`, "action := input.action\n\taction.type ==", 1),
		"guard the other way":   strings.Replace(annotated("demo.a", "true"), `input.action.type == "claim"`, `"claim" == input.action.type`, 1),
		"guard in a set":        strings.Replace(annotated("demo.a", "true"), `== "claim"`, `in {"claim"}`, 1),
		"guard by an import":    "import input.action.type as kind\n" + strings.Replace(annotated("demo.a", "true"), `input.action.type ==`, `kind ==`, 1),
		"guard by tool":         strings.NewReplacer("[claim]", "[call_tool]", `input.action.type == "claim"`, `input.action.tool == "bash"`).Replace(annotated("demo.a", "true")),
		"no types, no guard":    strings.NewReplacer("#   actions: [claim]\n", "", "\tinput.action.type == \"claim\"\n", "").Replace(annotated("demo.a", "input.action.claim")),
		"shape sees anything":   strings.Replace(annotated("demo.a", "input.action.folows_from"), "#   severity", "#   stage: shape\n#   severity", 1),
		"optional, named":       strings.Replace(annotated("demo.a", `input.action.claim != ""`), `"broken"`, `input.action.claim`, 1),
		"optional, by default":  strings.Replace(annotated("demo.a", "true"), `"broken"`, `object.get(input.action, "claim", "?")`, 1),
		"computed violation":    strings.Replace(annotated("demo.a", `v := {"id": rego.metadata.rule().custom.id, "message": "m"}`), `{"id": rego.metadata.rule().custom.id, "message": "broken"}`, "v", 1),
		"other rules":           annotated("demo.a", "helper") + "\ndefault helper := false\n\nhelper if input.index > 2\n",
		"polymorphic functions": annotated("demo.a", "f(input.action) == f(input.context)") + "\nf(x) := x.key\n\nf(x) := x.mode\n",
		"print":                 annotated("demo.a", `print("here", input.index)`),
		"several types":         strings.NewReplacer("[claim]", "[claim, answer]", `== "claim"`, `in {"answer", "claim"}`).Replace(annotated("demo.a", `input.action.formula; input.action.text`)),
	} {
		t.Run(name, func(t *testing.T) {
			if problems := checkOne(t, library("m", body)); len(problems) > 0 {
				t.Error(problems)
			}
		})
	}
}

func TestARuleMayNotReadWhatOthersFound(t *testing.T) {
	problems := checkOne(t, library("a", annotated("demo.a", "true")), library("b", annotated("demo.b", "count(data.demo.a.violation) > 1")))
	if !strings.Contains(problems.Error(), "demo/b.rego:12:8: a rule may not read what other rules found") {
		t.Error(problems)
	}
}

// Rules of the two stages see different actions, also through rules of other
// names that only one of them reads.
func TestStagesSeeDifferentActions(t *testing.T) {
	raw := strings.Replace(annotated("demo.raw", "is_wrong"), "#   severity", "#   stage: shape\n#   severity", 1) +
		"\nis_wrong if input.action.key == 3\n\nis_wrong if input.action.anything\n"
	if problems := checkOne(t, library("m", raw+annotated("demo.a", "input.action.key == \"a\""))); len(problems) > 0 {
		t.Error(problems)
	}
	if problems := checkOne(t, library("m", raw+annotated("demo.a", "input.action.key == 4"))); !strings.Contains(problems.Error(), "match error") {
		t.Error(problems)
	}
	if problems := checkOne(t, library("m", raw+annotated("demo.a", "is_wrong"))); !strings.Contains(problems.Error(), `Claim has no field "anything"`) {
		t.Error(problems)
	}
	if problems := checkOne(t, library("m", raw+"wrong_index if input.index == \"a\"\n")); !strings.Contains(problems.Error(), "match error") {
		t.Error(problems)
	}
}

func TestSuggestions(t *testing.T) {
	for wrong, want := range map[string]string{
		"folows_from": `Did you mean "follows_from"?`,
		"Key":         `Did you mean "key"?`,
		"vlaue":       `Did you mean "value"?`,
		"zzzzzz":      "It has: claim, confidence, follows_from, formula, key, type, value.",
	} {
		problems := checkOne(t, library("m", annotated("demo.a", "input.action."+wrong)))
		if len(problems) != 1 || problems[0].Detail != want {
			t.Errorf("%s: %v", wrong, problems)
		}
	}
}

func TestPackagesBelongToTheirLibrary(t *testing.T) {
	for text, want := range map[string]string{
		"package other.m":      `package "other.m" does not belong to library "demo"`,
		"package contractc.m":  `packages below "contractc" are reserved`,
		"package demonstrator": "does not belong",
		`package demo["a-b"]`:  `package "demo.a-b" has a part that is no plain name`,
		"":                     "empty",
	} {
		problems := checkOne(t, Source{Path: "demo/m.rego", Library: "demo", Text: text})
		if !strings.Contains(problems.Error(), want) {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

// Columns count code points, and hostile characters of OPA's messages come out
// harmless.
func TestPositionsAndHostileText(t *testing.T) {
	problems := checkOne(t, library("m", annotated("demo.a", "input.action.key == \"äöü𝄞\"; input.action.formla")))
	if len(problems) != 1 || problems[0].Range.Start != (diag.Position{Line: 12, Column: 43}) {
		t.Errorf("got %+v", problems)
	}
	problems = checkOne(t, library("m", annotated("demo.a", `input.action["\u001b[31m\u202e"]`)))
	if text := problems.Error() + problems[0].Detail; strings.ContainsAny(text, "\x1b\u202e") || !strings.Contains(text, "has no field") {
		t.Errorf("got %q", text)
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	var sources []Source
	for i := range 5 {
		sources = append(sources, library(fmt.Sprintf("m%d", i), annotated(fmt.Sprintf("demo.a%d", i), "input.action.formla; input.context.modus")))
	}
	if problems := checkOne(t, sources...); len(problems) != 10 {
		t.Errorf("%d problems:\n%v", len(problems), problems)
	}
}

func TestDescriptions(t *testing.T) {
	body := annotated("demo.a", `data.demo.shared.yes`) + "\n" +
		strings.NewReplacer("[claim]", "[call_tool]", `input.action.type == "claim"`, `input.action.tool in {"sh", "bash"}`).Replace(annotated("demo.b", "true"))
	found, problems := Check([]Source{
		library("z", body), library("shared", "yes if input.index == 1\n"),
		{Path: "demo/z_test.rego", Library: "demo", Text: "package demo.z_test\n\ntest_x if data.demo.z.violation with input as {}\n"},
	}, CheckOptions{Input: inputType(t)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	type brief struct {
		Path, Package string
		Rules, Tools  []string
		Uses          []string
	}
	var got []brief
	for _, d := range found {
		b := brief{Path: d.Path, Package: d.Package, Uses: d.Uses}
		for _, r := range d.Rules {
			b.Rules = append(b.Rules, fmt.Sprintf("%s %v %v", r.Metadata.Id, r.Metadata.Actions, r.Position))
			b.Tools = append(b.Tools, r.Tools...)
		}
		got = append(got, b)
	}
	want := []brief{
		{Path: "demo/shared.rego", Package: "demo.shared"},
		{
			Path: "demo/z.rego", Package: "demo.z", Uses: []string{"demo.shared.yes"},
			Rules: []string{"demo.a [claim] 10:1", "demo.b [call_tool] 22:1"}, Tools: []string{"bash", "sh"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
