package celenv_test

import (
	"testing"

	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/celenv/domain"
)

const smallRule = `
name: small
metadata: {id: t.small, version: 1.0.0, severity: deny, actions: [claim]}
rule:
  match:
    - condition: "!input.action.key.matches('^[a-z]+$')"
      output: "'invalid key ' + text.repr(input.action.key)"
`

const lookupRule = `
name: lookup
metadata: {id: t.lookup, version: 1.0.0, severity: deny, actions: [claim]}
rule:
  variables:
    - name: key
      expression: input.action.key
  match:
    - condition: variables.key in input.context.beliefs && input.context.beliefs[variables.key].status == 'in' && !value.same(input.context.beliefs[variables.key].value, input.action.value)
      output: "'other value'"
`

func benchRule(b *testing.B, src string, fresh bool) {
	e := newEnv(b, "claim@2")
	r, list := e.CompileRule("r.yaml", parseYAML(b, "r.yaml", src))
	if list.HasErrors() {
		b.Fatal(list)
	}
	in := sample(claim())
	turn := e.NewTurn(b.Context())
	defer turn.Close()
	bound := turn.Input(in)
	b.ReportAllocs()
	for b.Loop() {
		if fresh {
			bound = turn.Input(in)
		}
		if _, err := r.Eval(bound); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSmallRule(b *testing.B)         { benchRule(b, smallRule, false) }
func BenchmarkSmallRuleNewInput(b *testing.B) { benchRule(b, smallRule, true) }
func BenchmarkLookupRule(b *testing.B)        { benchRule(b, lookupRule, false) }

func BenchmarkNewTurn(b *testing.B) {
	e := newEnv(b, "claim@2")
	b.ReportAllocs()
	for b.Loop() {
		e.NewTurn(b.Context()).Close()
	}
}

func BenchmarkNewEnv(b *testing.B) {
	values := tablesOf(b)
	for b.Loop() {
		if _, err := celenv.New(celenv.Options{Functions: domain.Functions(domain.Values(values), "claim@2")}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompileRule(b *testing.B) {
	e := newEnv(b, "claim@2")
	n := parseYAML(b, "r.yaml", smallRule)
	for b.Loop() {
		if _, list := e.CompileRule("r.yaml", n); list.HasErrors() {
			b.Fatal(list)
		}
	}
}

// BenchmarkPrepareAndEval is what a rule costs in a process that needs it once.
func BenchmarkPrepareAndEval(b *testing.B) {
	e := newEnv(b, "claim@2")
	n := parseYAML(b, "r.yaml", smallRule)
	turn := e.NewTurn(b.Context())
	defer turn.Close()
	in := turn.Input(sample(claim()))
	for b.Loop() {
		r, list := e.PrepareRule("r.yaml", n)
		if list.HasErrors() {
			b.Fatal(list)
		}
		if _, err := r.Eval(in); err != nil {
			b.Fatal(err)
		}
	}
}
