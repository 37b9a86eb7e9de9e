package invariant_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cel.dev/cel-go/cel"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/invariant"
	"github.com/contractc/contractc/internal/prove"
	"github.com/contractc/contractc/internal/solver"
)

// TestInvariants asks each solver about the policies in testdata.
func TestInvariants(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no policies", err)
	}
	for _, file := range files {
		for _, name := range []string{solver.Z3, solver.CVC5} {
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) { testPolicy(t, file, name) })
		}
	}
}

func testPolicy(t *testing.T, file, name string) {
	solvers, err := solver.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		parts[f.Name] = string(f.Data)
	}
	s := subject(t, parts["env"], parts["policy.yaml"])
	answers, err := invariant.Prove(context.Background(), s, invariant.Options{Solvers: solvers, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(parts["want"]), "\n")
	if len(answers) != len(want) {
		t.Fatalf("%d answers, want %d", len(answers), len(want))
	}
	for i, got := range answers {
		if said := words(got); !strings.HasPrefix(said, want[i]) {
			t.Errorf("%s, want %s", said, want[i])
		}
	}
}

func words(a invariant.Answer) string {
	text := a.Invariant.ID + " " + string(a.Result)
	switch {
	case a.Result == prove.Unknown:
		return text + " " + a.Reason
	case a.Result == prove.Refuted && a.Held.Failure != nil:
		return fmt.Sprintf("%s failure %v %v", text, a.Held.Failure, a.Input)
	case a.Result == prove.Refuted:
		return fmt.Sprintf("%s assertion %d %v", text, a.Held.Broken, a.Input)
	}
	return text
}

func subject(t *testing.T, variables, policy string) invariant.Subject {
	t.Helper()
	options := []cel.EnvOption{cel.StdLib(), cel.OptionalTypes()}
	known := map[string]*cel.Type{
		"dyn": cel.DynType, "int": cel.IntType, "bool": cel.BoolType, "string": cel.StringType,
		"list(string)": cel.ListType(cel.StringType), "map(string, dyn)": cel.MapType(cel.StringType, cel.DynType),
	}
	for line := range strings.Lines(variables) {
		name, kind, _ := strings.Cut(strings.TrimSpace(line), " ")
		options = append(options, cel.Variable(name, known[kind]))
	}
	e, err := cel.NewCustomEnv(options...)
	if err != nil {
		t.Fatal(err)
	}
	n, problems := doc.ReadYAML("policy.yaml", []byte(policy), doc.Limits{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	source, problems := celpolicy.Parse("policy.yaml", n, celpolicy.Limits{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	compiled, problems := celpolicy.Compile(source, &celpolicy.Environment{CEL: e})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return invariant.Subject{Policy: compiled, Bind: func(values map[string]any) (cel.Activation, error) { return cel.NewActivation(values) }}
}
