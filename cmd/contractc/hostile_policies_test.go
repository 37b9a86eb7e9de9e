package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// hostilePolicies is a bundle whose packages, names of cases, descriptions and
// reasons are hostile texts. Its tests fail.
func hostilePolicies(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(dir, os.DirFS("testdata/loading")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "theirs"), 0o755); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, "contractc.yaml", "libraries:", "rule_folders:\n  - {folder: theirs, input: arguments, tools: [put_object]}\nlibraries:")
	all := strings.Join(ownTexts(), "\n")
	edit(t, dir, "store/rules/public.yaml", "Nothing is put below /public/.", quotedFor(all, false))
	edit(t, dir, "store/rules/public.yaml", "What lies there is seen by everybody.", quotedFor(all, false))
	cases := "kind: Tests\ncases:\n"
	for i, v := range ownTexts() {
		name := quotedFor(fmt.Sprint(i, v), false)
		cases += "  - name: " + name + "\n    rule: store.public\n    reply: " + name + "\n    expect: {unusable: " + name + "}\n"
		module := "package main[NAME]\n\nimport rego.v1\n\ntest_a if input.a == NAME\n"
		write(t, filepath.Join(dir, "theirs", fmt.Sprintf("a%d_test.rego", i)), []byte(strings.ReplaceAll(module, "NAME", quotedFor(fmt.Sprint(i, v), true))))
	}
	write(t, filepath.Join(dir, "store", "tests", "hostile.yaml"), []byte(cases))
	write(t, filepath.Join(dir, "theirs", "a.rego"), []byte("package main\n\nimport rego.v1\n\ndeny contains msg if {\n\tinput.path == \"x\"\n\tmsg := "+quotedFor(all, true)+"\n}\n"))
	return dir
}

// quotedFor is a text in double quotes as Rego or YAML takes it, in ASCII.
func quotedFor(text string, rego bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		high, low := utf16.EncodeRune(r)
		switch {
		case r >= ' ' && r < 0x7f && r != '"' && r != '\\':
			b.WriteRune(r)
		case r > 0xFFFF && rego:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String() + `"`
}

// TestHostilePolicies writes, checks, tests and explains policies whose texts are
// hostile, in every format: nothing is obeyed, hidden or forged.
func TestHostilePolicies(t *testing.T) {
	dir := hostilePolicies(t)
	beside := filepath.Join(t.TempDir(), "policies")
	if code, out := endOf("new", "bundle", beside); code != exitOK {
		t.Fatal(out)
	}
	reply := filepath.Join(t.TempDir(), "reply.json")
	write(t, reply, []byte(`{"actions": [{"type": "call_tool", "tool": "put_object", "args": {"path": "x"}}]}`))
	pages := filepath.Join(t.TempDir(), "pages")
	commands := [][]string{
		{"lint", dir}, {"fmt", "--diff", dir}, {"catalog", "--bundle", dir}, {"explain", "store.public", "--bundle", dir}, {"explain", "main.deny", "--bundle", dir},
		{"test", "--bundle", dir, "--bundle", beside, "--run", "^store|^main|shop/", "--coverage"},
		{"eval", reply, "--bundle", dir, "--bundle", beside, "--explain"}, {"eval", reply, "--bundle", dir, "--bundle", beside, "--explain", "--format", "json"},
		{"docs", pages, "--bundle", dir}, {"docs", "--check", dir, "--bundle", dir}, {"new", "bundle", filepath.Join(t.TempDir(), "x\x1b[2J\u202e")},
	}
	for _, format := range reportFormats() {
		commands = append(commands, []string{"test", "--bundle", dir, "--bundle", beside, "--run", "^store|^main|shop/", "--format", format}, []string{"lint", dir, "--format", format})
	}
	for _, args := range commands {
		out, problems := outputOf("", args...)
		what := fmt.Sprintf("contractc %.80q", args)
		checkHarmless(t, what, strings.ReplaceAll(out, "\t", " ")) // Rego is indented with tabs
		checkHarmless(t, what, problems)
		if strings.Contains(problems, "fault") || args[0] != "fmt" && out+problems == "" {
			t.Errorf("%s: %.300s%.300s", what, out, problems)
		}
		if args[0] == "test" && !strings.Contains(out, "FORGED") {
			t.Errorf("%s does not show the names: %.300s%.300s", what, out, problems)
		}
	}
	for name, text := range texts(t, pages) {
		checkHarmless(t, name, strings.ReplaceAll(text, "\t", " "))
	}
}
