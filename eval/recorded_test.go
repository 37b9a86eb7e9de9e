package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/recorded"
	"github.com/contractc/contractc/schema"
)

// replay answers recorded cases with the rules of one set.
type replay struct {
	t      testing.TB
	engine *eval.Engine
	first  bool // of the reasons against an action only the first is told
}

func newReplay(t testing.TB, set string) *replay {
	return &replay{t, embedded(t, eval.Options{RuleSets: []string{set}}), set == "claim@1"}
}

// answer is the answer to a case: one line for each thing that was asked, and
// the rules and leniencies that each line is due to.
type answer struct {
	lines []string
	due   [][]string
	whole []string // what the answer as a whole is due to, where it has no line
}

func (a *answer) add(line string, due ...string) {
	a.lines, a.due = append(a.lines, line), append(a.due, due)
}

func (a answer) String() string { return strings.Join(a.lines, "\n") }

// read reads a reply.
func (r *replay) read(reply string) *eval.Parsed {
	r.t.Helper()
	c, problems := r.engine.NewContext(schema.Context{})
	if problems.HasErrors() {
		r.t.Fatal(problems)
	}
	result := r.engine.Read(context.Background(), c, &eval.Turn{Reply: []byte(reply)})
	if result.Failure != nil {
		r.t.Fatal(result.Failure)
	}
	return result.Parsed()
}

// parse answers a case of mode parse: a line for each malformed action and each
// action, or the reason why nothing can be read.
func (r *replay) parse(c recorded.Case) (a answer) {
	p := r.read(c.Input.Text("text"))
	var due []string
	for _, e := range p.Edits {
		if e.Repair != nil {
			due = append(due, "claim.repairs ("+*e.Repair+")")
		} else {
			due = append(due, *e.Leniency)
		}
	}
	if p.Unusable != "" {
		if !r.first {
			due = append(due, "claim.leniencies (everything: the place is told in the whole reply, and limits are named)")
		}
		a.add("unusable: "+p.Unusable, due...)
		return a
	}
	for _, e := range p.Errors {
		a.add(e.Message, append([]string{e.Rule}, due...)...)
	}
	for _, action := range p.Actions {
		a.add(actionLine(r.t, action), due...)
	}
	if len(a.lines) == 0 {
		a.whole = due
	}
	return a
}

// recordedParse is the reference's answer in the same form.
func recordedParse(t testing.TB, c recorded.Case) (a answer) {
	if violation, ok := c.Expected["violation"].([]any); ok {
		text, _ := violation[0].(string)
		// "Invalid control character at" and the place
		a.add("unusable: " + strings.Replace(text, " at at line", " at line", 1))
		return a
	}
	for _, e := range c.Expected["errors"].([]any) {
		a.add(e.(string))
	}
	for _, action := range c.Expected["actions"].([]any) {
		a.add(plainLine(action.(map[string]any)))
	}
	return a
}

func actionLine(t testing.TB, action schema.Action) string {
	t.Helper()
	text, err := json.Marshal(action)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	recorded.Decode(t, text, &fields)
	return plainLine(fields)
}

// plainLine writes an action without empty fields, numbers as doubles.
func plainLine(fields map[string]any) string {
	fields = maps.Clone(fields)
	maps.DeleteFunc(fields, func(name string, v any) bool {
		list, isList := v.([]any)
		object, isObject := v.(map[string]any)
		return v == nil || v == "" || isList && len(list) == 0 && name == "follows_from" || isObject && len(object) == 0 && name == "args"
	})
	text, err := json.Marshal(doubles(fields))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// doubles writes all numbers of a value as doubles.
func doubles(v any) any {
	switch v := v.(type) {
	case json.Number:
		x, _ := strconv.ParseFloat(v.String(), 64)
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return v.String()
		}
		return x
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = doubles(v[i])
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for key := range v {
			object[key] = doubles(v[key])
		}
		return object
	}
	return v
}

// formula answers a case of mode formula.
func (r *replay) formula(c recorded.Case) (a answer) {
	env, _ := c.Input["env"].(map[string]any)
	x, err := r.engine.Formula(c.Input.Text("expr"), env)
	if err != nil {
		a.add("error: "+err.Error(), r.formulaRules(c.Input.Text("expr"), env)...)
		return a
	}
	a.add(fmt.Sprint(x), "claim.formula_computes")
	return a
}

// formulaRules are the rules that a claim with the formula breaks.
func (r *replay) formulaRules(formula string, env map[string]any) (rules []string) {
	if unsayable(env) {
		return []string{"claim.formula_computes"}
	}
	var source schema.Context
	for _, key := range slices.Sorted(maps.Keys(env)) {
		source.Beliefs = append(source.Beliefs, beliefOf(key, env[key], true, false))
	}
	result := r.judge(source, r.one(map[string]any{"type": "claim", "key": "formula-result", "formula": formula}))
	for _, v := range result.Actions[0].Violations {
		if strings.HasPrefix(v.Rule, "claim.formula_") {
			rules = append(rules, v.Rule)
		}
	}
	return rules
}

func recordedFormula(_ testing.TB, c recorded.Case) (a answer) {
	if text := c.Expected.Text("error"); text != "" {
		a.add("error: " + text)
		return a
	}
	x, _ := c.Expected["value"].(json.Number).Float64()
	a.add(fmt.Sprint(x))
	return a
}

// quote answers a case of mode quote: whether the quote is found, and whether
// it states the value or is accepted unchecked.
func (r *replay) quote(c recorded.Case) (a answer) {
	q, err := r.engine.QuoteValue(c.Input.Text("document"), c.Input.Text("quote"), c.Input["value"])
	if err != nil {
		r.t.Fatal(err)
	}
	a.add(fmt.Sprintf("found %v", q.Found), "claim.quote_found")
	var due []string
	for _, reason := range q.Reasons {
		due = append(due, valueRule(reason))
	}
	if q.Stated {
		due = append(due, "claim.units (figures, units and words that the first version does not know)")
	}
	a.add(quoteLine(q.Stated, q.Checked), due...)
	return a
}

// valueRule is the rule by which a value is refused for a reason.
func valueRule(reason string) string {
	if reason == "absent" {
		return "claim.value_stated"
	}
	return "claim.value_" + reason
}

func quoteLine(stated, checked bool) string {
	if !checked {
		return "unchecked"
	}
	return fmt.Sprintf("stated %v", stated)
}

func recordedQuote(_ testing.TB, c recorded.Case) (a answer) {
	stated, _ := c.Expected["stated"].(bool)
	checked, _ := c.Expected["value_checked"].(bool)
	a.add(fmt.Sprintf("found %v", c.Expected["found"]))
	a.add(quoteLine(stated, checked))
	return a
}

// compare compares the answers to all cases of a mode with the recorded ones.
func (r *replay) compare(mode string, ours func(recorded.Case) answer, theirs func(testing.TB, recorded.Case) answer, same func(recorded.Case, string, string) bool) {
	agree, cases := 0, recorded.Claim(r.t, mode)
	for _, c := range cases {
		if incomparable(c) != "" || (mode == "equal" || mode == "format") && unsayable(c.Input) {
			continue
		}
		got, want := ours(c), theirs(r.t, c)
		if !slices.EqualFunc(got.lines, want.lines, func(a, b string) bool { return same(c, a, b) }) {
			r.t.Errorf("%s:\n%s\nrecorded:\n%s", c.ID, got, want)
			continue
		}
		agree++
	}
	r.t.Logf("%s: %d of %d agree", mode, agree, len(cases))
}

// unsayable reports whether a value holds a number that JSON has not. A belief
// cannot have such a value; package pyvalue tests them.
func unsayable(v any) bool {
	switch v := v.(type) {
	case json.Number:
		return !json.Valid([]byte(v))
	case []any:
		return slices.ContainsFunc(v, unsayable)
	case recorded.Fields:
		return unsayable(map[string]any(v))
	case map[string]any:
		for _, item := range v {
			if unsayable(item) {
				return true
			}
		}
	}
	return false
}

const notJSON = "numbers that JSON has not are refused under every version, as rules cannot read them"

// incomparable says why the answer of the first version is not the recorded
// one, or cannot be; empty where it is.
func incomparable(c recorded.Case) string {
	return map[string]string{
		"parse.limits.0139":      "the reference crashes: ValueError, an integer of more than 4,300 digits in encoded arguments",
		"parse.limits.0140":      "the reference crashes: RecursionError, encoded arguments nested 3,000 deep",
		"quote.other_types.1127": "the reference crashes: OverflowError, an integer too large for a double",
		"quote.other_types.1131": "the reference crashes: KeyError, a unit with a dotless i",
		"step.cite.1426":         "the reference crashes: KeyError, a unit with a long s",
		"parse.fields.0206":      notJSON,
		"parse.confidence.0302":  notJSON,
		"step.claim_value.1269":  notJSON,
		"step.claim_value.1270":  notJSON,
		"bind.1187":              notJSON,
		"key.1371":               "the reference's check takes any value for a key; an action's key is a text",
		"key.1372":               "the reference's check takes any value for a key; an action's key is given",
		"parse.args.0221":        "another message: an encoded string is not told from a string that is not JSON",
	}[c.ID]
}

// sameLine compares lines; of messages with CPython's own words the kind.
func sameLine(c recorded.Case, a, b string) bool {
	if a == b {
		return true
	}
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	if errA == nil && errB == nil {
		return math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y))
	}
	return kind(a) == kind(b)
}

// kind is a message up to the words that are CPython's.
func kind(message string) string {
	for _, begin := range []string{"error: ", "rejected: "} {
		for _, kind := range []string{"invalid formula ", "cannot evaluate "} {
			if strings.HasPrefix(message, begin+kind) {
				return begin + kind
			}
		}
	}
	return message
}

// The first version of the rules gives the recorded answers.
func TestRecordedAnswers(t *testing.T) {
	r := newReplay(t, "claim@1")
	r.compare("parse", r.parse, recordedParse, sameLine)
	r.compare("formula", r.formula, recordedFormula, sameLine)
	r.compare("quote", r.quote, recordedQuote, sameLine)
	r.compare("key", r.key, recordedKey, sameLine)
	r.compare("bind", r.bind, recordedBind, sameLine)
	r.compare("equal", r.equal, recordedEqual, sameLine)
	r.compare("format", r.format, recordedFormat, sameLine)
	r.compare("normalize", r.normalize, recordedNormalize, sameLine)
	r.compare("extract", r.extract, recordedExtract, sameLine)
}
