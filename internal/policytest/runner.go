package policytest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contractc/contractc/catalog"
	"github.com/contractc/contractc/eval"
	"github.com/contractc/contractc/render"
	"github.com/contractc/contractc/schema"
)

// Runner runs cases with the rules of a catalog. It may be used by several
// goroutines.
type Runner struct {
	from     *catalog.Catalog
	renderer *render.Renderer
	like     *Runner // of the catalog that this one's is a variant of; may be nil
	deadline time.Duration
	observe  *eval.Observe // is told what rules do; may be nil

	mu      sync.Mutex
	engines map[string]*ready // by rule sets
}

// ready is an engine with the contexts that were made ready for it. Cases of a
// file share one.
type ready struct {
	engine   func() (*eval.Engine, error)
	mu       sync.Mutex
	contexts map[*schema.Context]func() (*eval.Context, error)
}

// NewRunner makes a runner that writes cards in the language of a tag.
func NewRunner(from *catalog.Catalog, tag string) (*Runner, error) {
	words := from.Locale(tag)
	if words == nil {
		return nil, fmt.Errorf("no bundle has a locale %q", tag)
	}
	locale := &schema.Locale{Kind: "Locale", Id: words.ID, Version: words.Version, Messages: words.Messages}
	renderer, err := render.New(locale, words.Digest)
	if err != nil {
		return nil, err
	}
	return &Runner{from: from, renderer: renderer, engines: map[string]*ready{}}, nil
}

// Variant makes a runner for a variant of the catalog; what is the same in both
// is not compiled again. A turn may take as long as the deadline says.
func (r *Runner) Variant(from *catalog.Catalog, deadline time.Duration) *Runner {
	return &Runner{from: from, renderer: r.renderer, like: r, deadline: deadline, engines: map[string]*ready{}}
}

// newEngine makes an engine with some rule sets.
func (r *Runner) newEngine(sets []string) (*eval.Engine, error) {
	options := eval.Options{RuleSets: sets, Deadline: r.deadline, Observe: r.observe}
	if r.like != nil {
		like, err := r.like.engine(sets).engine()
		if err != nil {
			return nil, err
		}
		options.Like = like
	}
	return eval.New(r.from, options)
}

// engine is an engine with some rule sets in place of the bundle's own.
func (r *Runner) engine(sets []string) *ready {
	name := strings.Join(slices.Sorted(slices.Values(sets)), " ")
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.engines[name]
	if e == nil {
		e = &ready{
			engine:   sync.OnceValues(func() (*eval.Engine, error) { return r.newEngine(sets) }),
			contexts: map[*schema.Context]func() (*eval.Context, error){},
		}
		r.engines[name] = e
	}
	return e
}

// context is a context that is ready for turns.
func (e *ready) context(of *schema.Context) (*eval.Context, error) {
	e.mu.Lock()
	get := e.contexts[of]
	if get == nil {
		get = sync.OnceValues(func() (*eval.Context, error) { return e.newContext(of) })
		e.contexts[of] = get
	}
	e.mu.Unlock()
	return get()
}

func (e *ready) newContext(of *schema.Context) (*eval.Context, error) {
	engine, err := e.engine()
	if err != nil {
		return nil, err
	}
	c, problems := engine.NewContext(*of)
	if problems.HasErrors() {
		return nil, problems
	}
	return c, nil
}

// Run decides the case and returns a line for each thing that is not as
// expected; none where the case passes. The error says that it could not be
// decided.
func (r *Runner) Run(ctx context.Context, c *Case) ([]string, error) {
	differences, _, err := r.run(ctx, c)
	return differences, err
}

// run also returns the rules that fire, each once.
func (r *Runner) run(ctx context.Context, c *Case) (found differences, fired []string, err error) {
	d, err := r.decide(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	found.decision(&c.Expect, d)
	return found, firedIn(d), nil
}

// firedIn are the ids of the rules that fired in a decision, each once.
func firedIn(d *schema.Decision) []string {
	var ids []string
	for i := range d.Actions {
		for _, list := range [][]schema.Violation{d.Actions[i].Violations, d.Actions[i].Observations} {
			for _, v := range list {
				ids = append(ids, v.Rule)
			}
		}
		for _, reason := range d.Actions[i].Reasons {
			if reason.Rule != nil {
				id, _, _ := strings.Cut(*reason.Rule, "@")
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Decide decides the reply of a case, whatever the case expects. The error says
// that it could not be decided.
func (r *Runner) Decide(ctx context.Context, c *Case) (*schema.Decision, error) {
	return r.decide(ctx, c)
}

// decide decides the reply of a case.
func (r *Runner) decide(ctx context.Context, c *Case) (*schema.Decision, error) {
	result, _, err := r.judge(ctx, c)
	if err != nil {
		return nil, err
	}
	d := r.renderer.Turn(result).Decision
	if d.Error != nil {
		return nil, fmt.Errorf("%s", *d.Error)
	}
	return &d, nil
}

// judge decides the reply of a case; the words are still to be made.
func (r *Runner) judge(ctx context.Context, c *Case) (*eval.Result, *eval.Engine, error) {
	engines := r.engine(c.RuleSets)
	e, err := engines.engine()
	if err != nil {
		return nil, nil, err
	}
	shown, err := engines.context(c.shown)
	if err != nil {
		return nil, nil, err
	}
	turn := &eval.Turn{Reply: c.reply, File: "reply", StopReason: c.StopReason}
	if c.From != nil {
		turn.From = *c.From
	}
	result := e.Judge(ctx, shown, turn)
	return result, e, result.Failure
}

// differences are lines of the form "what: got …, want …".
type differences []string

func (f *differences) add(what string, got, want any) {
	*f = append(*f, fmt.Sprintf("%s: got %v, want %v", what, got, want))
}

// compare compares where something is expected.
func compare[T comparable](f *differences, what string, got, want *T) {
	var none T
	switch {
	case want == nil:
	case got == nil && *want != none:
		f.add(what, "nothing", quoted(*want))
	case got != nil && *got != *want:
		f.add(what, quoted(*got), quoted(*want))
	}
}

func quoted(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) }

func (f *differences) decision(want *schema.TestExpectation, got *schema.Decision) {
	compare(f, "decision", got.Decision, want.Decision)
	compare(f, "completeness", &got.Completeness, want.Completeness)
	compare(f, "unusable", got.Unusable, want.Unusable)
	compare(f, "feedback", &got.Feedback, want.Feedback)
	used, made := editNames(got)
	f.list("leniencies", used, want.Leniencies)
	f.list("repairs", made, want.Repairs)
	if want.Actions == nil {
		return
	}
	if len(got.Actions) != len(want.Actions) {
		f.add("actions", len(got.Actions), len(want.Actions))
		return
	}
	for i := range want.Actions {
		f.action(fmt.Sprintf("actions[%d]", i), &want.Actions[i], &got.Actions[i], got.Cards)
	}
}

// editNames are the leniencies that were used and the repairs that were made.
func editNames(d *schema.Decision) (used, made []string) {
	for _, e := range d.Edits {
		if e.Repair != nil {
			made = append(made, *e.Repair)
		} else if e.Leniency != nil {
			used = append(used, *e.Leniency)
		}
	}
	return used, made
}

func (f *differences) action(at string, want *schema.TestAction, got *schema.ActionResult, cards []schema.Card) {
	before := len(*f)
	compare(f, at+".accepted", &got.Accepted, &want.Accepted)
	compare(f, at+".malformed", got.Malformed, want.Malformed)
	compare(f, at+".ignored", got.Ignored, want.Ignored)
	compare(f, at+".decision", got.Decision, want.Decision)
	rules, messages := ruleIDs(got.Violations)
	f.list(at+".rules", rules, want.Rules)
	otherwise := len(*f) > before
	f.list(at+".messages", messages, want.Messages)
	observed, _ := ruleIDs(got.Observations)
	f.list(at+".observed", observed, want.Observed)
	f.list(at+".asks", spoke(got, schema.OutcomeAsk), want.Asks)
	f.list(at+".allows", spoke(got, schema.OutcomeAllow), want.Allows)
	if otherwise {
		f.why(at, want, got)
	}
	card := cardOf(got.Index, cards)
	for _, text := range want.Card {
		switch {
		case card == nil:
			f.add(at+".card", "no card", quoted(text))
		case !strings.Contains(card.Text, text):
			f.add(at+".card", insteadOf(card.Text, text), quoted(text))
		}
	}
}

// why adds what else was said about an action that is not decided as expected: the
// messages of the rules that break it unexpectedly, and reasons that are no rule's.
func (f *differences) why(at string, want *schema.TestAction, got *schema.ActionResult) {
	for _, v := range got.Violations {
		if !slices.Contains(want.Rules, v.Rule) {
			*f = append(*f, fmt.Sprintf("%s: %s refuses: %s", at, v.Rule, v.Message))
		}
	}
	if want.Decision == nil || got.Decision == nil || *want.Decision == *got.Decision {
		return
	}
	for i := range got.Reasons {
		if r := &got.Reasons[i]; r.Rule == nil && r.Outcome == *got.Decision {
			*f = append(*f, fmt.Sprintf("%s: %s: %s", at, r.Outcome, r.Text))
		}
	}
}

// spoke are the ids of the rules that ask about a call or allow it, in their order.
func spoke(got *schema.ActionResult, outcome schema.Outcome) []string {
	var ids []string
	for i := range got.Reasons {
		if r := &got.Reasons[i]; r.Rule != nil && r.Outcome == outcome {
			id, _, _ := strings.Cut(*r.Rule, "@")
			ids = append(ids, id)
		}
	}
	return ids
}

// cardOf is the card of the call with an index, nil where it has none.
func cardOf(index int64, cards []schema.Card) *schema.Card {
	for i := range cards {
		if cards[i].Index == index {
			return &cards[i]
		}
	}
	return nil
}

// insteadOf is the part of a card that a person would hold against a text that it
// does not hold: what begins like it, else the line that shares most of its words.
func insteadOf(card, text string) string {
	near, ok := passage(card, text)
	if !ok {
		near, ok = likest(strings.Split(card, "\n"), text)
	}
	if !ok {
		return "a card without a line like it"
	}
	return quoted(near)
}

// likest is the line that shares most words with a text, if that is half of them.
func likest(lines []string, text string) (string, bool) {
	words := strings.Fields(text)
	best, shared := "", (len(words)+1)/2-1
	for _, line := range lines {
		has := strings.Fields(line)
		n := 0
		for _, w := range words {
			if slices.Contains(has, w) {
				n++
			}
		}
		if n > shared {
			best, shared = strings.TrimSpace(line), n
		}
	}
	return best, best != ""
}

func ruleIDs(list []schema.Violation) (ids, messages []string) {
	for _, v := range list {
		ids, messages = append(ids, v.Rule), append(messages, v.Message)
	}
	return ids, messages
}

// list compares lists where one is expected; an empty one is.
func (f *differences) list(what string, got, want []string) {
	if want != nil && !slices.Equal(got, want) {
		f.add(what, fmt.Sprintf("%q", got), fmt.Sprintf("%q", want))
	}
}
