package pydef

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type parsed struct {
	Doc       *string          `json:"doc"`
	Functions []parsedFunction `json:"functions"`
	Classes   []parsedClass    `json:"classes"`
}

type parsedFunction struct {
	Name       string            `json:"name"`
	Doc        *string           `json:"doc"`
	Decorators []string          `json:"decorators"`
	Parameters []parsedParameter `json:"parameters"`
	Returns    *string           `json:"returns"`
}

type parsedParameter struct {
	Name       string  `json:"name"`
	Line       int     `json:"line"`
	Kind       int     `json:"kind"`
	Annotation *string `json:"annotation"`
	Default    *string `json:"default"`
}

type parsedClass struct {
	Name       string   `json:"name"`
	Doc        *string  `json:"doc"`
	Decorators []string `json:"decorators"`
	Fields     []string `json:"fields"`
}

// TestAsPythonReads compares what is read of the files of Python's own library with what Python's parser finds.
func TestAsPythonReads(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("there is no Python; install it with: apt-get install python3")
	}
	out, err := exec.Command(python, "-c", "import os; print(os.path.dirname(os.__file__))").Output()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"*.py", "*/*.py", "test/*.py", "test/*/*.py"} {
		found, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) > 900 {
		files = files[:900]
	}
	script := exec.Command(python, "../../testdata/scripts/definitions.py")
	script.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	var printed, wrong bytes.Buffer
	script.Stdout, script.Stderr = &printed, &wrong
	if err := script.Run(); err != nil {
		t.Fatal(err, wrong.String())
	}
	var want map[string]*parsed
	if err := json.Unmarshal(printed.Bytes(), &want); err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, problems := Read(name, text)
		switch {
		case want[name] == nil:
		case m == nil && (strings.Contains(problems.Error(), "python.utf8") || strings.Contains(problems.Error(), "python.bytes")):
		case m == nil:
			t.Errorf("%v", problems)
		default:
			if diff := cmp.Diff(want[name], asParsed(m)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			agree++
		}
	}
	t.Logf("%d files agree", agree)
	if agree < 300 {
		t.Errorf("only %d files were compared", agree)
	}
}

func asParsed(m *Module) *parsed {
	out := &parsed{Doc: textOf(m.Docstring), Functions: []parsedFunction{}, Classes: []parsedClass{}}
	for _, f := range m.Functions {
		one := parsedFunction{Name: f.Name, Doc: textOf(f.Docstring), Decorators: decorators(f.Decorators), Parameters: []parsedParameter{}, Returns: sourceOf(f.Returns)}
		for _, p := range f.Parameters {
			one.Parameters = append(one.Parameters, parsedParameter{p.Name, p.At.Start.Line, int(p.Kind), sourceOf(p.Annotation), sourceOf(p.Default)})
		}
		out.Functions = append(out.Functions, one)
	}
	for _, c := range m.Classes {
		one := parsedClass{Name: c.Name, Doc: textOf(c.Docstring), Decorators: decorators(c.Decorators), Fields: []string{}}
		for _, f := range c.Fields {
			one.Fields = append(one.Fields, f.Name)
		}
		out.Classes = append(out.Classes, one)
	}
	return out
}

func textOf(t *Text) *string {
	if t == nil {
		return nil
	}
	return &t.Value
}

// sourceOf is an expression as Python's parser shows it: without parentheses around all of it.
func sourceOf(e *Expression) *string {
	if e == nil {
		return nil
	}
	s := e.Source
	for strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && !strings.Contains(s, ",") && s != "()" {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	return &s
}

func decorators(list []Decorator) []string {
	out := []string{}
	for _, d := range list {
		out = append(out, d.Name)
	}
	return out
}
