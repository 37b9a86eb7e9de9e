package regorules

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stockOPA builds the opa command.
func stockOPA(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "opa")
	out, err := exec.Command("bash", filepath.Join("..", "..", "scripts", "build-opa"), binary).CombinedOutput()
	if err != nil {
		t.Fatalf("building opa: %v\n%s", err, out)
	}
	return binary
}

// ours is a result in the form of the dispatcher's sets.
func ours(shape, judge Result) []string {
	var found []string
	for stage, r := range map[string]Result{"shape": shape, "judge": judge} {
		for _, f := range r.Fired {
			found = append(found, strings.Join([]string{stage, f.Rule, f.Message, f.Path}, " | "))
		}
		for _, c := range r.Coverage {
			found = append(found, strings.Join([]string{"coverage", c.Domain, string(c.Status), detailOf(c)}, " | "))
		}
	}
	slices.Sort(found)
	return found
}

// theirs reads the dispatcher's document as opa prints it.
func theirs(t *testing.T, printed []byte, judged bool) []string {
	t.Helper()
	var answer struct {
		Result []struct {
			Expressions []struct {
				Value map[string][][2]any
			}
		}
		Errors []any
	}
	if err := json.Unmarshal(printed, &answer); err != nil || len(answer.Errors) > 0 || len(answer.Result) != 1 {
		t.Fatalf("opa printed %s: %v", printed, err)
	}
	var found []string
	for stage, pairs := range answer.Result[0].Expressions[0].Value {
		if stage != "shape" && !judged {
			continue
		}
		for _, pair := range pairs {
			found = append(found, stageLine(stage, pair[1].(map[string]any)))
		}
	}
	slices.Sort(found)
	return found
}

func stageLine(stage string, object map[string]any) string {
	names := []string{"id", "message", "path"}
	if stage == "coverage" {
		names = []string{"domain", "status", "detail"}
	}
	parts := []string{stage}
	for _, n := range names {
		text, _ := object[n].(string)
		parts = append(parts, text)
	}
	return strings.Join(parts, " | ")
}

// A stock OPA gives the same answers from the same Rego files, the dispatcher
// and the input.
func TestAStockOPAAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the opa command")
	}
	opa, dir := stockOPA(t), t.TempDir()
	sources := append(policies(t), organisation(t)...)
	for _, sets := range [][]string{{"claim@1"}, {"claim@2"}} {
		e := engine(t, sources, policyFacts(t), Options{Sets: sets})
		writeModules(t, dir, sources, e.Dispatcher())
		turns, fired := 0, 0
		for _, tc := range testInputs(t) {
			shape, judge := evalBoth(t, e, tc.Input)
			printed := evalStock(t, opa, dir, tc.Input)
			if diff := cmp.Diff(ours(shape, judge), theirs(t, printed, known(tc.Input))); diff != "" {
				t.Errorf("%s, %s (-ours +opa):\n%s", sets, tc.Name, diff)
			}
			turns++
			fired += len(shape.Fired) + len(judge.Fired)
		}
		if turns < 21 || fired < 15 {
			t.Errorf("%s: only %d inputs and %d violations", sets, turns, fired)
		}
		t.Logf("%s: %d inputs, %d violations", sets, turns, fired)
	}
}

func writeModules(t *testing.T, dir string, sources []Source, dispatcher string) {
	t.Helper()
	for _, src := range append(slices.Clone(sources), Source{Path: dispatchPath, Text: dispatcher}) {
		if src.IsTest() {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(src.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(src.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func evalStock(t *testing.T, opa, dir string, input map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(opa, "eval", "--strict-builtin-errors", "--format", "json", "--data", dir, "--stdin-input", "data."+DispatchPackage)
	c.Stdin = strings.NewReader(string(text))
	out, err := c.Output()
	if err != nil {
		t.Fatalf("opa eval: %v\n%s", err, out)
	}
	return out
}

// The product must not link what only OPA's server needs.
func TestNoServerDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	opa := "github.com/open-policy-agent/opa/"
	banned := []string{
		opa + "v1/sdk", opa + "v1/runtime", opa + "v1/plugins", opa + "v1/download", opa + "v1/server", opa + "cmd",
		"github.com/prometheus/", "go.opentelemetry.io/otel/exporters", "oras.land/", "github.com/dgraph-io/badger", "google.golang.org/grpc",
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, opa+"v1/topdown") {
		t.Error("the list of dependencies is not what it should be")
	}
	for _, dep := range deps {
		for _, b := range banned {
			if strings.HasPrefix(dep, b) {
				t.Errorf("%s is linked", dep)
			}
		}
	}
}
