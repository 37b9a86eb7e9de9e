package regorules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

func looseFolder(path, text string, v0 bool) FolderSource {
	return FolderSource{Path: path, Modules: []Source{{Path: path + "/m.rego", Text: text, V0: v0}}}
}

// TestFolderFindings gives the rules of a module in Rego v0 an input, and wants
// what they find, as rule and message, or how they fail.
func TestFolderFindings(t *testing.T) {
	for _, c := range []struct{ name, text, input, want string }{
		{"a default list", "default deny = []\n\ndeny = x { x := input.found }", `{}`, ``},
		{"a list with a default", "default deny = []\n\ndeny = x { x := input.found }", `{"found": ["b", "a"]}`, "quay.deny a; quay.deny b"},
		{"a default set", "default warn = set()\n\nwarn = {\"w\"} { input.w }", `{"w": 1}`, "quay.warn w"},
		{"several findings of several rules", "deny[msg] { msg := input.many[_] }\n\ndeny[\"z\"] { input.z }", `{"many": ["b", "a", "b"], "z": 1}`, "quay.deny a; quay.deny b; quay.deny z"},
		{"a text where it may be a number", "f(x) = \"m\" { x == 1 }\n\nf(x) = 7 { x == 2 }\n\ndeny[msg] { msg := f(input.a) }", `{"a": 1}`, "quay.deny m"},
		{"a number where it may be a text", "f(x) = \"m\" { x == 1 }\n\nf(x) = 7 { x == 2 }\n\ndeny[msg] { msg := f(input.a) }", `{"a": 2}`, `quay/m.rego:7: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it found a number, which is no finding; ` + findingForms},
		{"an undefined message", "deny[msg] { input.a; msg := input.nothing }", `{"a": 1}`, ``},
		{"an undefined part of a message", "deny[{\"msg\": msg, \"details\": input.nothing}] { msg := \"m\" }", `{"a": 1}`, ``},
		{"true", "deny_old { input.a }", `{"a": 1}`, "quay.deny_old the rule deny_old of the package quay is broken"},
		{"notes for who traces", "deny[\"m\"] { trace(\"here\"); print(input.a); input.a }", `{"a": 1}`, "quay.deny m"},
		{"an exception in a list", "deny_old[\"m\"] { input.a }\n\nexception[names] { names := [\"old\"] }", `{"a": 1}`, "quay.deny_old m (observe)"},
		{"an exception in a set", "deny_old[\"m\"] { input.a }\n\nexception[names] { names := {\"old\"} }", `{"a": 1}`, "quay.deny_old m (observe)"},
		{"an exception from a rule that is only called so", "deny[\"m\"] { input.a }\n\nexception[[\"\"]]", `{"a": 1}`, "quay.deny m (observe)"},
		{"exceptions in no list", "deny[\"m\"] { input.a }\n\nexception[7]", `{"a": 1}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: the exceptions of its package are no set of lists of names`},
		{"a built-in that fails", "tall(x) { to_number(x) > 9 }\n\ndeny[\"m\"] { not tall(input.a) }", `{"a": "high"}`, `quay/m.rego:3: rego evaluation failed (builtin): to_number: strconv.ParseFloat: parsing "high": invalid syntax; the rule "deny" of package "quay" needs it. A stock engine would find nothing here, and this denies: have the rules test the value before they call`},
		{"a number", "deny[x] { x := input.a }", `{"a": 7}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it found a number, which is no finding; ` + findingForms},
		{"an empty text", "deny[x] { x := input.a }", `{"a": ""}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it found an empty text, which is no finding; ` + findingForms},
		{"an object without msg", "deny[x] { x := input.a }", `{"a": {"message": "m"}}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it found an object without msg, which is no finding; ` + findingForms},
		{"a list at msg", "deny[x] { x := input.a }", `{"a": {"msg": []}}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it found an array at msg of an object, which is no finding; ` + findingForms},
		{"a rule that is an object", "deny = x { x := input.a }", `{"a": {}}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it is an object, and neither a set of messages nor true or false`},
		{"a rule that is a text", "deny = x { x := input.a }", `{"a": "m"}`, `quay/m.rego:3: rego evaluation failed (shape): the rule "deny" of package "quay" cannot be read: it is a string, and neither a set of messages nor true or false`},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, problems := CompileFolder(looseFolder("quay", "package quay\n\n"+c.text+"\n", true))
			if folder == nil {
				t.Fatal(problems)
			}
			found, err := folder.Eval(context.Background(), plainJSON(t, c.input))
			if got := shown(found, err); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// plainJSON reads JSON with numbers as they are written.
func plainJSON(t *testing.T, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// shown is what rules found in one line, or their failure.
func shown(found []Fired, err error) string {
	var failed *EvalError
	if errors.As(err, &failed) {
		return failed.Error()
	}
	list := make([]string, len(found))
	for i, f := range found {
		list[i] = f.Rule + " " + f.Message
		if f.Severity == schema.SeverityObserve {
			list[i] += " (observe)"
		}
	}
	return strings.Join(list, "; ")
}

// TestFolderRefusals wants the place, the words and the advice of what is refused
// when a folder is loaded.
func TestFolderRefusals(t *testing.T) {
	advice := "A rule is a set of findings, or true; " + findingForms + "."
	for _, c := range []struct {
		name, text string
		v0         bool
		want       string
		detail     string
	}{
		{"a number", "package quay\n\ndeny[\"m\"]\n\ndeny[7] { input.a }", true, "5:1: deny finds a number", advice},
		{"a list", "package quay\n\ndeny[x] { x := [\"a\"] }", true, "3:1: deny finds an array", advice},
		{"an object without msg", "package quay\n\ndeny[x] { x := {\"message\": \"m\", \"rank\": 3} }", true, "3:1: deny finds an object without msg", advice},
		{"an object with a number at msg", "package quay\n\nimport rego.v1\n\nwarn contains {\"msg\": 7}", false, "5:1: warn finds an object whose msg is no text", advice},
		{"a list of numbers", "package quay\n\ndeny := [1]", false, "3:1: deny finds a number", advice},
		{"a text", "package quay\n\ndeny := msg if { input.a; msg := sprintf(\"%v\", [input.a]) }", false, "3:1: deny is neither a set of messages nor true or false", advice},
		{"a default object", "package quay\n\ndefault deny = {}", true, "3:9: deny is neither a set of messages nor true or false", advice},
		{"an object in v0", "package quay\n\ndeny[k] = v { v := input[k] }", true, "3:1: deny is an object here, whose keys nobody reads", "Write a set of messages: deny[msg] { … }."},
		{"a set of v0 read as v1", "package quay\n\ndeny[msg] if msg := \"x\"", false, "3:1: deny is an object here, whose keys nobody reads", "Write a set of messages: deny contains msg if {…}. For rules in the older form, deny[msg] { … }, set rego_version: 0."},
		{"no rule", "package quay\n\nallow { input.a }\n\nsure(x) { x }\n\nreport[1] { input.b }", true, "1:1: no module of the folder has a rule deny, violation or warn", "Rules of these names, or such as deny_root, are what is read of it, not quay.allow, quay.report; name the folder that holds them, or add a module to it whose rule deny reads the others."},
		{"no rule but many others", "package quay\n\na := 1\nb := 1\nc := 1\nd := 1\ne := 1\nf := 1\ng := 1", false, "1:1: no module of the folder has a rule deny, violation or warn", "Rules of these names, or such as deny_root, are what is read of it, not quay.a, quay.b, quay.c, quay.d, quay.e, 2 more; name the folder that holds them, or add a module to it whose rule deny reads the others."},
		{"only functions", "package quay\n\nsure(x) if x", false, "1:1: no module of the folder has a rule deny, violation or warn", "Rules of these names, or such as deny_root, are what is read of it, and there are only functions; name the folder that holds them, or add a module to it whose rule deny reads the others."},
		{"the network", "package quay\n\ndeny[msg] { msg := http.send({\"url\": input.url}).body }", true, "3:20: the built-in \"http.send\" is not allowed in rules", "Reason: asks the network. Rules know what stands in their input and data: hand over there what they need, or leave out the file that asks."},
		{"a function of another checker", "package quay\n\nimport rego.v1\n\ndeny contains parse_timetable(input.text)", false, "5:15: undefined function parse_timetable", "No module here defines it, and it is no built-in of Rego. Some checkers add functions of their own, which are not known here: define it in a module, or leave out the file that calls it."},
		{"v1 read as v0", "package quay\n\ndeny if input.a", true, "3:1: var cannot be used for rule name (hint: `import future.keywords.if` for `p if { ... }` rules)", "It is read as Rego v0 and is Rego v1: set rego_version: 1."},
		{"v0 read as v1", "package quay\n\ndeny[\"m\"] { input.a }", false, "3:1: `if` keyword is required before rule body", "It is read as Rego v1 and is Rego v0: set rego_version: 0."},
		{"only a comment", "# nothing yet\n", false, "1:1: empty module", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, problems := CompileFolder(looseFolder("quay", c.text+"\n", c.v0))
			if folder != nil || len(problems) == 0 {
				t.Fatalf("it is taken: %v", problems)
			}
			p := problems[0]
			if p.File != "quay/m.rego" && p.File != "quay" {
				t.Errorf("file %q", p.File)
			}
			place := "1:1"
			if p.Range.Start.Line > 0 {
				place = p.Range.Start.String()
			}
			if got := place + ": " + p.Summary; got != c.want || p.Detail != c.detail {
				t.Errorf("got  %s\n     %s\nwant %s\n     %s", got, p.Detail, c.want, c.detail)
			}
		})
	}
}

// Tests that do not compile are listed and fail, and those beside them run; what is
// wrong elsewhere is refused.
func TestFolderTestsThatDoNotCompile(t *testing.T) {
	src := looseFolder("quay", "package quay\n\ndeny[\"m\"] { input.a }\n", true)
	src.Modules = append(src.Modules, Source{Path: "quay/m_test.rego", V0: true, Text: `package quay

test_read {
	timetable := parse_timetable("noon.txt")
	deny["m"] with input as timetable
}

test_deny {
	deny["m"] with input as {"a": 1}
}

test_twice {
	parse_timetable("a")
	parse_timetable("b")
}
`})
	tests, problems := CompileFolderTests(src)
	if tests == nil {
		t.Fatal(problems)
	}
	var got []string
	for _, test := range tests.List() {
		failed, err := tests.Run(context.Background(), &test)
		got = append(got, fmt.Sprintf("%s %v %v", test.Name, failed, err))
	}
	advice := "No module here defines it, and it is no built-in of Rego. Some checkers add functions of their own, which are not known here: define it in a module, or leave out the file that calls it."
	want := []string{
		"test_read [] it does not compile: quay/m_test.rego:4:15: undefined function parse_timetable. " + advice,
		"test_deny [] <nil>",
		"test_twice [] it does not compile: quay/m_test.rego:13:2: undefined function parse_timetable. " + advice + " quay/m_test.rego:14:2: undefined function parse_timetable. " + advice,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	src.Modules[1].Text += "\nread(name) = x { x := parse_timetable(name) }\n"
	if tests, problems := CompileFolderTests(src); tests != nil || !strings.Contains(problems.Error(), "quay/m_test.rego:17:23") {
		t.Errorf("a helper that does not compile is taken: %v", problems)
	}
}

// TestFolderAsStock gives rule folders in the forms of several checkers to a stock
// OPA too: it finds the same.
func TestFolderAsStock(t *testing.T) {
	opa := stockOPA(t)
	root := filepath.Join("..", "..", "testdata", "harbour")
	for _, c := range []struct {
		folder string
		v0     bool
		inputs []string
	}{
		{"berths", true, []string{
			`[{"ship": "Alda"}, {"ship": "Bora", "quay": "south", "length": 80, "berth": 70}, {"ship": "Cora", "quay": "north", "draught": 10}]`,
			`[{"ship": "Alda", "quay": "north", "length": 210, "berth": 300, "flag": {"warning": "old flag"}}]`, `[]`, `{}`,
		}},
		{"entry", true, []string{
			`{"review": {"object": {"name": "Alda", "berth": 4, "papers": {"crew": 1}}}, "parameters": {"papers": ["health", "crew"]}}`,
			`{"review": {"object": {"name": "Bora", "berth": 4}}, "parameters": {"papers": ["health"], "message": "show them"}}`,
			`{"review": {"object": {"name": "Pilot 3"}}, "parameters": {"papers": ["health"], "exempt": ["Pilot*"]}}`, `{}`,
		}},
		{"papers", false, []string{`{"goods": [{"name": "paint", "class": 3}, {"name": "crane", "tonnes": 60}]}`, `{"goods": []}`}},
		{"pilots", false, []string{`{"args": {"licence": "harbour"}}`, `{"args": {"licence": "open sea"}}`}},
	} {
		src, files := readFolder(t, filepath.Join(root, c.folder), c.v0)
		folder, problems := CompileFolder(src)
		if folder == nil {
			t.Fatal(problems)
		}
		for _, input := range c.inputs {
			found, err := folder.Eval(context.Background(), plainJSON(t, input))
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, f := range found {
				got = append(got, f.Message)
			}
			slices.Sort(got)
			if diff := cmp.Diff(stockFindings(t, opa, folder, files, c.v0, input), got); diff != "" {
				t.Errorf("%s, %s: (-stock +ours)\n%s", c.folder, input, diff)
			}
		}
	}
}

// readFolder reads the modules of a folder that are no tests, and its data.
func readFolder(t *testing.T, root string, v0 bool) (FolderSource, []string) {
	t.Helper()
	src := FolderSource{Path: root, Data: map[string]any{}}
	var files []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.rego") {
			return err
		}
		files = append(files, path)
		text, err := os.ReadFile(path)
		switch filepath.Ext(path) {
		case ".rego":
			src.Modules = append(src.Modules, Source{Path: path, Text: string(text), V0: v0})
		case ".json":
			src.Data = plainJSON(t, string(text)).(map[string]any)
		default:
			src.Data["quays"] = map[string]any{
				"north": map[string]any{"depth": json.Number("9"), "closed": false},
				"south": map[string]any{"depth": json.Number("14"), "closed": true},
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return src, files
}

// stockFindings is what a stock OPA finds by a folder's rules.
func stockFindings(t *testing.T, opa string, folder *Folder, files []string, v0 bool, input string) []string {
	t.Helper()
	messages := []string{}
	for _, r := range folder.Rules() {
		args := []string{"eval", "--format", "raw", "--stdin-input"}
		if v0 {
			args = append(args, "--v0-compatible")
		}
		for _, f := range files {
			args = append(args, "--data", f)
		}
		cmd := exec.Command(opa, append(args, "data."+r.Package+"."+r.Name)...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("opa: %v", err)
		}
		if len(strings.TrimSpace(string(out))) == 0 {
			continue
		}
		var value any
		if err := json.Unmarshal(out, &value); err != nil {
			t.Fatal(err)
		}
		switch value := value.(type) {
		case bool:
			if value {
				messages = append(messages, r.title())
			}
		case []any:
			for _, one := range value {
				if object, ok := one.(map[string]any); ok {
					one = object["msg"]
				}
				messages = append(messages, one.(string))
			}
		}
	}
	slices.Sort(messages)
	return messages
}
