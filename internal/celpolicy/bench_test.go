package celpolicy_test

import (
	"testing"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
)

func benchPolicy(b *testing.B) (*celpolicy.Source, *celpolicy.Environment) {
	parts := readArchive(b, "testdata/variables.txtar")
	source, list := parsePolicy(b, parts["policy.yaml"])
	if list.HasErrors() {
		b.Fatal(list)
	}
	return source, newTestEnv(b, parts["env"])
}

func BenchmarkCompile(b *testing.B) {
	source, env := benchPolicy(b)
	for b.Loop() {
		if _, list := celpolicy.Compile(source, env); list.HasErrors() {
			b.Fatal(list)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	source, env := benchPolicy(b)
	policy, list := celpolicy.Compile(source, env)
	if list.HasErrors() {
		b.Fatal(list)
	}
	vars, err := cel.NewActivation(map[string]any{"x": int64(10)})
	if err != nil {
		b.Fatal(err)
	}
	run := celpolicy.NewRun(b.Context())
	defer run.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := run.Eval(policy, vars); err != nil {
			b.Fatal(err)
		}
	}
}
