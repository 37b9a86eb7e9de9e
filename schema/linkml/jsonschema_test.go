package linkml

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/contractc/contractc/internal/doc"
)

// compileJSONSchema compiles the JSON Schema of a class with formats asserted.
func compileJSONSchema(t *testing.T, v *View, class string, opt JSONSchemaOptions) *jsonschema.Schema {
	t.Helper()
	value, err := v.JSONSchema(class, opt)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	again, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", again); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return compiled
}

func plainNumbers(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestJSONSchemaOfCompliance checks that our validator and a JSON Schema validator on our schema agree on every row.
func TestJSONSchemaOfCompliance(t *testing.T) {
	agree, unsaid := 0, 0
	for _, r := range readCompliance(t) {
		c, err := ReadCase(r.line(t), doc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		v, list := loadCase(c, Options{})
		if list.HasErrors() {
			continue
		}
		class := v.targetName(r.TargetClass)
		if c := v.Class(class); c == nil || (c.Abstract || c.Mixin) && !v.polymorphic(c) {
			continue
		}
		problems := v.Problems(class, c.Instance, ValidateOptions{})
		err = compileJSONSchema(t, v, class, JSONSchemaOptions{}).Validate(plainNumbers(t, r.Instance))
		switch {
		case len(problems) == 0 == (err == nil):
			agree++
		case onlyUnsaid(problems):
			unsaid++
		default:
			t.Errorf("%s: our problems %v, theirs %v", r.ID, problems, err)
		}
	}
	t.Logf("%d rows agree, %d are refused for what JSON Schema cannot say", agree, unsaid)
}

// onlyUnsaid reports whether all problems are of a kind that JSON Schema cannot express.
func onlyUnsaid(problems []Problem) bool {
	for _, p := range problems {
		if p.Code != CodeUnique && p.Code != CodeKey && p.Code != CodeFormat {
			return false
		}
	}
	return true
}

func coreView(t testing.TB) *View {
	t.Helper()
	v, err := LoadFS(os.DirFS(".."), "documents.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestJSONSchemaOfCore compiles the schema of every class of the core vocabulary in both forms.
func TestJSONSchemaOfCore(t *testing.T) {
	v := coreView(t)
	for _, c := range v.Classes {
		if !v.isAny(c) {
			compileJSONSchema(t, v, c.Name, JSONSchemaOptions{})
			compileJSONSchema(t, v, c.Name, JSONSchemaOptions{Written: true})
		}
	}
}
