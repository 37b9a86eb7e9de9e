package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
)

// fixable is a copy of the bundle of testdata/loading with mistakes that have
// safe fixes, two of them on one line, and one that has none.
func fixable(t *testing.T) string {
	t.Helper()
	dir := mistaken(t, &loadingMistake{file: "store/tests/public.yaml", old: "rule: store.public", new: "rule: store.publc"})
	edit(t, dir, "store/tests/public.yaml", "rule: store.secret", "rule: 'store.secrte'")
	edit(t, dir, "store/secret.rego", "\tinput.action.tool == \"put_object\"\n", "\tputs\n")
	edit(t, dir, "store/secret.rego", "# METADATA\n# title: Nothing", "puts if input.action.tool == \"put_object\" # a\u200B comment\n\n# METADATA\n# title: Nothing")
	edit(t, dir, "store/effects.yaml", "\"Puts an object", "\"Puts an\u00A0ob\u00ADject")
	edit(t, dir, "store/rules/public.yaml", "name: store.public", "name: store.public # s\u200Bet")
	edit(t, dir, "store/rules/public.yaml", "Nothing is put below /public/.", "Nothing is put b\u0435low /public/.")
	if err := os.Chmod(filepath.Join(dir, "store", "effects.yaml"), 0o640); err != nil {
		t.Fatal(err)
	}
	return dir
}

func edit(t *testing.T, dir, file, old, text string) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(file))
	before, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(before), old) {
		t.Fatalf("%s does not hold %q: %v", file, old, err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(before), old, text, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// texts are the files of a folder.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(a, b map[string]string) bool {
	for name, text := range a {
		if b[name] != text {
			return false
		}
	}
	return len(a) == len(b)
}

// TestLintFix makes fixes: --diff shows them and writes nothing, --fix makes them,
// and a second time there is nothing to make.
func TestLintFix(t *testing.T) {
	dir := fixable(t)
	before := texts(t, dir)
	code, out, problems := linted(dir, "--diff")
	for _, part := range []string{
		"+    rule: store.public\n", "+    rule: 'store.secret'\n", "+\tinput.action.tool == \"put_object\"\n", `+    sentence: "Puts an\u00A0ob\u00ADject at {path}."`, "+name: store.public # set\n", "findings, ",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("--diff lacks %q: %s", part, out)
		}
	}
	if code != exitNo || problems != "" || !sameFiles(before, texts(t, dir)) {
		t.Errorf("--diff: exit code %d, %q, or a file changed", code, problems)
	}
	code, out, problems = linted(dir, "--fix", "--format", "json")
	var report schema.LintReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitNo || problems != "" {
		t.Fatalf("--fix: exit code %d, %q, %q, %v", code, out, problems, err)
	}
	if len(report.Fixed) != 6 || len(report.Findings) != 1 || report.Findings[0].Rule != "hidden-character" || report.Findings[0].Fix != nil {
		t.Errorf("--fix: %s", out)
	}
	after := texts(t, dir)
	code, out, _ = linted(dir, "--fix")
	if code != exitNo || strings.Contains(out, "fixed") || !sameFiles(after, texts(t, dir)) {
		t.Errorf("a second --fix: exit code %d, %s", code, out)
	}
	edit(t, dir, "store/rules/public.yaml", "b\u0435low", "below")
	if code, out, _ := linted(dir, "--fix"); code != exitOK {
		t.Errorf("exit code %d, %s", code, out)
	}
	if info, err := os.Stat(filepath.Join(dir, "store", "effects.yaml")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file has another mode: %v %v", info, err)
	}
}

// TestLintFixNeedsFolder requires that nothing is fixed in the embedded bundle.
func TestLintFixNeedsFolder(t *testing.T) {
	var out, problems strings.Builder
	if code := run([]string{"lint", "--fix"}, strings.NewReader(""), &out, &problems); code != exitUsage || !strings.Contains(problems.String(), "name the folder") {
		t.Errorf("exit code %d, %s", code, problems.String())
	}
}

// TestLintFixChangesNoValue requires that --fix leaves characters alone where a value
// would change: in raw texts over lines, in annotations and in keys.
func TestLintFixChangesNoValue(t *testing.T) {
	for _, c := range []struct{ name, file, old, text string }{
		{"raw text", "store/secret.rego", `"what lies below /secret/ is kept as it is"`, "`what lies # below\n# \u200B /secret/ and \"there\u200B\"`"},
		{"quote in a raw text", "store/secret.rego", `"what lies below /secret/ is kept as it is"`, "`what lies\n \" be\u200Blow`"},
		{"annotation", "store/secret.rego", "# description: What lies there", "# description: What l\u200Bies there"},
		{"key", "store/facts.yaml", "kind: Facts\nfacts:\n  is_public:", "\"kind\": Facts\nfacts:\n  # none\n  is_\u200Bpublic:"},
		{"block text", "store/rules/public.yaml", "Nothing is put below /public/.", "|\n  Nothing # is\u200B\n  # p\u200But\n"},
	} {
		dir := mistaken(t, &loadingMistake{file: c.file, old: c.old, new: c.text})
		before := texts(t, dir)
		_, out, problems := linted(dir, "--fix")
		if strings.Contains(out, "fixed") || !sameFiles(before, texts(t, dir)) {
			t.Errorf("%s: %s%s", c.name, out, problems)
		}
	}
}

// TestLintFixHere makes fixes in the folder that it runs in.
func TestLintFixHere(t *testing.T) {
	t.Chdir(fixable(t))
	if _, out, _ := linted(".", "--fix"); !strings.Contains(out, "6 fixed") {
		t.Errorf("--fix in .: %s", out)
	}
}

// TestLintFixLeavesRuleFolders requires that files of others stay as they are.
func TestLintFixLeavesRuleFolders(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/greenhouse")); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, "naming/naming.rego", "package", "# a\u200B comment\n\npackage")
	before := texts(t, dir)
	if _, out, _ := linted(dir, "--fix"); !strings.Contains(out, "U+200B") || strings.Contains(out, "fixed") || !sameFiles(before, texts(t, dir)) {
		t.Errorf("--fix in a rule folder: %s", out)
	}
}

// TestLintFixWholeLine makes every character of a line visible that can be, whatever
// else stands in it.
func TestLintFixWholeLine(t *testing.T) {
	for text, want := range map[string]string{
		"name: store.public # a\u200Bb\u200Bc\u200B":   "name: store.public # abc\n",
		"name: store.public # a\u200B b\u0435d":        "name: store.public # a b\u0435d\n",
		"name: \"store.p\u200Bub\u00ADlic\" # x\u200B": "name: \"store.p\\u200Bub\\u00ADlic\" # x\n",
	} {
		dir := mistaken(t, &loadingMistake{file: "store/rules/public.yaml", old: "name: store.public", new: text})
		_, out, problems := linted(dir, "--fix")
		if got := texts(t, dir)["store/rules/public.yaml"]; !strings.HasPrefix(got, want) || !strings.Contains(out, "1 fixed") {
			t.Errorf("%q becomes %.60q: %s%s", text, got, out, problems)
		}
	}
}
