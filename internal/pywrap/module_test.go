package pywrap_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/pycheck"
	"github.com/contractc/contractc/internal/pydef"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/pywrap"
	"github.com/contractc/contractc/internal/testbundles"
	"github.com/contractc/contractc/internal/value"
	"github.com/contractc/contractc/schema"
	"github.com/google/go-cmp/cmp"
)

// write writes the modules of all libraries with contracts into a folder.
func write(t *testing.T, from *catalog.Catalog) (folder string, libraries []*index.Library) {
	t.Helper()
	folder = t.TempDir()
	for _, lib := range from.Libraries {
		if len(lib.Contracts) == 0 {
			continue
		}
		libraries = append(libraries, lib)
		text := module(t, from, lib)
		if again := module(t, from, lib); again != text {
			t.Errorf("%s is written otherwise a second time", lib.ID)
		}
		if err := os.WriteFile(filepath.Join(folder, lib.ID+".py"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder, libraries
}

func module(t *testing.T, from *catalog.Catalog, lib *index.Library) string {
	t.Helper()
	view, err := from.Schema(lib)
	if err != nil {
		t.Fatal(err)
	}
	text, problems := pywrap.Module(lib, view, func(file string) string { return from.Display(lib, file) })
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return text
}

func run(t *testing.T, folder, input string, args ...string) []byte {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("there is no Python; install it with: apt-get install python3")
	}
	cmd := exec.Command(python, args...)
	cmd.Dir = folder
	cmd.Stdin = strings.NewReader(input)
	var out, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &wrong
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, wrong.String())
	}
	return out.Bytes()
}

// TestModulesAgreeWithTheBundle compiles every module and compares it with the contracts that it was written from.
func TestModulesAgreeWithTheBundle(t *testing.T) {
	from := testbundles.All(t)
	folder, libraries := write(t, from)
	var files []string
	for _, lib := range libraries {
		files = append(files, lib.ID+".py")
	}
	run(t, folder, "", append([]string{"-W", "error", "-m", "py_compile"}, files...)...)
	for _, lib := range libraries {
		text, err := os.ReadFile(filepath.Join(folder, lib.ID+".py"))
		if err != nil {
			t.Fatal(err)
		}
		read, problems := pydef.Read(lib.ID+".py", text)
		view, err := from.Schema(lib)
		if read == nil || err != nil {
			t.Fatal(problems, err)
		}
		exposed, ok, err := pycheck.Expose(from, "a/"+lib.ID+".py", "", "")
		if err != nil || !ok || exposed.Library != lib {
			t.Fatalf("%s is exposed as %v: %v", lib.ID, exposed, err)
		}
		result := pycheck.Check(&pycheck.Subject{File: lib.ID + ".py", Module: read, Library: lib, View: view, Display: func(f string) string { return f }})
		if len(result.Findings) > 0 {
			t.Errorf("%s: %v", lib.ID, result.Findings)
		}
		contracts := 0
		for _, c := range result.Compared {
			if c.Kind == schema.PythonKindContract {
				contracts++
			}
		}
		if contracts != len(lib.Contracts) {
			t.Errorf("%s: %d of %d contracts were compared", lib.ID, contracts, len(lib.Contracts))
		}
	}
}

// TestExpressionsBind calls every function with the arguments of every example and binds the expression that it returns:
// to the same contract with the same arguments.
func TestExpressionsBind(t *testing.T) {
	from := testbundles.All(t)
	folder, libraries := write(t, from)
	var script strings.Builder
	var want []wantedBinding
	script.WriteString("import json, decimal\nfrom decimal import Decimal\n")
	for _, lib := range libraries {
		fmt.Fprintf(&script, "import %s\n", lib.ID)
	}
	script.WriteString("out = []\n")
	for _, c := range from.Contracts {
		for _, e := range append(append([]catalog.Example{}, from.Examples(c.ID).Good...), from.Examples(c.ID).Bad...) {
			var arguments []string
			for _, p := range c.Parameters {
				if v := e.Arguments[p.Name]; v != nil {
					arguments = append(arguments, p.Name+"="+python(t, v))
				}
			}
			fmt.Fprintf(&script, "out.append([%s.%s(%s).expression, %s.%s.__doc__])\n", c.Library, c.Symbol, strings.Join(arguments, ", "), c.Library, c.Symbol)
			want = append(want, wantedBinding{c, e.Arguments})
		}
	}
	script.WriteString("print(json.dumps(out))\n")
	var got [][2]string
	if err := json.Unmarshal(run(t, folder, script.String(), "-"), &got); err != nil {
		t.Fatal(err)
	}
	for i, w := range want {
		w.check(t, from, got[i])
	}
	if len(got) < 300 {
		t.Errorf("only %d expressions were bound", len(got))
	}
}

type wantedBinding struct {
	contract  *index.Contract
	arguments map[string]schema.Value
}

func (w *wantedBinding) check(t *testing.T, from *catalog.Catalog, got [2]string) {
	t.Helper()
	g, problems := from.Bind(got[0], nil)
	if g == nil {
		t.Errorf("%s: %q does not bind: %v", w.contract.ID, got[0], problems)
		return
	}
	if g.Contract != w.contract {
		t.Errorf("%q binds to %s, want %s", got[0], g.Contract.ID, w.contract.ID)
	}
	for _, a := range g.Invocation.Arguments {
		if wanted := w.arguments[a.Name]; wanted != nil && !value.Equal(a.Value, wanted) {
			t.Errorf("%q: the argument %s is %v, want %v", got[0], a.Name, a.Value, wanted)
		}
	}
	if doc := pydef.Cleandoc(got[1]); doc != pydef.Cleandoc(pywrap.Docstring(w.contract)) {
		t.Errorf("the docstring of %s is %q", w.contract.ID, doc)
	}
}

// python writes a value as a caller would.
func python(t *testing.T, v schema.Value) string {
	t.Helper()
	if text, err := pywrap.Literal(v); err == nil {
		return text
	}
	switch v := v.(type) {
	case *schema.ClassReferenceValue:
		return v.ClassName
	case *schema.MapValue:
		var entries []string
		for _, e := range v.Entries {
			entries = append(entries, python(t, e.Key)+": "+python(t, e.Value))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	t.Fatalf("%T is not written here", v)
	return ""
}

// TestHostileArguments checks that any text comes through, and that what is no value of a parameter is refused.
func TestHostileArguments(t *testing.T) {
	from := testbundles.All(t)
	folder, _ := write(t, from)
	texts := []string{"", "'", `"`, `\`, "a\nb\r\t", "\x00\x1b\x7f", "\u202e\u200b", "\U0001F600\U000E0041", "{root}", "')", `"""`, "é漢", "%s {0!r}"}
	encoded, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	script := `
import json, sys
from decimal import Decimal
import filesystem, email_from_db, env
texts = json.loads(` + pyexpr.Repr(string(encoded)) + `)
out = [filesystem.only_read_under(x).expression for x in texts] + [env.only_vars(texts).expression, email_from_db.only_where({x: [x, 1, 1.5, None, True, (x,), {x}, b"\xff"] for x in texts}).expression]
refused = []
for call in [lambda: filesystem.only_read_under(7), lambda: filesystem.only_read_under("\ud800"), lambda: filesystem.writes_at_most(True),
    lambda: filesystem.writes_at_most(2**53), lambda: filesystem.writes_at_most("1"), lambda: env.only_vars("x"), lambda: env.only_vars([1]), lambda: env.only_vars(("x",)),
    lambda: email_from_db.only_where(object()), lambda: email_from_db.only_where({1: set()}), lambda: email_from_db.only_where(float("nan")), lambda: email_from_db.addresses_from(str, "x"),
    lambda: email_from_db.addresses_from("email_from_db.UserRow", "x"), lambda: filesystem.only_read_under(), lambda: filesystem.only_read_under("a", "b"), lambda: filesystem.only_read_under(path="a")]:
    try:
        refused.append(str(call()))
    except (TypeError, ValueError):
        pass
print(json.dumps([out, refused]))
`
	var got [2][]string
	if err := json.Unmarshal(run(t, folder, script, "-"), &got); err != nil {
		t.Fatal(err)
	}
	if len(got[1]) > 0 {
		t.Errorf("these should be refused: %q", got[1])
	}
	for i, expression := range got[0] {
		g, problems := from.Bind(expression, nil)
		if g == nil {
			t.Errorf("%q does not bind: %v", expression, problems)
			continue
		}
		if v, ok := g.Invocation.Arguments[0].Value.(*schema.PathPrefixValue); i < len(texts) && (!ok || v.Prefix != texts[i]) {
			t.Errorf("%q binds to %v, want %q", expression, g.Invocation.Arguments[0].Value, texts[i])
		}
	}
}

// TestNamesThatPythonHasNot refuses contracts and parameters that a module cannot hold.
func TestNamesThatPythonHasNot(t *testing.T) {
	lib := &index.Library{Element: index.Element{ID: "x", Version: "1.0.0", Digest: "sha256:0"}, Contracts: []*index.Contract{
		{Element: index.Element{ID: "x.class", File: "a.yaml", Line: 3, Column: 5}, Library: "x", Symbol: "class"},
		{Element: index.Element{ID: "x.list", File: "b.yaml", Line: 1, Column: 1}, Library: "x", Symbol: "list"},
		{Element: index.Element{ID: "x.f", File: "c.yaml", Line: 1, Column: 1}, Library: "x", Symbol: "f", Parameters: []index.Parameter{{Name: "in"}, {Name: "_x"}, {Name: "a b"}}},
		{Element: index.Element{ID: "x.g", File: "d.yaml", Line: 1, Column: 1}, Library: "x", Symbol: "g", Parameters: []index.Parameter{{Name: "ok", Default: &schema.MapValue{}}}},
	}}
	text, problems := pywrap.Module(lib, nil, func(f string) string { return f })
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		`a.yaml:3:5: the contract "class" cannot be a function: Python, or the module, has another use for the name [python.name]`,
		`b.yaml:1:1: the contract "list" cannot be a function: Python, or the module, has another use for the name [python.name]`,
		`c.yaml:1:1: the parameter "_x" of "f" cannot be one in Python [python.name]`,
		`c.yaml:1:1: the parameter "a b" of "f" cannot be one in Python [python.name]`,
		`c.yaml:1:1: the parameter "in" of "f" cannot be one in Python [python.name]`,
		`d.yaml:1:1: the default of the parameter "ok" of "g" cannot be written: a default of the kind map has no literal that every call could share [python.name]`,
	}
	if diff := cmp.Diff(want, got); diff != "" || text != "" {
		t.Error(diff, text)
	}
}

// TestHostileDocstrings checks that any reviewed text comes through as a docstring, also as Python itself reads it.
func TestHostileDocstrings(t *testing.T) {
	texts := []string{`ends with a "`, `a """ b`, `back\slash \n \u0041 \`, "\u202e hidden \u200b \U000E0041", "tab\there", "first\n\n  indented\n    more\nback", "'''", "  leading and trailing  ", "a\rb"}
	lib := &index.Library{Element: index.Element{ID: "x", Version: "1.0.0", Digest: "sha256:0"}, Description: `a """ \ b"`}
	for i, text := range texts {
		lib.Contracts = append(lib.Contracts, &index.Contract{Element: index.Element{ID: fmt.Sprint("x.f", i)}, Library: "x", Symbol: fmt.Sprint("f", i), Text: text, Scope: []string{text, "end"}})
	}
	text, problems := pywrap.Module(lib, nil, func(f string) string { return f })
	read, problems2 := pydef.Read("x.py", []byte(text))
	if read == nil {
		t.Fatal(problems, problems2)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "x.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(run(t, folder, "import json, inspect, x\nprint(json.dumps([inspect.getdoc(getattr(x, f'f{i}')) for i in range("+fmt.Sprint(len(texts))+")]))", "-"), &got); err != nil {
		t.Fatal(err)
	}
	for i, c := range lib.Contracts {
		want := pydef.Cleandoc(pywrap.Docstring(c))
		if got[i] != want || read.Functions[len(read.Functions)-len(texts)+i].Docstring.Value != want {
			t.Errorf("Python reads %q and we %q, want %q", got[i], read.Functions[len(read.Functions)-len(texts)+i].Docstring.Value, want)
		}
	}
}
