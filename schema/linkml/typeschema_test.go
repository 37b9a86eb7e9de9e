package linkml

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// compileRule compiles a Rego rule against the type schema of the core's Input class.
func compileRule(t *testing.T, body string) error {
	t.Helper()
	value, err := coreView(t).TypeSchema("Input")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.SchemaRootRef, plain)
	schemas.Put(ast.MustParseRef("schema.input"), plain)
	module, err := ast.ParseModuleWithOpts("m.rego", "# METADATA\n# schemas:\n#  - input: schema.input\npackage m\n\nviolation contains v if {\n"+body+"\n}\n", ast.ParserOptions{ProcessAnnotation: true})
	if err != nil {
		t.Fatal(err)
	}
	c := ast.NewCompiler().WithSchemas(schemas).WithUseTypeCheckAnnotations(true)
	c.Compile(map[string]*ast.Module{"m.rego": module})
	if c.Failed() {
		return c.Errors
	}
	return nil
}

// TestTypeSchemaInOPA checks that a stock OPA's type checker reads the schema: right paths pass, misspelt ones do not.
func TestTypeSchemaInOPA(t *testing.T) {
	for _, tt := range []struct {
		body string
		ok   bool
	}{
		{`input.action.type == "call_tool"; input.action.tool == "x"; v := input.index`, true},
		{`some key, b in input.context.beliefs; b.visible; v := b.value.deep.er`, true},
		{`v := input.context.beliefs["k"].status`, true},
		{`v := input.facts.anything.goes`, true},
		{`some e in input.effects; v := e.fields.path`, true},
		{`v := input.guarantees[0].expression`, true},
		{`v := input.acton`, false},
		{`v := input.action.tol`, false},
		// OPA 1.22 does not look into additionalProperties, so that this passes; our own checker refuses it.
		{`v := input.context.beliefs["k"].statuss`, true},
		{`some e in input.effects; v := e.feilds`, false},
		{`v := input.context.tools[0].nam`, false},
	} {
		err := compileRule(t, tt.body)
		if (err == nil) != tt.ok {
			t.Errorf("%s: got %v", tt.body, err)
		}
		if err != nil && !strings.Contains(err.Error(), "undefined ref") {
			t.Errorf("%s: another error: %v", tt.body, err)
		}
	}
}
