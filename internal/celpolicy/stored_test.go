package celpolicy_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"

	"github.com/contractc/contractc/internal/celpolicy"
)

// everything uses every kind of node that is stored.
const everything = `
name: everything
rule:
  variables:
    - name: literals
      expression: "[dyn(null), dyn(true), dyn(false), dyn(-1), dyn(2u), dyn(1.5), dyn('a'), dyn(b'b')]"
    - name: map
      expression: "{'a': dyn(x), ?'b': optional.of(dyn(2)), 'c': dyn([dyn(1), ?optional.none(), dyn(3)])}"
  match:
    - condition: has(m.flag) && m.?flag.hasValue() && type(x) == int && variables.literals.exists(v, v == 1.5)
      output: "variables.literals.map(v, type(v) == bool ? 'bool' : type(v) == bytes ? 'bytes' : 'other').filter(v, v.startsWith('b'))"
    - output: "variables.map.map(k, k)"
`

func storedPolicy(t testing.TB, src string, env *celpolicy.Environment) (*celpolicy.Source, celpolicy.Stored) {
	source, list := parsePolicy(t, src)
	if list.HasErrors() {
		t.Fatal(list)
	}
	policy, list := celpolicy.Compile(source, env)
	if list.HasErrors() {
		t.Fatal(list)
	}
	stored, err := policy.Store()
	if err != nil {
		t.Fatal(err)
	}
	return source, stored
}

func TestStoredNodes(t *testing.T) {
	env := newTestEnv(t, "x int\nm dyn")
	source, stored := storedPolicy(t, everything, env)
	policy, err := celpolicy.Restore(source, env, stored)
	if err != nil {
		t.Fatal(err)
	}
	for input, want := range map[string]string{
		`x=1 m={"flag":true}`: `["bool","bool","bytes"]`,
		`x=1 m={}`:            `["a","b","c"]`,
	} {
		if got := sortedOutcome(t, policy, input); got != want {
			t.Errorf("%s: got %s, want %s", input, got, want)
		}
	}
}

// sortedOutcome is outcome for a list whose order does not matter.
func sortedOutcome(t *testing.T, p *celpolicy.Policy, input string) string {
	items := strings.Split(strings.Trim(outcome(t, p, input), "[]"), ",")
	for i := range items {
		for j := i + 1; j < len(items); j++ {
			if items[j] < items[i] {
				items[i], items[j] = items[j], items[i]
			}
		}
	}
	return "[" + strings.Join(items, ",") + "]"
}

func TestStoredForOtherSources(t *testing.T) {
	env := newTestEnv(t, "x int")
	_, stored := storedPolicy(t, "name: a\nrule: {match: [{output: x + 1}]}\n", env)
	other, _ := storedPolicy(t, "name: a\nrule: {match: [{output: x + 2}]}\n", env)
	for name, s := range map[string]celpolicy.Stored{"another source": stored, "nothing": nil, "a version": append([]byte{9}, stored[1:]...)} {
		if _, err := celpolicy.Restore(other, env, s); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	same, _ := storedPolicy(t, "name: b\nrule: {match: [{output: x + 1}]}\n", env)
	if _, err := celpolicy.Restore(same, env, stored); err != nil {
		t.Errorf("the same expressions are refused: %v", err)
	}
	if _, err := celpolicy.Restore(same, env, append(stored, 1)); err == nil {
		t.Error("trailing bytes are accepted")
	}
}

// TestStoredOperands takes operands away from operators, which no parser does.
func TestStoredOperands(t *testing.T) {
	env := newTestEnv(t, "x int\nm dyn")
	source, stored := storedPolicy(t, "name: a\nrule: {match: [{output: 'size(m) + 1 + m.size()'}]}\n", env)
	for _, operator := range []string{"_[_]", "_&&_", "_||_", "_==_", "_!=_", "_<=_", "_?._"} {
		for times := 1; times <= 2; times++ {
			broken := strings.Replace(string(stored), "\x04size", "\x04"+operator, times)
			policy, err := celpolicy.Restore(source, env, celpolicy.Stored(broken))
			if err != nil {
				t.Fatal(err)
			}
			vars, err := cel.NewActivation(map[string]any{"x": int64(7), "m": map[string]any{}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := policy.Eval(t.Context(), vars); err == nil {
				t.Errorf("%s with one operand gives a value", operator)
			}
		}
	}
}

// TestStoredMemory nests lists of which each says that it has all members that
// there could be: what is stored takes memory for what stands there alone.
func TestStoredMemory(t *testing.T) {
	env := newTestEnv(t, "x int")
	source, stored := storedPolicy(t, "name: a\nrule: {match: [{output: x}]}\n", env)
	const head, size, depth = 9, 1 << 20, 400
	var body []byte
	for i := range depth {
		body = append(body, 6, byte(i%100), 0, 0, 0, 0) // a list without a place, a type, a reference and optional members
		body = binary.AppendUvarint(body, uint64(size-64*depth))
	}
	body = append(body, bytes.Repeat([]byte{0xff}, size-len(body))...)
	policy, err := celpolicy.Restore(source, env, append(binary.AppendUvarint(slices.Clone(stored[:head]), size), body...))
	if err != nil {
		t.Fatal(err)
	}
	vars, err := cel.NewActivation(map[string]any{"x": int64(7)})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := policy.Eval(t.Context(), vars); err == nil {
		t.Error("it gives a value")
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 64*size {
		t.Errorf("%d bytes of memory for %d bytes", took, size)
	}
}

// FuzzRestore plans and evaluates damaged expressions: they give an error, or
// a value, and never a panic outside the evaluation.
func FuzzRestore(f *testing.F) {
	env := newTestEnv(f, "x int\na bool\nb bool\nm dyn")
	source, stored := storedPolicy(f, everything, env)
	const head = 9
	f.Add([]byte(stored[head:]))
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		parts := readArchive(f, file)
		if _, ok := parts["cases"]; ok {
			_, s := storedPolicy(f, parts["policy.yaml"], env)
			f.Add([]byte(s[head:]))
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<14 {
			return
		}
		policy, err := celpolicy.Restore(source, env, append(append(celpolicy.Stored{}, stored[:head]...), body...))
		if err != nil {
			return
		}
		vars, err := cel.NewActivation(map[string]any{"x": int64(7), "a": true, "b": false, "m": map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		var failure *celpolicy.EvalError
		if _, err := policy.Eval(t.Context(), vars); err != nil && !errors.As(err, &failure) {
			t.Errorf("an error of type %T: %v", err, err)
		}
	})
}
