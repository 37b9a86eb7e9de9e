package policytest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/internal/celpolicy"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// maxTwinInputs is how many inputs a pair of twins is compared on.
const maxTwinInputs = 1000

// twins is a rule in CEL and the rule in Rego that must agree with it, each with
// an engine that asks nothing else.
type twins struct {
	cel, rego *index.Rule
	inCEL     *eval.Engine
	inRego    *eval.Engine
	constants constants
}

// addTwins adds a test for every pair of twins.
func (s *Suite) addTwins(cases []*Case) error {
	for _, rule := range s.from.Rules {
		if rule.Language != index.CEL || rule.Metadata.Twin == nil {
			continue
		}
		pair, err := newTwins(s.from, rule, s.from.Rule(*rule.Metadata.Twin))
		if err != nil {
			return err
		}
		s.tests = append(s.tests, test{
			TestResult: schema.TestResult{
				Kind: schema.TestKindTwin, Name: "twin " + pair.rego.ID, Subject: &rule.ID, File: s.from.Display(s.from.Library(rule.Library), rule.File),
				Line: int64(rule.Line), Column: int64(rule.Column),
			},
			run: func(ctx context.Context) (wrong, fired []string, err error) {
				wrong, err = pair.compare(ctx, cases)
				return wrong, nil, err
			},
		})
	}
	return nil
}

func newTwins(from *catalog.Catalog, inCEL, inRego *index.Rule) (*twins, error) {
	p := &twins{cel: inCEL, rego: inRego}
	sets := slices.Concat(inCEL.Metadata.Sets, inRego.Metadata.Sets)
	var chosen []string
	for _, set := range sets {
		name, _, _ := strings.Cut(set, "@")
		if !slices.ContainsFunc(chosen, func(s string) bool { return strings.HasPrefix(s, name+"@") }) {
			chosen = append(chosen, set)
		}
	}
	var err error
	if p.inCEL, err = eval.New(from, eval.Options{RuleSets: chosen, Only: []string{inCEL.ID}}); err != nil {
		return nil, err
	}
	if p.inRego, err = eval.New(from, eval.Options{RuleSets: chosen, Only: []string{inRego.ID}}); err != nil {
		return nil, err
	}
	for _, r := range []*index.Rule{inCEL, inRego} {
		text, err := from.Text(from.Library(r.Library), r.File)
		if err != nil {
			return nil, err
		}
		p.constants.add(string(text))
	}
	return p, nil
}

// twinInput is one action with what the model was shown, as plain data.
type twinInput struct {
	name string // of the case that it was made from
	tree map[string]any
	near int // 0 where it makes one of the twins fire, 1 where its case is about them or of their libraries, 2 for any other
}

// compare compares the twins on samples, boundary values and mutants of these,
// and says what the smallest input is on which they differ.
func (p *twins) compare(ctx context.Context, cases []*Case) ([]string, error) {
	samples := p.samples(ctx, cases)
	if len(samples) == 0 {
		return []string{fmt.Sprintf("nothing was compared: no case has an action that %s and %s are for", p.cel.ID, p.rego.ID)}, nil
	}
	fired, tried := false, 0
	for in := range p.inputs(samples) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if tried++; tried > maxTwinInputs {
			break
		}
		a, b, ok := p.ask(ctx, in.tree)
		if !ok {
			continue
		}
		fired = fired || len(a.messages)+len(b.messages) > 0
		if kind := disagree(a, b); kind != "" {
			return p.report(ctx, in, kind), nil
		}
	}
	if !fired {
		return []string{fmt.Sprintf("neither of the twins fires on any of %d inputs; add a case that breaks the rule", min(tried, maxTwinInputs))}, nil
	}
	return nil, nil
}

// samples are the actions of cases that the twins are for.
func (p *twins) samples(ctx context.Context, cases []*Case) []twinInput {
	var list []twinInput
	for _, c := range cases {
		shown, problems := p.inCEL.NewContext(*c.shown)
		if problems.HasErrors() {
			continue
		}
		turn := &eval.Turn{Reply: c.reply, File: "reply", StopReason: c.StopReason}
		if c.From != nil {
			turn.From = *c.From
		}
		context, err := plainOf(c.shown)
		if err != nil {
			continue
		}
		for _, a := range p.inCEL.Judge(ctx, shown, turn).Actions {
			if a.Plain != nil && (len(p.cel.Metadata.Actions) == 0 || slices.Contains(p.cel.Metadata.Actions, a.Type)) {
				in := twinInput{c.Name, map[string]any{"context": context, "action": a.Plain}, 2}
				in.near = p.near(ctx, c, in.tree)
				list = append(list, in)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b twinInput) int { return a.near - b.near })
	return list
}

// near says how much a sample is about the twins.
func (p *twins) near(ctx context.Context, c *Case, tree map[string]any) int {
	a, b, ok := p.ask(ctx, tree)
	switch {
	case ok && len(a.messages)+len(b.messages)+len(a.failed)+len(b.failed) > 0:
		return 0
	case c.Library == p.cel.Library || c.Library == p.rego.Library || c.Rule != nil && (*c.Rule == p.cel.ID || *c.Rule == p.rego.ID):
		return 1
	}
	return 2
}

// plainOf is a context as plain data.
func plainOf(c *schema.Context) (any, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	n, problems := doc.ReadJSON("context", text, doc.DefaultLimits())
	return n.Plain(), problems.Err()
}

// answer is what one of the twins found.
type answer struct {
	messages []string
	failed   string // the error; empty where there is none
}

// ask asks both twins. It is false for a tree that is no input.
func (p *twins) ask(ctx context.Context, tree map[string]any) (inCEL, inRego answer, ok bool) {
	reply, err := json.Marshal(map[string]any{"actions": []any{tree["action"]}})
	if err != nil {
		return answer{}, answer{}, false
	}
	var shown schema.Context
	if problems := shown.Decode("context", doc.FromPlain(tree["context"])); problems.HasErrors() {
		return answer{}, answer{}, false
	}
	inCEL, ok = answerOf(ctx, p.inCEL, shown, reply, p.cel.ID)
	inRego, also := answerOf(ctx, p.inRego, shown, reply, p.rego.ID)
	return inCEL, inRego, ok && also
}

func answerOf(ctx context.Context, e *eval.Engine, shown schema.Context, reply []byte, id string) (answer, bool) {
	c, problems := e.NewContext(shown)
	if problems.HasErrors() {
		return answer{}, false
	}
	result := e.Judge(ctx, c, &eval.Turn{Reply: reply, File: "reply"})
	if result.Failure != nil {
		return answer{failed: result.Failure.Error()}, !late(result.Failure)
	}
	var a answer
	for _, action := range result.Actions {
		for _, v := range slices.Concat(action.Violations, action.Observations) {
			if v.Rule == id {
				a.messages = append(a.messages, v.Message)
			}
		}
		if action.Call == nil {
			continue
		}
		for _, r := range action.Call.Reasons {
			if strings.HasPrefix(r.Rule, id+"@") && r.Outcome != schema.OutcomeDeny {
				a.messages = append(a.messages, r.Message)
			}
		}
	}
	slices.Sort(a.messages)
	return a, true
}

// late reports whether an evaluation was stopped, which says nothing about the
// rule.
func late(err error) bool {
	var inRego *regorules.EvalError
	var inCEL *celpolicy.EvalError
	switch {
	case errors.As(err, &inRego):
		return inRego.Failure == regorules.FailedDeadline || inRego.Failure == regorules.FailedStuck
	case errors.As(err, &inCEL):
		return inCEL.Failure == celpolicy.FailedDeadline
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// disagree names the way in which two answers differ; it is empty where they do
// not. Two that both fail agree.
func disagree(a, b answer) string {
	switch {
	case (a.failed == "") != (b.failed == ""):
		return "one of them fails"
	case a.failed != "":
		return ""
	case (len(a.messages) == 0) != (len(b.messages) == 0):
		return "only one of them fires"
	case !slices.Equal(a.messages, b.messages):
		return "they say different things"
	}
	return ""
}

// report makes the input small, asks once more, and says what both answer.
func (p *twins) report(ctx context.Context, in twinInput, kind string) []string {
	tree := shrink(in.tree, func(smaller map[string]any) bool {
		a, b, ok := p.ask(ctx, smaller)
		return ok && disagree(a, b) == kind
	})
	a, b, _ := p.ask(ctx, tree)
	text, err := json.Marshal(withoutEmpty(tree))
	if err != nil {
		text = []byte(err.Error())
	}
	return []string{
		"the twins disagree: " + disagree(a, b),
		"smallest input: " + string(text),
		"  " + p.cel.ID + " in CEL " + a.String(),
		"  " + p.rego.ID + " in Rego " + b.String(),
		"made from the case " + quoted(in.name),
	}
}

func (a answer) String() string {
	switch {
	case a.failed != "":
		return "fails: " + a.failed
	case len(a.messages) == 0:
		return "does not fire"
	}
	return fmt.Sprintf("fires: %q", a.messages)
}

// withoutEmpty leaves out a context of which nothing is left.
func withoutEmpty(tree map[string]any) map[string]any {
	if c, ok := tree["context"].(map[string]any); ok && len(c) == 0 {
		return map[string]any{"action": tree["action"]}
	}
	return tree
}
