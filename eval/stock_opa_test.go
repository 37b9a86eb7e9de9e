package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/google/go-cmp/cmp"
)

// TestStockOPA evaluates the bundle's Rego files on the printed inputs of the
// tour and of the turns with a stock opa. It finds what our Rego rules find.
func TestStockOPA(t *testing.T) {
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, from, eval.Options{})
	opa := stockOPA(t)
	modules := regoFolder(t, e, from)
	judged, violations := 0, 0
	check := func(name string, c *eval.Context, reply []byte) {
		inputs, result := e.Inputs(context.Background(), c, &eval.Turn{Reply: reply})
		if result.Failure != nil {
			t.Fatalf("%s: %v", name, result.Failure)
		}
		judged++
		for i, input := range inputs {
			if input == nil {
				continue
			}
			ours := regoViolations(from, result.Actions[i])
			violations += len(ours)
			if diff := cmp.Diff(ours, opaViolations(t, opa, modules, input)); diff != "" {
				t.Errorf("%s, action %d: (-ours +opa)\n%s", name, i, diff)
			}
		}
	}
	reply, err := os.ReadFile("../testdata/tour/reply.txt")
	if err != nil {
		t.Fatal(err)
	}
	tour, err := os.ReadFile("../testdata/tour/context.yaml")
	if err != nil {
		t.Fatal(err)
	}
	check("tour", ready(t, e, string(tour)), reply)
	for _, one := range turns(t) {
		check(one.ID, one.inContext(t, e), []byte(one.Reply))
	}
	if judged < 21 || violations < 15 {
		t.Errorf("%d turns with %d violations of Rego rules, want at least 21 and 15", judged, violations)
	}
	t.Logf("%d turns, %d violations", judged, violations)
}

// stockOPA builds opa at the version that the product links.
func stockOPA(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "opa")
	if out, err := exec.Command("bash", "../scripts/build-opa", binary).CombinedOutput(); err != nil {
		t.Fatalf("scripts/build-opa: %v\n%s", err, out)
	}
	return binary
}

// regoFolder writes the bundle's Rego files, and the dispatcher, to a folder.
func regoFolder(t *testing.T, e *eval.Engine, from *catalog.Catalog) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string][]byte{"dispatch.rego": []byte(e.Dispatcher())}
	for _, lib := range from.Libraries {
		for _, m := range lib.Rego {
			text, err := from.Text(lib, m.File)
			if err != nil {
				t.Fatal(err)
			}
			files[m.File] = text
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// regoViolations are the violations of an action by rules in Rego, as lines.
func regoViolations(from *catalog.Catalog, a *eval.Action) []string {
	lines := []string{}
	for _, v := range slices.Concat(a.Violations, a.Observations) {
		if r := from.Rule(v.Rule); r != nil && r.Language == index.Rego {
			lines = append(lines, v.Rule+": "+v.Message)
		}
	}
	slices.Sort(lines)
	return lines
}

// opaViolations evaluates the dispatcher on an input.
func opaViolations(t *testing.T, opa, modules string, input map[string]any) []string {
	t.Helper()
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(opa, "eval", "--strict-builtin-errors", "--data", modules, "--stdin-input", "--format", "json", "data.contractc.dispatch.judge")
	cmd.Stdin = bytes.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("opa eval: %v\n%s", err, out)
	}
	var answer struct {
		Result []struct {
			Expressions []struct{ Value [][2]any }
		}
	}
	if err := json.Unmarshal(out, &answer); err != nil || len(answer.Result) != 1 {
		t.Fatalf("opa printed %s: %v", out, err)
	}
	lines := []string{}
	for _, pair := range answer.Result[0].Expressions[0].Value {
		v, _ := pair[1].(map[string]any)
		id, _ := v["id"].(string)
		message, _ := v["message"].(string)
		lines = append(lines, strings.Join([]string{id, message}, ": "))
	}
	slices.Sort(lines)
	return lines
}
