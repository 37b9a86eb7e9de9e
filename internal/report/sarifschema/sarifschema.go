// Package sarifschema gives tests the JSON Schema of SARIF 2.1.0 with errata 01,
// as the standard publishes it. scripts/install-sarif-schema fetches what holds it.
package sarifschema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	module = "github.com/owenrumney/go-sarif/v3"
	file   = "pkg/report/v210/sarif/schema.go"
	id     = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

// Compile returns the schema. The repository's root is at the path that is given.
func Compile(t testing.TB, repository string) *jsonschema.Schema {
	t.Helper()
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)
	list.Dir = filepath.Join(repository, "testdata/scripts/sarif")
	out, err := list.Output()
	folder := strings.TrimSpace(string(out))
	if err != nil || folder == "" {
		t.Fatalf("the JSON Schema of SARIF is not there (%v); run scripts/install-sarif-schema", err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text(t, filepath.Join(folder, file))))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(id, document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// text is the constant schema of a Go file.
func text(t testing.TB, name string) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if value, ok := constant(d); ok {
			return value
		}
	}
	t.Fatalf("%s has no constant schema", name)
	return ""
}

func constant(d ast.Decl) (string, bool) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.CONST || len(g.Specs) != 1 {
		return "", false
	}
	spec := g.Specs[0].(*ast.ValueSpec)
	if spec.Names[0].Name != "schema" || len(spec.Values) != 1 {
		return "", false
	}
	literal, ok := spec.Values[0].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}
