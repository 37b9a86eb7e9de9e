package policytest_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/diag"
	"github.com/contractc/contractc/internal/policytest"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// load reads a bundle with its test files.
func load(t *testing.T, bundle fs.FS) *catalog.Catalog {
	t.Helper()
	from, problems := eval.Load([]catalog.Source{{FS: bundle, Name: "policies", Origin: catalog.OriginFolder}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return from
}

func defaultBundle() fs.FS { return os.DirFS(filepath.Join(recorded.Root(), "policies")) }

// The cases of the default bundle pass.
func TestDefaultBundle(t *testing.T) {
	from := load(t, defaultBundle())
	cases, problems := policytest.Cases(from, policytest.Files(from))
	if problems.HasErrors() || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), problems)
	}
	runner, err := policytest.NewRunner(from, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		differences, err := runner.Run(context.Background(), c)
		if err != nil {
			t.Errorf("%s:%d: %s: %v", c.File, c.Range.Start.Line, c.Name, err)
		}
		for _, d := range differences {
			t.Errorf("%s:%d: %s: %s", c.File, c.Range.Start.Line, c.Name, d)
		}
	}
	t.Logf("%d cases", len(cases))
}

// Every rule that only the second version has says why it is there, and has a
// case that it lets pass and one that it refuses.
func TestStricterRulesAreTested(t *testing.T) {
	from := load(t, defaultBundle())
	cases, _ := policytest.Cases(from, policytest.Files(from))
	for _, rule := range from.Rules {
		sets := rule.Metadata.Sets
		if !slices.Contains(sets, "claim@2") || slices.Contains(sets, "claim@1") {
			continue
		}
		if rule.Metadata.Why == nil || *rule.Metadata.Why == "" {
			t.Errorf("%s does not say why", rule.ID)
		}
		var passed, refused bool
		for _, c := range cases {
			if c.Rule == nil || *c.Rule != rule.ID {
				continue
			}
			broken := slices.ContainsFunc(c.Expect.Actions, func(a schema.TestAction) bool { return slices.Contains(a.Rules, rule.ID) })
			passed, refused = passed || !broken, refused || broken
		}
		if !passed || !refused {
			t.Errorf("%s: a case that passes: %v, one that is refused: %v", rule.ID, passed, refused)
		}
	}
}

// with is the default bundle with other test files.
func with(t *testing.T, tests map[string]string) fs.FS {
	t.Helper()
	bundle := fstest.MapFS{}
	for name, text := range tests {
		bundle["claim/tests/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	source := defaultBundle()
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(name, "/tests/") {
			return err
		}
		data, err := fs.ReadFile(source, name)
		bundle[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

// What is wrong with a file of cases is told with its place, and all at once.
func TestMistakes(t *testing.T) {
	const answer = "reply: {type: answer, text: x}"
	mistakes := map[string]struct{ text, want string }{
		"kind":      {"cases: []", "kind"},
		"field":     {"kind: Tests\ncases: []\nnote: x", "note"},
		"expect":    {"kind: Tests\ncases: [{name: a, " + answer + "}]", "expect"},
		"rule":      {"kind: Tests\ncases: [{name: a, rule: claim.nope, " + answer + ", expect: {}}]", `rule.yaml:2:25: there is no rule "claim.nope"`},
		"rules":     {"kind: Tests\ncases: [{name: a, " + answer + ", expect: {actions: [{accepted: true, rules: [claim.nope]}]}}]", `there is no rule "claim.nope"`},
		"sets":      {"kind: Tests\ncases: [{name: a, rule_sets: [claim@9], " + answer + ", expect: {}}]", `no rule belongs to the rule set "claim@9"`},
		"duplicate": {"kind: Tests\ncases: [{name: a, " + answer + ", expect: {}}, {name: a, " + answer + ", expect: {}}]", `the name "a" stands twice`},
	}
	files := map[string]string{}
	for name, m := range mistakes {
		files[name+".yaml"] = m.text
	}
	from := load(t, with(t, files))
	_, problems := policytest.Cases(from, policytest.Files(from))
	for name, m := range mistakes {
		if !slices.ContainsFunc(problems, func(d diag.Diagnostic) bool {
			return strings.HasSuffix(d.File, "/"+name+".yaml") && strings.Contains(diag.List{d}.Error(), m.want)
		}) {
			t.Errorf("%s: no %q in %v", name, m.want, problems)
		}
	}
}

// A case that expects something else than what is decided is told so.
func TestDifferences(t *testing.T) {
	const why = "\nactions[0]: claim.dependency_unknown refuses: depends on unknown key 'b'"
	wants := map[string]string{
		"{decision: allow}":             `decision: got nothing, want "allow"`,
		"{completeness: complete}":      `completeness: got "unknown", want "complete"`,
		"{unusable: x}":                 `unusable: got nothing, want "x"`,
		"{feedback: x}":                 `feedback: got "answer rejected: depends on unknown key 'b'", want "x"`,
		"{leniencies: []}":              `leniencies: got ["single_action"], want []`,
		"{repairs: [quotes]}":           `repairs: got [], want ["quotes"]`,
		"{actions: []}":                 "actions: got 1, want 0",
		"{actions: [{accepted: true}]}": `actions[0].accepted: got "false", want "true"` + why,
		"{actions: [{accepted: false, malformed: true}]}":                  `actions[0].malformed: got nothing, want "true"` + why,
		"{actions: [{accepted: false, decision: deny}]}":                   `actions[0].decision: got nothing, want "deny"` + why,
		"{actions: [{accepted: false, rules: []}]}":                        `actions[0].rules: got ["claim.dependency_unknown"], want []` + why,
		"{actions: [{accepted: true, rules: [claim.dependency_unknown]}]}": `actions[0].accepted: got "false", want "true"`,
		"{actions: [{accepted: false, asks: [claim.key_syntax]}]}":         `actions[0].asks: got [], want ["claim.key_syntax"]`,
		"{actions: [{accepted: false, allows: [claim.key_syntax]}]}":       `actions[0].allows: got [], want ["claim.key_syntax"]`,
		"{actions: [{accepted: false, messages: [x]}]}":                    `actions[0].messages: got ["depends on unknown key 'b'"], want ["x"]`,
		"{actions: [{accepted: false, card: [x]}]}":                        `actions[0].card: got no card, want "x"`,
		"{actions: [{accepted: false, ignored: false, observed: []}]}":     "",
		"{}": "",
	}
	text := "kind: Tests\ncases:\n"
	for expect := range wants {
		text += "  - {name: '" + expect + "', reply: {type: answer, text: x, follows_from: [b]}, expect: " + expect + "}\n"
	}
	from := load(t, with(t, map[string]string{"cases.yaml": text}))
	cases, problems := policytest.Cases(from, policytest.Files(from))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	runner, err := policytest.NewRunner(from, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		got, err := runner.Run(context.Background(), c)
		if err != nil || strings.Join(got, "\n") != wants[c.Name] {
			t.Errorf("%s: got %q, %v, want %q", c.Name, got, err, wants[c.Name])
		}
	}
}
