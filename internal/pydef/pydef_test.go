package pydef

import (
	"fmt"
	"strings"
	"testing"
)

// TestBindings lists what gives names a value otherwise than by a definition.
func TestBindings(t *testing.T) {
	for source, want := range map[string]string{
		"a = 1":                                "assigned a 1:1",
		"a = b = c.d = e[0] = 1":               "assigned a 1:1, assigned b 1:5",
		"(a, [b, *c]) = f(x=1)":                "assigned a 1:2, assigned b 1:6, assigned c 1:10",
		"a: int = 1":                           "assigned a 1:1",
		"a: int":                               "",
		"a += 1":                               "assigned a 1:1",
		"f(a := 1)":                            "assigned a 1:3",
		"import a, b.c, d as e":                "imported a 1:8, imported b 1:11, imported e 1:21",
		"from . import (a, b as c,)":           "imported a 1:16, imported c 1:24",
		"from a import *":                      "star import  1:15",
		"del a, b":                             "deleted a 1:5, deleted b 1:8",
		"if x:\n  def f(): pass\nelse:\n  a=1": "conditional f 2:7, assigned a 4:3",
		"try:\n  pass\nexcept E as e: pass":    "assigned E 3:8, assigned e 3:13",
		"for a in b: c = 1":                    "assigned a 1:5, assigned b 1:10, assigned c 1:13",
		"def f():\n  global g\n  h = 1":        "assigned g 2:10",
		"def f():\n  globals()['a'] = 1":       "dynamic  2:3",
		"exec('a = 1')":                        "dynamic  1:1",
		"class C:\n  a = 1\n  if x:\n    def f(self): pass": "",
		"match a:\n  case {'b': c}:\n    d = 1":             "assigned a 1:7, assigned c 2:14, assigned d 3:5",
		"match = 1; case = 2":                               "assigned match 1:1, assigned case 1:12",
		"ｆ = 1":                                             "assigned f 1:1",
	} {
		m, problems := Read("x.py", []byte(source))
		if m == nil {
			t.Errorf("%q: %v", source, problems)
			continue
		}
		var got []string
		for _, b := range m.Bindings {
			got = append(got, fmt.Sprintf("%s %s %s", b.Kind, b.Name, b.At.Start))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q binds\n %s, want\n %s", source, strings.Join(got, ", "), want)
		}
	}
}

// TestProblems places what cannot be read.
func TestProblems(t *testing.T) {
	for source, want := range map[string]string{
		"a = (1,\nb":                       `x.py:2:2: the file ends within "(" [python.bracket]`,
		"a = 1)":                           `x.py:1:6: ")" closes nothing [python.bracket]`,
		"a = 'x\n":                         "x.py:1:5: a string is not closed [python.string]",
		"a = '''x\n":                       "x.py:1:5: a string is not closed [python.string]",
		"a = f'{x'":                        "x.py:1:9: a string is not closed [python.string]",
		"é = €":                            "x.py:1:5: no token begins with U+20AC [python.character]",
		"a \\ b":                           "x.py:1:3: a backslash continues no line [python.character]",
		"def f:\n  pass":                   `x.py:1:5: the definition of "f" has no parameters [python.def]`,
		"def f()\n  pass":                  "x.py:1:1: a definition has no parameters or no colon [python.def]",
		"def f():\npass":                   "x.py:1:8: no block follows the colon [python.indent]",
		"def f(1): pass":                   `x.py:1:7: "1" is no parameter [python.parameter]`,
		"if x\n  pass":                     `x.py:1:4: the statement "if" has no colon [python.colon]`,
		"  a = 1":                          "x.py:1:3: the first line is indented [python.indent]",
		"a = 1\n  b = 1":                   "x.py:2:3: the line is indented without a block [python.indent]",
		"if x:\n\ta\n        b":            "x.py:3:9: how deep the line is indented hangs on the size of tabs [python.tabs]",
		"@d\na = 1":                        "x.py:2:1: a decorator stands before no definition [python.decorator]",
		"@d":                               "x.py:1:3: a decorator stands before no definition [python.decorator]",
		"a = '\xff'":                       "x.py:1:6: the file is not UTF-8 [python.utf8]",
		"# coding: latin-1\n":              `x.py:1:11: the file says that it is encoded as "latin-1" [python.utf8]`,
		"a\x00":                            "x.py:1:2: the file holds U+0000 [python.character]",
		strings.Repeat("(", 1000):          `x.py:1:201: brackets are nested more than 200 deep [python.depth]`,
		nested("f'{", 1000):                "replacement fields are nested more than 200 deep [python.depth]",
		blocks(200):                        "x.py:101:101: blocks are nested more than 100 deep [python.indent]",
		strings.Repeat("a\n", maxTokens+1): "the file has more than 1000000 tokens",
	} {
		m, problems := Read("x.py", []byte(source))
		if m != nil || len(problems) != 1 || !strings.Contains(problems[0].String(), want) || problems[0].Detail == "" {
			t.Errorf("%.60q gives %v, want %s", source, problems, want)
		}
	}
}

func nested(part string, n int) string { return strings.Repeat(part, n) }

func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass"
}

// FuzzRead checks that anything is read or refused with a place.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"def f(a: int = 1, *b, c=lambda x: x, **d) -> str:\n  '''Doc.'''\n", "@d.e(x=1)\nclass C(B):\n  a: int = 1\n", "x = f'{a!r:>{w}}' rb'\\'' 0x1F 1e-5 ...", "if a:\n\tb\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, problems := Read("x.py", []byte(src))
		if (m == nil) != problems.HasErrors() || m == nil && !problems[0].Range.Known() {
			t.Errorf("%q gives %v and %v", src, m, problems)
		}
	})
}
