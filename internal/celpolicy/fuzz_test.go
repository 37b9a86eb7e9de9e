package celpolicy_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
)

// FuzzCompilePolicy reads, compiles and evaluates documents. Nothing panics,
// every problem has a place in the document and one line of clean text, and a
// policy that compiles gives a value or an error of ours.
func FuzzCompilePolicy(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		f.Add(readArchive(f, file)["policy.yaml"])
	}
	env := newTestEnv(f, "x int\na bool\nb bool\nm dyn")
	f.Fuzz(func(t *testing.T, src string) {
		node, list := doc.ReadYAML("policy.yaml", []byte(src), doc.Limits{Bytes: 1 << 14, Depth: 40, Nodes: 2000})
		if list.HasErrors() {
			return
		}
		source, list := celpolicy.Parse("policy.yaml", node, celpolicy.Limits{Expression: 2000})
		var policy *celpolicy.Policy
		if !list.HasErrors() {
			policy, list = celpolicy.Compile(source, env)
		}
		for _, d := range list {
			if !d.Range.Known() || !utf8.ValidString(d.Summary) || d.Code == "" {
				t.Errorf("a bad diagnostic: %#v", d)
			}
		}
		if policy != nil {
			evaluate(t, policy)
		}
	})
}

func evaluate(t *testing.T, p *celpolicy.Policy) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	vars, err := cel.NewActivation(map[string]any{"x": int64(7), "a": true, "b": false, "m": map[string]any{"flag": true}})
	if err != nil {
		t.Fatal(err)
	}
	var failure *celpolicy.EvalError
	if _, err := p.Eval(ctx, vars); err != nil && (!errors.As(err, &failure) || failure.Failure == celpolicy.FailedPanic) {
		t.Errorf("evaluation failed with %v", err)
	}
}
