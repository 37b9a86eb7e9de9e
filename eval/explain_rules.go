package eval

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/common/types/ref"
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/contractc/contractc/catalog/index"
	"github.com/contractc/contractc/internal/celenv"
	"github.com/contractc/contractc/internal/doc"
	"github.com/contractc/contractc/internal/regorules"
	"github.com/contractc/contractc/schema"
)

// Bounds of what is shown of one rule.
const (
	maxExplainedSteps   = 12
	maxExplainedReasons = 3   // of several rules of one name
	maxExplainedText    = 160 // code points of an expression or a value
)

// celRule asks a rule in CEL. It is compiled from its source, of which every
// part is then known.
func (x *explainer) celRule(l *look, r *index.Rule, out *schema.ExplainedRule) error {
	rule := x.inCEL[r]
	if rule == nil {
		text, err := x.engine.catalog.Text(x.engine.catalog.Library(r.Library), r.File)
		if err != nil {
			return err
		}
		n, problems := doc.ReadYAML(r.File, text, doc.DefaultLimits())
		if !problems.HasErrors() {
			rule, problems = x.engine.rules.env.PrepareRuleAs(r.File, n, r.Metadata)
		}
		if problems.HasErrors() {
			return problems
		}
		x.inCEL[r] = rule
	}
	steps, fired, err := rule.Explain(l.bound)
	for _, f := range fired {
		out.Messages = append(out.Messages, l.hide.text(f.Message))
	}
	for _, s := range steps {
		step := schema.ExplainedStep{
			File: r.File, Line: int64(s.At.Line), Column: int64(s.At.Column), Expression: l.hide.text(s.Expression), Value: l.hide.ofCEL(s.Value),
		}
		for _, p := range s.Parts {
			step.Values = append(step.Values, schema.ExplainedValue{Expression: l.hide.text(p.Expression), Value: l.hide.ofCEL(p.Value)})
		}
		out.Steps = append(out.Steps, step)
		if s.Reason != "" && (out.Reason == "" || len(s.Reason) < len(out.Reason)) {
			out.Reason = l.hide.text(s.Reason)
		}
	}
	shorten(out)
	return err
}

// regoRule asks a rule in Rego, with an engine that asks no other.
func (x *explainer) regoRule(l *look, r *index.Rule, out *schema.ExplainedRule) error {
	turn := x.inRego[r]
	if turn == nil {
		sources, modules, err := regoOf(x.engine.catalog)
		if err != nil {
			return err
		}
		alone, err := regorules.New(sources, modules, regorules.Options{Sets: x.engine.sets, Only: []string{r.ID}, Deadline: explainDeadline})
		if err != nil {
			return err
		}
		if turn, err = alone.NewTurn(l.judge.context.plainShared()); err != nil {
			return err
		}
		x.inRego[r] = turn
	}
	result, steps, guard, err := turn.Explain(l.judge.ctx, regorules.Query{Stage: l.stage, Type: l.action.Type, Fields: l.own()})
	for _, f := range result.Fired {
		out.Messages = append(out.Messages, l.hide.text(f.Message))
	}
	addSteps(l, steps, out)
	if guard != "" {
		out.Reason = l.hide.text(guard + " is not so")
	} else if last := regorules.LastFailed(steps, r.File, r.Line, x.bodyEnd(r)); last != nil {
		out.Reason = l.hide.text(fmt.Sprintf("%s %s, line %d", last.Expression, notSo(last), last.At.Line))
	}
	shorten(out)
	return err
}

// folderSteps asks a rule of a rule folder, whose rules are compiled together.
func (x *explainer) folderSteps(l *look, f *folder, lib *index.Library, r *index.Rule, out *schema.ExplainedRule, whole func() object, action object) error {
	input, _, reason := f.document(whole, action)
	if reason != "" {
		out.Reason = l.hide.text(reason)
		return nil
	}
	compiled, err := f.compiled()
	if err != nil {
		return err
	}
	found, steps, stopped, err := compiled.Explain(l.judge.ctx, input, r.ID)
	root := strings.TrimSuffix(x.engine.catalog.Display(lib, lib.ID), lib.ID)
	for i := range steps {
		steps[i].File = strings.TrimPrefix(steps[i].File, root)
	}
	addSteps(l, steps, out)
	shorten(out)
	var reasons []string
	for _, hit := range found {
		out.Messages = append(out.Messages, l.hide.text(hit.Message))
		if hit.Severity == schema.SeverityObserve {
			out.Reason = "all that it demands is so, and an exception of its package takes it back"
		}
	}
	for i, s := range stopped {
		if i == maxExplainedReasons {
			reasons = append(reasons, fmt.Sprintf("so on in %d more rules of its name", len(stopped)-i))
			break
		}
		reasons = append(reasons, fmt.Sprintf("%s %s, line %d", s.Expression, notSo(&s), s.At.Line))
	}
	if len(found) == 0 {
		out.Reason = l.hide.text(strings.Join(reasons, ", and "))
	}
	return err
}

// addSteps adds the statements of a rule in Rego with what came of them.
func addSteps(l *look, steps []regorules.Step, out *schema.ExplainedRule) {
	for _, s := range steps {
		step := schema.ExplainedStep{
			File: s.File, Line: int64(s.At.Line), Column: int64(s.At.Column), Expression: l.hide.text(s.Expression), Value: heldOrNot(&s),
		}
		for _, v := range s.Values {
			step.Values = append(step.Values, schema.ExplainedValue{Expression: l.hide.text(v.Expression), Value: l.hide.ofRego(v.Value)})
		}
		out.Steps = append(out.Steps, step)
	}
}

// reference is a path below the input without variables.
var reference = regexp.MustCompile(`^input(\.\w+|\["[^"]*"\])+$`)

// notSo says what is the matter with a statement that did not hold: of a path that
// leads to nothing, that it has no value.
func notSo(s *regorules.Step) string {
	known := slices.ContainsFunc(s.Values, func(v regorules.StepValue) bool { return v.Value != nil })
	if !known && reference.MatchString(s.Expression) {
		return "has no value"
	}
	return "is not so"
}

// heldOrNot says what came of a statement, which may be evaluated several times.
func heldOrNot(s *regorules.Step) string {
	switch {
	case s.Failed == 0:
		return "so"
	case s.Failed < s.Tried:
		return "so of some"
	}
	return "not so"
}

// bodyEnd is the last line of a rule in Rego: the next one that is a brace alone,
// or before one that is empty.
func (x *explainer) bodyEnd(r *index.Rule) int {
	text, err := x.engine.catalog.Text(x.engine.catalog.Library(r.Library), r.File)
	if err != nil {
		return r.Line
	}
	lines := strings.Split(string(text), "\n")
	for i := r.Line - 1; i < len(lines); i++ {
		if lines[i] == "}" || lines[i] == "" {
			return i + 1
		}
	}
	return len(lines)
}

// shorten leaves the last steps, which are the furthest that a rule got.
func shorten(out *schema.ExplainedRule) {
	if more := len(out.Steps) - maxExplainedSteps; more > 0 {
		left := int64(more)
		out.Steps, out.LeftOut = out.Steps[:maxExplainedSteps], &left
	}
}

// secrets are texts that are never shown.
type secrets []string

// hidden stands in the place of what is never shown.
const hidden = "(secret)"

// secretsIn are the values of an action that become secret fields of effects.
func (e *Engine) secretsIn(a *Action) secrets {
	var hide secrets
	plain, _ := a.Plain.(object)
	args, _ := plain["args"].(object)
	tool, _ := plain["tool"].(string)
	namespace, _ := plain["namespace"].(string)
	mappings := e.catalog.Beside(namespace, tool)
	if own := e.catalog.Map(namespace, tool); own != nil {
		mappings = append(mappings, own)
	}
	for _, m := range mappings {
		for _, name := range e.secrets[m] {
			hide.add(args[name])
		}
	}
	if a.Call != nil {
		for _, name := range a.Call.Secret {
			hide.add(args[name])
		}
	}
	return hide
}

// add adds the texts and numbers of a value.
func (s *secrets) add(v any) {
	switch v := v.(type) {
	case string:
		if v != "" {
			*s = append(*s, v)
		}
	case json.Number:
		*s = append(*s, string(v))
	case []any:
		for _, item := range v {
			s.add(item)
		}
	case object:
		for _, item := range v {
			s.add(item)
		}
	}
}

// shortestPart is how many bytes of a secret may be shown, by chance or not.
const shortestPart = 3

// tells reports whether a text in a value is part of a secret or holds one, letter
// case aside.
func (s secrets) tells(v any) bool {
	switch v := v.(type) {
	case string:
		low := strings.ToLower(v)
		return slices.ContainsFunc(s, func(secret string) bool {
			secret = strings.ToLower(secret)
			return strings.Contains(low, secret) || len(low) > shortestPart && strings.Contains(secret, low)
		})
	case []any:
		return slices.ContainsFunc(v, s.tells)
	case object:
		for key, item := range v {
			if s.tells(key) || s.tells(item) {
				return true
			}
		}
	}
	return false
}

// text is a text in one line, shortened; one that holds a secret, written as it
// is or as JSON writes it, is not shown at all.
func (s secrets) text(text string) string {
	for _, secret := range s {
		written, err := json.Marshal(secret)
		if err != nil || strings.Contains(text, secret) || strings.Contains(text, strings.Trim(string(written), `"`)) {
			return hidden
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > maxExplainedText {
		return string([]rune(text)[:maxExplainedText]) + "…"
	}
	return text
}

func (s secrets) ofCEL(v ref.Val) string {
	plain, words, ok := celenv.Plain(v)
	if !ok {
		return s.text(words)
	}
	return s.ofPlain(plain)
}

func (s secrets) ofRego(v ast.Value) string {
	if v == nil {
		return "absent"
	}
	plain, err := ast.JSON(v)
	if err != nil {
		return "error: " + s.text(err.Error())
	}
	return s.ofPlain(plain)
}

// ofPlain is a value; one that is a part of a secret, or a secret in other letters,
// is not shown.
func (s secrets) ofPlain(v any) string {
	if s.tells(v) {
		return hidden
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "error: " + s.text(err.Error())
	}
	return s.text(string(text))
}
