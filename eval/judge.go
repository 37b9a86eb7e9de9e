package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/contractc/contractc/internal/canonical"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/monitor"
	"github.com/contractc/contractc/internal/reply"
	"github.com/contractc/contractc/schema"
)

// Rules of the engine itself, which no bundle can switch off.
const (
	RuleExact  = "contractc.exact_arguments" // duplicate keys, lone surrogates, bad UTF-8, NaN
	RuleMended = "contractc.mended_call"     // a repair that may not be made in a call, or one of several
	RuleTyped  = "contractc.typed_action"    // an action that has no type although no rule refused it
)

// judge is the state of one turn.
type judge struct {
	engine   *Engine
	context  *Context
	ctx      context.Context
	file     string                      // that positions are in
	watch    func(*schema.Input, object) // told the input of every typed action; nil for none
	inspect  func(*look)                 // shown every action in each stage before its rules run; nil for none
	readAs   func(action any) any        // what is judged in the place of an action as it was read; nil for that itself
	consider func(int, any) bool
	reply    *reply.Reply
	result   *Result

	cel     *celenv.Turn
	trace   *monitor.Set
	events  []schema.Event // so far, those of calls that are not denied among them
	actions []schema.Any
	// converted is the actions as rules in Rego read them, once they are needed.
	converted any
	// notNumbers is, of each action, the first number that JSON has not.
	notNumbers []notNumber
	claimed    []schema.Established
	answered   bool
}

// Judge decides one turn. It always returns a result; our own failure, a panic
// and the deadline among them, is in its Failure.
func (e *Engine) Judge(ctx context.Context, c *Context, t *Turn) *Result {
	return e.judge(ctx, c, t, (*judge).run)
}

// judge does something with a turn within the deadline, whatever happens.
func (e *Engine) judge(ctx context.Context, c *Context, t *Turn, run func(*judge, *Turn) error) *Result {
	return e.judgeWithin(ctx, c, t, e.deadline, run)
}

func (e *Engine) judgeWithin(ctx context.Context, c *Context, t *Turn, deadline time.Duration, run func(*judge, *Turn) error) (result *Result) {
	defer func() {
		if p := recover(); p != nil {
			result = e.failed(c, t, fmt.Errorf("panic: %v", p))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	j := &judge{engine: e, context: c, ctx: ctx, file: t.File, consider: t.Consider, cel: c.cel.NewTurn(ctx)}
	if j.file == "" {
		j.file = "reply"
	}
	defer j.cel.Close()
	if err := run(j, t); err != nil {
		return e.failed(c, t, err)
	}
	return j.result
}

// failed is the result of our own failure: all calls that could be read are
// denied, and nothing else is claimed.
func (e *Engine) failed(c *Context, t *Turn, err error) *Result {
	return &Result{ID: t.ID, Context: c, Failure: err, Completeness: schema.CompletenessUnknown, Digests: e.digests(c, t)}
}

func (j *judge) run(t *Turn) error {
	if err := j.read(t); err != nil {
		return err
	}
	j.events = j.context.input.Events
	j.trace = j.context.past.Fork()
	j.prepare(schema.RuleStageShape, schema.RuleStageJudge)
	for i := range j.reply.Actions {
		if err := j.action(i); err != nil {
			return err
		}
	}
	j.finish()
	return nil
}

// read begins the result and reads the reply. Only what is wrong with our own
// options is an error.
func (j *judge) read(t *Turn) (err error) {
	j.result = &Result{ID: t.ID, Context: j.context, Feedback: j.engine.feedback, Digests: j.engine.digests(j.context, t)}
	options := j.engine.reading
	if t.StopReason != nil {
		options.StopReason = *t.StopReason
	}
	from := reply.Envelope(t.From)
	if from == "" {
		from = reply.Auto
	}
	for _, tool := range j.context.Source.Tools {
		options.Tools = append(options.Tools, toolOf(&tool))
	}
	if j.reply, err = reply.ReadMessage(t.Reply, from, options); err != nil {
		return err
	}
	r := j.result
	r.Completeness, r.Unusable, r.Edits = j.reply.Completeness, j.reply.Unusable, j.reply.Edits
	if j.reply.StopReason != "" {
		r.StopReason = &j.reply.StopReason
	}
	j.notNumbers = make([]notNumber, len(j.reply.Actions))
	for i := range j.reply.Actions {
		n := j.reply.Actions[i].Node
		j.notNumbers[i], _ = withoutNotNumbers(n)
		plain := n.Plain()
		if j.readAs != nil {
			plain = j.readAs(plain)
		}
		j.actions = append(j.actions, schema.Any{Value: plain})
	}
	for i := range j.reply.Extra {
		withoutNotNumbers(j.reply.Extra[i].Node)
		r.Extra = append(r.Extra, j.reply.Extra[i].Node.Plain())
	}
	for i := range j.reply.Findings {
		r.Findings = append(r.Findings, j.found(&j.reply.Findings[i]))
	}
	return nil
}

func toolOf(t *schema.Tool) reply.Tool {
	name := nameOf(t.Namespace, t.Name)
	return reply.Tool{Namespace: name.namespace, Name: name.name}
}

// prepare begins to compile the Rego rules that the actions of the turn need in
// some stages, all at once, and reads the rules in CEL meanwhile.
func (j *judge) prepare(stages ...schema.RuleStage) {
	var kinds []string
	for i := range j.actions {
		action, _ := j.actions[i].Value.(map[string]any)
		if kind, ok := action["type"].(string); ok && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, stage := range stages {
		j.engine.rego.Begin(stage, kinds)
	}
	for _, stage := range stages {
		for _, kind := range kinds {
			// What is wrong with a rule is said by the first action that needs it.
			_, _ = j.engine.rules.forAction(stageType{stage, kind})
		}
	}
}

// action judges the action at an index.
func (j *judge) action(i int) error {
	a := j.newAction(i)
	if j.consider != nil && !j.consider(i, a.Plain) {
		a.Ignored = true
		return nil
	}
	if err := j.shape(a); err != nil {
		return err
	}
	if j.answered && !a.Malformed && !j.reply.Actions[i].Native {
		a.Ignored, a.Typed = true, nil
		return nil
	}
	if j.exact(a, &j.reply.Actions[i]); a.Malformed {
		return nil
	}
	return j.typedAction(a, a.Typed)
}

// newAction adds the action at an index to the result.
func (j *judge) newAction(i int) *Action {
	object, _ := j.actions[i].Value.(map[string]any)
	a := &Action{Index: i, Plain: j.actions[i].Value, Label: j.reply.Actions[i].Label()}
	a.Type, _ = object["type"].(string)
	j.result.Actions = append(j.result.Actions, a)
	return a
}

// input is the input of rules for an action; the typed action is nil in stage
// shape.
func (j *judge) input(a *Action, action schema.Action) *schema.Input {
	in := j.context.input
	in.Action, in.Index, in.Actions = action, int64(a.Index), j.actions
	in.Claimed, in.Events = j.claimed, j.events
	in.Facts = schema.Any{Value: object{}}
	return &in
}

// typedAction judges an action that has its type.
func (j *judge) typedAction(a *Action, action schema.Action) error {
	in := j.input(a, action)
	if call, ok := action.(*schema.CallTool); ok {
		digest, err := canonical.DigestExact(actionOf(call))
		if err != nil {
			j.inexact(a, err)
			return nil
		}
		if a.Call, err = j.newCall(call, digest); err != nil {
			return err
		}
		for _, e := range a.Call.Effects {
			in.Effects = append(in.Effects, e.Event)
		}
	}
	bound := j.cel.Input(in)
	facts, err := j.facts(a.Type, bound)
	if err != nil {
		return err
	}
	in.Facts = schema.Any{Value: facts}
	own := func() object { return j.own(in, plainAction(action), facts) }
	if j.watch != nil {
		j.watch(in, own())
	}
	if j.inspect != nil {
		j.inspect(&look{judge: j, action: a, stage: schema.RuleStageJudge, bound: bound, own: own})
	}
	list, coverage, err := j.runRules(schema.RuleStageJudge, a.Type, toolNamed(action), bound, own)
	if err != nil {
		return err
	}
	held, err := j.runFolders(a.Type, own)
	if err != nil {
		return err
	}
	list = append(list, held...)
	j.record(a, list)
	if a.Call != nil {
		if err := j.decideCall(a, append(a.asks, list...), coverage); err != nil {
			return err
		}
	} else if !j.engine.judged[a.Type] {
		j.violated(a, unjudged(a.Type), "")
	}
	a.Accepted = len(a.Violations) == 0
	if a.Call != nil {
		a.Accepted = a.Call.Decision != schema.OutcomeDeny
	}
	if a.Accepted {
		j.establish(a, action, facts)
	}
	return nil
}

// own is what rules in Rego read of this action alone.
func (j *judge) own(in *schema.Input, action any, facts object) object {
	own := object{
		"action": action, "index": integer(in.Index), "actions": plainAnys(j.actions),
		"claimed": plainClaimed(in.Claimed), "effects": plainEvents(in.Effects), "facts": facts,
	}
	if len(in.Events) != len(j.context.input.Events) {
		own["events"] = plainEvents(in.Events)
	}
	return own
}

func plainAnys(list []schema.Any) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i].Value
	}
	return out
}

// facts computes the facts for an action.
func (j *judge) facts(kind string, in *celenv.Input) (object, error) {
	facts := object{}
	declared, err := j.engine.rules.factsFor(kind)
	if err != nil {
		return nil, err
	}
	for _, f := range declared {
		v, err := f.Eval(in)
		if err != nil {
			return nil, err
		}
		facts[f.Name] = v
	}
	return facts, nil
}

// record sorts the rules that fired into violations and observations, in the
// order that their metadata give.
func (j *judge) record(a *Action, list []fired) {
	slices.SortStableFunc(list, func(x, y fired) int {
		return cmp.Compare(j.engine.order[x.rule], j.engine.order[y.rule])
	})
	for _, f := range list {
		v := schema.Violation{Rule: f.rule, Version: f.version, Severity: f.severity, Message: f.message}
		switch f.severity {
		case schema.SeverityWarn, schema.SeverityObserve:
			a.Observations = append(a.Observations, j.placed(a, v, f.path))
		case schema.SeverityAllow, schema.SeverityAsk:
			if a.Call == nil {
				a.Observations = append(a.Observations, j.placed(a, v, f.path))
			}
		default:
			j.violated(a, v, f.path)
		}
	}
}

func (j *judge) violated(a *Action, v schema.Violation, path string) {
	a.Violations = append(a.Violations, j.placed(a, v, path))
}

// placed gives a violation its path in the reply and its position.
func (j *judge) placed(a *Action, v schema.Violation, path string) schema.Violation {
	whole := pathOf(a.Index) + path
	v.Path = &whole
	if _, at, ok := j.reply.Locate(whole); ok {
		v.Position = &schema.Position{File: j.file, Line: int64(at.Line), Column: int64(at.Column)}
	}
	return v
}

// pathOf is the JSON pointer of an action in the reply.
func pathOf(index int) string { return "/actions/" + strconv.Itoa(index) }

// finish sums up the turn: the verdict of each guarantee is the worst over its
// calls, and that over the events so far where there is none.
func (j *judge) finish() {
	r := j.result
	r.Guarantees = j.verdicts()
	seen := map[string]int{}
	for _, a := range r.Actions {
		if a.Call == nil {
			continue
		}
		for i, v := range a.Call.Verdicts {
			if severity(v.Verdict) > severity(r.Guarantees[i].Verdict) {
				r.Guarantees[i] = v
			}
		}
		for _, entry := range a.Call.Coverage {
			r.addCoverage(seen, entry)
		}
	}
}

// addCoverage merges an entry into those of the turn.
func (r *Result) addCoverage(seen map[string]int, entry schema.CoverageEntry) {
	detail := ""
	if entry.Detail != nil {
		detail = *entry.Detail
	}
	key := strings.Join([]string{entry.Domain, string(entry.Status), detail}, "\x00")
	if at, ok := seen[key]; ok {
		r.Coverage[at].Actions = append(r.Coverage[at].Actions, entry.Actions...)
		return
	}
	seen[key] = len(r.Coverage)
	r.Coverage = append(r.Coverage, entry)
}

// severity orders verdicts: the higher is the worse.
func severity(v schema.Verdict) int {
	switch v {
	case schema.VerdictHolds:
		return 0
	case schema.VerdictPending:
		return 1
	case schema.VerdictUnknown:
		return 2
	}
	return 3
}
