package build_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/build"
)

// The modules of an archive with rule folders and no contract compile together, and its manifest says where they are, which of them are in the older
// Rego, and that their rules are not computed by a stock OPA.
func TestArchiveOfRuleFolders(t *testing.T) {
	from, problems := eval.Load([]catalog.Source{{FS: os.DirFS("../../testdata/harbour"), Origin: catalog.OriginFolder}})
	if from == nil {
		t.Fatal(problems)
	}
	members, err := build.Archive(from, from.Bundles[0], eval.Name)
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Roots    []string       `json:"roots"`
		Versions map[string]int `json:"file_rego_versions"`
		Metadata struct {
			Contractc struct {
				NeedsCel struct{ Rules []string } `json:"needs_cel"`
			}
		}
	}
	modules := map[string]*ast.Module{}
	for _, f := range members {
		if f.Path == ".manifest" {
			if err := json.Unmarshal(f.Data, &manifest); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.HasSuffix(f.Path, ".rego") {
			continue
		}
		version := ast.RegoV1
		if strings.HasPrefix(f.Path, "berths/") || strings.HasPrefix(f.Path, "entry/") {
			version = ast.RegoV0
		}
		modules[f.Path], err = ast.ParseModuleWithOpts(f.Path, string(f.Data), ast.ParserOptions{RegoVersion: version})
		if err != nil {
			t.Fatal(err)
		}
	}
	compiler := ast.NewCompiler()
	if compiler.Compile(modules); compiler.Failed() {
		t.Error(compiler.Errors)
	}
	if diff := cmp.Diff([]string{"berth", "berths", "contractc", "entry", "harbourentry", "lib", "papers", "pilots"}, manifest.Roots); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"berths/*": 0, "entry/*": 0}, manifest.Versions); diff != "" {
		t.Error(diff)
	}
	if rules := manifest.Metadata.Contractc.NeedsCel.Rules; len(rules) != 10 || rules[0] != "berth.deny@0" {
		t.Errorf("the rules that it does not compute are %v", rules)
	}
}
