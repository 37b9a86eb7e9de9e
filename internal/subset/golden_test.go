package subset_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contractc/contractc/internal/claimcontract"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/subset"
	"github.com/contractc/contractc/internal/subset/tree"
)

// read reads a schema that is one.
func read(t testing.TB, file string, src []byte) *tree.Document {
	t.Helper()
	n, list := doc.ReadJSON(file, src, doc.DefaultLimits())
	if list.HasErrors() {
		t.Fatal(list)
	}
	d, list := tree.Read(file, n)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return d
}

// schemaFiles are the schemas of testdata/schemas.
func schemaFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "schemas", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	all := map[string][]byte{}
	for _, file := range files {
		if all[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestSchemas checks and fits the schemas of testdata/schemas for every provider;
// the file beside each says what comes of it.
func TestSchemas(t *testing.T) {
	env, err := subset.NewEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	for file, src := range schemaFiles(t) {
		d := read(t, file, src)
		var b strings.Builder
		for _, name := range providers {
			k := newKit(t, name)
			fit, err := k.profile.Fit(d, k.words, env)
			if err != nil {
				t.Fatal(err)
			}
			writeCase(t, &b, k, d, fit)
		}
		compareGolden(t, filepath.Join("schemas", strings.TrimSuffix(file, ".json")+".txt"), b.String())
	}
}

func writeCase(t *testing.T, b *strings.Builder, k kit, d *tree.Document, fit *subset.Fit) {
	fmt.Fprintf(b, "== %s\n", k.profile.Name)
	for _, f := range k.profile.Check(d) {
		fmt.Fprintf(b, "%s: %s: %s\n", f.Range.Start, orRoot(f.At), k.words.Summary(&f, k.profile.Name))
		if lost := k.words.Lost(&f); lost != "" {
			fmt.Fprintf(b, "    %s\n", lost)
		}
	}
	text, err := json.MarshalIndent(fit.Schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "-- fitted\n%s\n", text)
	for _, r := range fit.Rules {
		fmt.Fprintf(b, "rule %s: %s\n", r.ID, r.Expression)
	}
	for _, at := range fit.Absent {
		fmt.Fprintf(b, "null for left out: %s\n", at)
	}
	for _, l := range fit.Lost {
		fmt.Fprintf(b, "lost, %s: %s: %s\n", l.Kind, orRoot(l.At), k.words.Loss(&l))
	}
	for _, f := range fit.Refusals {
		fmt.Fprintf(b, "refused even so: %s: %s\n", orRoot(f.At), k.words.Summary(&f, k.profile.Name))
	}
	b.WriteString("\n")
}

func orRoot(at string) string {
	if at == "" {
		return "the root"
	}
	return at
}

// TestClaimContract holds the claim contract's own schema against every provider.
func TestClaimContract(t *testing.T) {
	n, err := claimcontract.ResponseSchema(claimcontract.ResponseOptions{AllRequired: true})
	if err != nil {
		t.Fatal(err)
	}
	d, list := tree.Read("response", n)
	if list.HasErrors() {
		t.Fatal(list)
	}
	env, err := subset.NewEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range providers {
		k := newKit(t, name)
		if found := k.profile.Check(d); len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
		fit, err := k.profile.Fit(d, k.words, env)
		if err != nil || !fit.Keeps() || len(fit.Rules)+len(fit.Lost)+len(fit.Absent) > 0 {
			t.Errorf("%s: %v %+v", name, err, fit)
		}
	}
}
