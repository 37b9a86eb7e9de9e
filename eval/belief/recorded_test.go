package belief_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/eval/belief"
	"github.com/contractc/contractc/internal/pyexpr"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// differences are the recorded steps whose beliefs are others here, with the
// reason. Everything that is not listed must agree.
var differences = map[string]string{
	"step.cite.1426":     "the recorded program failed on this unit, which states the value by the rule",
	"step.mid_turn.1458": "results come after the reply here: g3 was accepted on the old value, and went out with it",
	"step.mid_turn.1459": "results come after the reply here: g2, g3 and the answer were accepted on the old value, and went out with it",
	"step.mid_turn.1460": "results come after the reply here: g2 and the answer were accepted on the old value, and went out with it",
}

// inexpressible are the recorded steps that cannot be set up here.
var inexpressible = map[string]string{
	"step.tool_result.1171": "NaN is no JSON value, so a state cannot hold it",
	"step.claim_value.1269": "NaN is no JSON value, so a state cannot hold it",
}

// engines are an engine with the rules of beliefs for the rule sets of a test.
func engines(t testing.TB, sets ...string) (*eval.Engine, *belief.Rules) {
	t.Helper()
	from, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := eval.New(from, eval.Options{RuleSets: sets})
	if err != nil {
		t.Fatal(err)
	}
	rules, err := belief.NewRules(from, engine.RuleSets())
	if err != nil {
		t.Fatal(err)
	}
	return engine, rules
}

// The recorded steps are those of the claim contract's first version.
func TestRecordedSteps(t *testing.T) {
	engine, rules := engines(t, "claim@1")
	agreed, listed := 0, map[string]bool{}
	for _, c := range recorded.Claim(t, "step") {
		if why, ok := inexpressible[c.ID]; ok {
			t.Logf("%s cannot be set up: %s", c.ID, why)
			continue
		}
		r := &run{engine: engine, rules: rules, input: c.Input}
		if projector, ok := c.Input["projector"].(map[string]any); ok {
			shown, _ := projector["max_beliefs"].(json.Number).Int64()
			r.rules = belief.Showing(rules, int(shown))
		}
		got, err := r.play()
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		diff := compare(got, c.Expected)
		switch why, ok := differences[c.ID]; {
		case ok && diff == "":
			t.Errorf("%s agrees, and is listed as different: %s", c.ID, why)
		case ok:
			listed[c.ID] = true
		case diff != "":
			t.Errorf("%s:\n%s", c.ID, diff)
		default:
			agreed++
		}
	}
	t.Logf("%d steps agree, %d differ for a reason", agreed, len(listed))
}

// run plays one recorded case.
type run struct {
	engine *eval.Engine
	rules  *belief.Rules
	input  recorded.Fields
	tools  map[string]map[string]any
	base   *belief.Base
}

func (r *run) play() (*belief.Base, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	replies, _ := r.input["replies"].([]any)
	if reply, ok := r.input["reply"]; ok {
		replies = []any{reply}
	}
	for _, reply := range replies {
		if err := r.step(reply); err != nil {
			return nil, err
		}
	}
	return r.base, nil
}

// begin asserts the beliefs of the case.
func (r *run) begin() (err error) {
	var facts []belief.Fact
	given, _ := r.input["beliefs"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		facts = append(facts, fact(key, given[key]))
	}
	hidden, _ := r.input["hidden"].([]any)
	for _, key := range hidden {
		if _, ok := given[key.(string)]; !ok {
			facts = append(facts, belief.Fact{Key: key.(string), Value: json.Number("0")})
		}
	}
	conflicts, _ := r.input["conflicts"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(conflicts)) {
		for i, v := range conflicts[key].([]any) {
			facts = append(facts, belief.Fact{Key: key, Value: v, Source: fmt.Sprintf("human:side%d", i+1)})
		}
	}
	if r.base, _, err = r.rules.Empty().Assert(facts...); err != nil {
		return err
	}
	for _, key := range hidden {
		if r.base, _, err = r.base.Retract(key.(string)); err != nil {
			return err
		}
	}
	return nil
}

func fact(key string, v any) belief.Fact {
	marked, _ := v.(map[string]any)
	b, ok := marked["$belief"].(map[string]any)
	if !ok {
		return belief.Fact{Key: key, Value: v}
	}
	f := belief.Fact{Key: key, Value: b["value"]}
	if p, ok := b["confidence"].(json.Number); ok {
		x, _ := p.Float64()
		f.Confidence = &x
	}
	f.Source, _ = b["source"].(string)
	if args, ok := b["args"].(map[string]any); ok {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(args)) {
			parts = append(parts, name+"="+pyexpr.Repr(args[name]))
		}
		f.Source += "(" + strings.Join(parts, ", ") + ")"
	}
	return f
}

// step judges and applies one reply, and records the results of its calls.
func (r *run) step(reply any) error {
	mode := schema.Mode(r.input.Text("policy"))
	source := schema.Context{Mode: &mode}
	documents, _ := r.input["documents"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		source.Documents = append(source.Documents, schema.Document{Name: name, Text: documents[name].(string)})
	}
	r.tools = map[string]map[string]any{}
	tools, _ := r.input["tools"].([]any)
	for _, tool := range tools {
		tool := tool.(map[string]any)
		name := tool["name"].(string)
		r.tools[name] = tool
		source.Tools = append(source.Tools, schema.Tool{Name: name, Parameters: &schema.Any{Value: parameters(tool)}})
	}
	ready, problems := r.base.NewContext(r.engine, source)
	if problems.HasErrors() {
		return problems
	}
	text, ok := reply.(string)
	if !ok {
		all, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		text = string(all)
	}
	result := r.engine.Judge(context.Background(), ready, &eval.Turn{Reply: []byte(text)})
	next, _, err := r.base.Apply(result, belief.ApplyOptions{Model: "scripted"})
	if err != nil {
		return err
	}
	r.base = next
	for _, a := range result.Actions {
		if a.Call != nil && a.Accepted {
			if err := r.call(a.Call); err != nil {
				return err
			}
		}
	}
	return nil
}

// parameters is the schema of a tool's signature such as "quarter: str".
func parameters(tool map[string]any) map[string]any {
	types := map[string]string{"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
	properties, required := map[string]any{}, []any{}
	signature, _ := tool["signature"].(string)
	for part := range strings.SplitSeq(signature, ",") {
		name, kind, ok := strings.Cut(strings.TrimSpace(part), ": ")
		if ok {
			properties[name] = map[string]any{"type": types[kind]}
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "propertyOrdering": required, "additionalProperties": false}
}

// call answers a call as the recorded tool did.
func (r *run) call(call *eval.Call) (err error) {
	tool := r.tools[call.Action.Tool]
	var trust *float64
	if word, ok := tool["trust"].(string); ok {
		p, _ := r.rules.Trust(word)
		trust = &p
	}
	value, ok := tool["returns"]
	if sequence, isSequence := tool["sequence"].([]any); isSequence {
		value, ok = sequence[0], true
		tool["sequence"] = sequence[1:]
	}
	if table, isTable := tool["table"].(map[string]any); isTable {
		args, _ := json.Marshal(call.Action.Args.Value)
		value, ok = table[string(args)]
	}
	if !ok {
		args := call.Action.Args.Value.(map[string]any)
		r.base, _, err = r.base.Raise(call.Digest, "KeyError", pyexpr.Repr(args[slices.Sorted(maps.Keys(args))[0]]))
		return err
	}
	next, _, err := r.base.Return(call.Digest, value, trust)
	if err == nil {
		r.base = next
	}
	return err
}

// compare lists what a base has otherwise than a recorded step.
func compare(b *belief.Base, want recorded.Fields) string {
	var lines []string
	differ := func(format string, args ...any) { lines = append(lines, "\t"+fmt.Sprintf(format, args...)) }
	got := map[string]*belief.Step{}
	for _, r := range b.State().Revisions {
		name := fmt.Sprintf("%s@%d", r.Key, r.Version)
		p, err := b.Explain(name)
		if err != nil {
			differ("%s: %v", name, err)
			continue
		}
		got[name] = &p.Steps[0]
	}
	beliefs, _ := want["beliefs"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(beliefs)) {
		w, g := beliefs[name].(map[string]any), got[name]
		if g == nil {
			differ("%s is missing", name)
			continue
		}
		compareBelief(differ, name, g, w)
		delete(got, name)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		differ("%s = %v is too much", name, got[name].Value)
	}
	compareRest(differ, b, want)
	return strings.Join(lines, "\n")
}

func compareBelief(differ func(string, ...any), name string, g *belief.Step, w map[string]any) {
	if pyexpr.Repr(g.Value) != pyexpr.Repr(w["value"]) {
		differ("%s = %s, recorded %s", name, pyexpr.Repr(g.Value), pyexpr.Repr(w["value"]))
	}
	if g.Held != (w["status"] == "IN") {
		differ("%s held %v, recorded %v", name, g.Held, w["status"])
	}
	if p, _ := w["confidence"].(json.Number).Float64(); math.Abs(p-g.Confidence) > 1e-9 {
		differ("%s confidence %v, recorded %v", name, g.Confidence, p)
	}
	if g.Claim != w["claim"] {
		differ("%s claim %q, recorded %q", name, g.Claim, w["claim"])
	}
	source, antecedents, formula := shown(g)
	if source != w["source"] {
		differ("%s source %q, recorded %q", name, source, w["source"])
	}
	if fmt.Sprint(antecedents) != fmt.Sprint(w["antecedents"]) {
		differ("%s antecedents %v, recorded %v", name, antecedents, w["antecedents"])
	}
	if f, _ := w["formula"].(string); f != formula {
		differ("%s formula %q, recorded %q", name, formula, f)
	}
}

// shown is the decisive reason of a step, or its last one.
func shown(s *belief.Step) (source string, antecedents []string, formula string) {
	at := slices.IndexFunc(s.Reasons, func(r belief.Reason) bool { return r.Decisive })
	if at < 0 {
		at = len(s.Reasons) - 1
	}
	switch j := s.Reasons[at].Justification.(type) {
	case *schema.Assertion:
		return j.Source, []string{}, ""
	case *schema.Citation:
		return j.Source, []string{}, ""
	case *schema.ToolResult:
		return j.Source, []string{}, ""
	case *schema.Derivation:
		if j.Formula != nil {
			formula = *j.Formula
		}
		return j.Source, j.Antecedents, formula
	}
	return "", nil, ""
}

// compareRest compares conflicts, the answer and how reliable the model is.
func compareRest(differ func(string, ...any), b *belief.Base, want recorded.Fields) {
	conflicted, answer := []string{}, any(nil)
	report := b.Report()
	for _, r := range report.Beliefs {
		if r.Conflicted {
			conflicted = append(conflicted, r.Key)
		}
		if r.Key == want["answer_key"] && r.Status == schema.BeliefStatusIn {
			answer = r.Revisions[0].Value.Value
		}
	}
	if fmt.Sprint(conflicted) != fmt.Sprint(want["conflicted"]) {
		differ("in conflict %v, recorded %v", conflicted, want["conflicted"])
	}
	if pyexpr.Repr(answer) != pyexpr.Repr(want["answer"]) {
		differ("answer %v, recorded %v", answer, want["answer"])
	}
	reliability := 0.9
	for _, s := range report.Sources {
		if s.Name == "model:scripted" {
			reliability = s.Reliability
		}
	}
	if p, _ := want["model_reliability"].(json.Number).Float64(); math.Abs(p-reliability) > 1e-9 {
		differ("reliability of the model %v, recorded %v", reliability, p)
	}
}
