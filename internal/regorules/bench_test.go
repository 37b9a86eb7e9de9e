package regorules

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/contractc/contractc/schema"
)

// manyRules makes modules of an organisation with rules for calls, four to a
// module.
func manyRules(modules int) []Source {
	var sources []Source
	for m := range modules {
		body := ""
		for r := range 4 {
			rule := strings.NewReplacer("[claim]", "[call_tool]", `"claim"`, `"call_tool"`).
				Replace(annotated(fmt.Sprintf("demo.r%d_%d", m, r), fmt.Sprintf(`startswith(input.action.args.path, "secret%d/")`, r)))
			body += rule + "\n"
		}
		sources = append(sources, library(fmt.Sprintf("m%d", m), body))
	}
	return sources
}

// call is the own part of the input for a call.
func call(path string) map[string]any {
	action := map[string]any{"type": "call_tool", "tool": "read_file", "args": map[string]any{"path": path}}
	value, err := Convert(action)
	if err != nil {
		panic(err)
	}
	return map[string]any{"action": value, "index": 0}
}

// context of fifty beliefs and three documents of 100 kB.
func benchContext() map[string]any {
	beliefs, documents := map[string]any{}, map[string]any{}
	for i := range 50 {
		key := fmt.Sprintf("belief:%d", i)
		beliefs[key] = map[string]any{"key": key, "value": i, "visible": true, "status": "in", "conflicted": false, "source": "tool:t()", "version": 1}
	}
	for i := range 3 {
		name := fmt.Sprintf("document %d", i)
		documents[name] = map[string]any{"name": name, "text": strings.Repeat("word ", 20000)}
	}
	return map[string]any{
		"context": map[string]any{"mode": "declared", "beliefs": beliefs, "documents": documents, "tools": []any{}},
		"actions": []any{}, "guarantees": []any{}, "domains": map[string]any{}, "entailments": []any{}, "events": []any{},
	}
}

// BenchmarkEval judges one call, warm, with rules of which none, one or four
// modules (of four rules each) are for its type.
func BenchmarkEval(b *testing.B) {
	none := []Source{library("m", annotated("demo.a", "true"))}
	one := []Source{library("m", strings.NewReplacer("[claim]", "[call_tool]", `"claim"`, `"call_tool"`).Replace(annotated("demo.a", `input.index == 7`)))}
	for name, sources := range map[string][]Source{
		"NoRule": none, "OneRule": one, "FourRules": manyRules(1), "SixteenRulesInFourModules": manyRules(4),
	} {
		b.Run(name, func(b *testing.B) {
			e := engine(b, sources, nil, Options{})
			turn, err := e.NewTurn(benchContext())
			if err != nil {
				b.Fatal(err)
			}
			evalLoop(b, turn, "call_tool", call("docs/a.md"))
		})
	}
	b.Run("FourRulesFiring", func(b *testing.B) {
		e := engine(b, manyRules(1), nil, Options{})
		turn, err := e.NewTurn(benchContext())
		if err != nil {
			b.Fatal(err)
		}
		evalLoop(b, turn, "call_tool", call("secret2/a.md"))
	})
}

// BenchmarkPolicies judges actions by the default bundle, warm.
func BenchmarkPolicies(b *testing.B) {
	e := engine(b, policies(b), policyFacts(b), Options{Sets: []string{"claim@2"}})
	turn, err := e.NewTurn(benchContext())
	if err != nil {
		b.Fatal(err)
	}
	dependencies := []any{}
	for i := range 4 {
		key := fmt.Sprintf("belief:%d", i)
		dependencies = append(dependencies, map[string]any{"key": key, "repr": "'" + key + "'"})
	}
	base := map[string]any{
		"index": 0, "claimed": map[string]any{}, "effects": []any{},
		"facts": map[string]any{"dependencies": dependencies, "key_repr": "'k'"},
	}
	for name, action := range map[string]map[string]any{
		"Claim":  {"type": "claim", "key": "k", "value": 1},
		"Answer": {"type": "answer", "text": "t"},
		"Cite":   {"type": "cite", "key": "k", "value": 1},
		"Call":   {"type": "call_tool", "tool": "read_file", "args": map[string]any{"path": "docs/a.md"}},
	} {
		b.Run(name, func(b *testing.B) {
			fields := maps.Clone(base)
			fields["action"] = action
			if name == "Call" {
				fields["effects"] = []any{map[string]any{"effect": "ReadFile", "library": "filesystem"}}
			}
			evalLoop(b, turn, action["type"].(string), fields)
		})
	}
}

func evalLoop(b *testing.B, turn *Turn, actionType string, fields map[string]any) {
	q := Query{Stage: schema.RuleStageJudge, Type: actionType, Fields: fields}
	if _, err := turn.Eval(context.Background(), q); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := turn.Eval(context.Background(), q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewTurn converts a context of fifty beliefs and three documents.
func BenchmarkNewTurn(b *testing.B) {
	e := engine(b, manyRules(1), nil, Options{})
	shared := benchContext()
	for b.Loop() {
		if _, err := e.NewTurn(shared); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCompile compiles what calls need, from the text, per rule. The
// allow list is read again each time, as in a new process.
func BenchmarkCompile(b *testing.B) {
	for _, modules := range []int{1, 2, 8} {
		b.Run(fmt.Sprintf("Rules%d", 4*modules), func(b *testing.B) {
			sources := manyRules(modules)
			described, problems := Check(sources, CheckOptions{Input: inputType(b)})
			if len(problems) > 0 {
				b.Fatal(problems)
			}
			for b.Loop() {
				e, err := New(sources, described, Options{})
				if err == nil {
					err = e.Prepare(schema.RuleStageJudge, []string{"call_tool"})
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*4*modules), "µs/rule")
		})
	}
}

// BenchmarkCheck checks the default bundle's modules whole.
func BenchmarkCheck(b *testing.B) {
	sources, input := policies(b), inputType(b)
	for b.Loop() {
		if _, problems := Check(sources, CheckOptions{Input: input, Facts: policyFacts(b)}); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
