package linkml

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/contractc/contractc/internal/doc"
)

// FuzzRead loads arbitrary schemas in both readings. Whatever loads must give Go that parses and JSON Schema that can be
// written.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("../*.yaml")
	for _, file := range append(files, "testdata/hostile/hostile.yaml") {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(header + shapes))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, compatible := range []bool{false, true} {
			opt := Options{Compatible: compatible, AllowUnsupported: true, Limits: doc.Limits{Bytes: 1 << 16}}
			v, list := Load(Source{File: "f.yaml", Text: text}, opt)
			if (v == nil) != list.HasErrors() {
				t.Fatalf("view %v, problems %v", v, list)
			}
			if v != nil {
				generateAll(t, v)
			}
		}
	})
}

func generateAll(t *testing.T, v *View) {
	if _, err := GenerateGo(v, GoOptions{Package: "p", Command: "c"}); err != nil {
		if _, refused := err.(interface{ HasErrors() bool }); !refused {
			t.Fatal(err)
		}
	}
	for _, c := range v.Classes {
		if s, err := v.JSONSchema(c.Name, JSONSchemaOptions{}); err == nil {
			if _, err := json.Marshal(s); err != nil {
				t.Fatal(err)
			}
		}
		v.Problems(c.Name, doc.FromPlain(map[string]any{"a": nil}), ValidateOptions{})
	}
}

// FuzzValidate checks arbitrary documents against a schema with every form of slot, and against the core. The same
// document gives the same problems.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"text":"a","entries":{"x":{"note":"n"},"q":"n"},"shape":{"kind":"Group","members":[{"kind":"Circle","radius":1}]}}`))
	f.Add([]byte(`{"text":"a","pairs":{"a":1},"listed":[{"k":"a","v":1}],"when":"2026-01-31T00:00:00Z","n":10,"small":5,"colour":"red"}`))
	f.Add([]byte(`{"kind":"All","set":{"version":"1.0.0","effects":["a.B"]},"predicate":{"kind":"Truth","truth":true}}`))
	v, err := loadText(shapes, Options{}, nil)
	if err != nil {
		f.Fatal(err)
	}
	core := coreView(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		n, list := doc.ReadJSON("f.json", text, doc.Limits{Bytes: 1 << 16})
		if list.HasErrors() {
			return
		}
		for _, class := range []string{"C", "Shape"} {
			checkTwice(t, v, class, n)
		}
		for _, class := range []string{"Constraint", "Context", "Effects"} {
			checkTwice(t, core, class, n)
		}
	})
}

func checkTwice(t *testing.T, v *View, class string, n *doc.Node) {
	first, second := v.Validate(class, n, ValidateOptions{}), v.Validate(class, n, ValidateOptions{})
	if first.Error() != second.Error() {
		t.Fatalf("%v and then %v", first, second)
	}
}
